import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type BroughtReports, sharedIntake, type SharedIntakeParts } from '../../platform/store/shared-intake.ts';
import { inTransaction, waitForLocks } from '../../platform/store/database.ts';
import type { ReportOutcome } from '../../platform/store/fleet/first-of-each.ts';
import { type Unshown, unshownAmong } from '../../platform/store/fleet/retired-receivers.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import type { Lane } from '../../platform/store/pools.ts';
import { storingContacts } from '../../platform/store/storage-watch.ts';
import { triedAgain } from '../../platform/store/tried-again.ts';
import { dueReports, reportStillSending, retiredOf, type WarningLog } from '../contacts/index.ts';
import { vitalsEvents, writeVitals } from './write-vitals.ts';

/** The result for each status, in order, and the receivers that are not shown live. */
export type StatusesTaken = { outcomes: ReportOutcome[]; unshown: Unshown[] };

/**
 * Stores statuses sent by receivers (VIT-1). Then publishes which receivers were heard (RX-23) and their new
 * values, except for retired ones (RX-37). The caller has resolved the receivers. Concurrent senders of one
 * system share a transaction (`sharedIntake`).
 */
export function createStatusIntake({
  database,
  bus,
  log,
  lockMs,
  turn,
}: {
  database: Lane;
  bus: Bus;
  log: WarningLog;
} & Pick<SharedIntakeParts<ReceiverVitals, StatusesTaken>, 'lockMs' | 'turn'>): (
  systemId: string,
  brought: BroughtReports<ReceiverVitals>,
) => Promise<StatusesTaken> {
  async function store(systemId: string, statuses: readonly ReceiverVitals[]): Promise<StatusesTaken> {
    const rxIds = [...new Set(statuses.map(({ rxId }) => rxId))];
    const unshown = await unshownAmong(database, rxIds);
    const write = () =>
      inTransaction(database, async (within) => {
        await waitForLocks(within, lockMs);
        return writeVitals(within, systemId, statuses);
      });
    const written = await storingContacts(database.pool, statuses.length, () => triedAgain(write));
    const { outcomes } = written;
    const retired = new Set(retiredOf(unshown).map(({ id }) => id));
    const gone = new Set(statuses.flatMap(({ rxId }, place) => (outcomes[place] === 'gone' ? [rxId] : [])));
    const heard = rxIds.filter((rxId) => !retired.has(rxId) && !gone.has(rxId));
    // These receivers reported their own state; presence must not override that state.
    const bySelf = notOnlineByTheirWord(statuses);
    for (const isState of [false, true]) {
      const some = heard.filter((rxId) => bySelf.has(rxId) === isState);
      if (some.length > 0) bus.publish({ kind: 'heard', mitasId: systemId, rxIds: some, ...(isState && { isState }) });
    }
    const hidden = new Set(unshown.map(({ id }) => id));
    for (const event of vitalsEvents(systemId, written, hidden)) bus.publish(event);
    const newest = new Map<number, number>();
    for (const [place, { rxId, ts }] of statuses.entries())
      if (outcomes[place] === 'added') newest.set(rxId, Math.max(ts, newest.get(rxId) ?? ts));
    await reportStillSending({ database, bus, log }, systemId, dueReports(unshown, newest));
    return { outcomes, unshown };
  }

  return sharedIntake({
    lockMs,
    turn,
    store,
    share: ({ outcomes, unshown }, statuses, from) => {
      const own = new Set(statuses.map(({ rxId }) => rxId));
      return { outcomes: outcomes.slice(from, from + statuses.length), unshown: unshown.filter(({ id }) => own.has(id)) };
    },
  });
}

/**
 * Returns the receivers whose newest status among these names a state other than online (VIT-4), even if the
 * status was stored before.
 */
function notOnlineByTheirWord(statuses: readonly ReceiverVitals[]): ReadonlySet<number> {
  const newest = new Map<number, ReceiverVitals>();
  for (const status of statuses) if (status.ts >= (newest.get(status.rxId)?.ts ?? -Infinity)) newest.set(status.rxId, status);
  const isElse = ({ status }: ReceiverVitals): boolean => status !== null && status !== receiverStatuses.online;
  return new Set([...newest.values()].filter(isElse).map(({ rxId }) => rxId));
}
