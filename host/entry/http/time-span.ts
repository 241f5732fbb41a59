import type { TimeSelection } from '#model/fields/query-fields.ts';

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 31 * 86_400_000 } as const;

/** Returns the requested time span in ms, by default the past `days`. Cuts off the future. */
export function spanOf(
  { timeSelect, recentAmount, recentUnit, range }: TimeSelection,
  now: number,
  days: number,
): { from: number; to: number } {
  if (timeSelect === 'range') {
    const [from = 0, to = now] = range ?? [];
    return { from: Math.min(from, now), to: Math.min(to, now) };
  }
  return { from: Math.max(0, now - (recentAmount ?? days) * unitMs[recentUnit ?? 'day']), to: now };
}
