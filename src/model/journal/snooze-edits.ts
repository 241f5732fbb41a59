import { maxListed } from '../fields/value-fields.ts';
import type { NamedReceiver } from '../entities/receiver.ts';
import type { Edit } from './edits.ts';

/**
 * Returns the edits that snooze the alarms of receivers until `until` (ms since 1970; `untilText` is the same
 * time as text), or end their snoozes if `until` is null. Each edit has at most `maxListed` receivers, the
 * limit of the call. `isFinal`: the change cannot be undone.
 */
export function snoozeEdits(
  mitasId: string,
  receivers: readonly NamedReceiver[],
  { until, untilText, isFinal }: { until: number | null; untilText: string; isFinal: boolean },
): Edit[] {
  return Array.from({ length: Math.ceil(receivers.length / maxListed) }, (_, at) => {
    const some = receivers.slice(at * maxListed, (at + 1) * maxListed);
    const rxIds = some.map(({ rxId }) => rxId);
    const what = some.length === 1 ? (some[0]?.alias ?? '') : `${some.length} receivers`;
    const are = some.length === 1 ? 'is' : 'are';
    const common = {
      items: rxIds.map((id) => ({ kind: 'receiver.snoozed' as const, id, after: { snoozeUntil: until } })),
      // One queue for all snoozes, because a receiver may be in several edits.
      key: 'snoozes',
      isFinal,
    };
    return until === null
      ? {
          ...common,
          call: 'unsnoozeReceivers',
          request: { params: { mitasId }, query: { rxIds } },
          failureText: `The snooze of ${what} could not be ended`,
          doneText: `${what} ${are} no longer snoozed`,
        }
      : {
          ...common,
          call: 'snoozeReceivers',
          request: { params: { mitasId }, body: { rxIds, snoozeUntil: until } },
          failureText: `${what} could not be snoozed`,
          doneText: `${what} ${are} snoozed until ${untilText}`,
        };
  });
}
