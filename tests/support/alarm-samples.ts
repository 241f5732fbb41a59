import type { PastAlarm } from '#model/contract/alarm-history-calls.ts';

/** Returns an alarm of the history: Crest went offline at `id` minutes after midnight, and still is. */
export function pastAlarm(id: number, more: Partial<PastAlarm> = {}): PastAlarm {
  const at = Date.UTC(2026, 4, 1, 0, id);
  const FormattedTime = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return {
    id,
    rxId: 1,
    AlarmCodeId: 4101,
    alias: 'Crest',
    siteName: 'Ridge',
    receiver: 'Crest',
    FormattedTime,
    at,
    sinceAt: at,
    endedAt: null,
    isLasting: true,
    ...more,
  };
}
