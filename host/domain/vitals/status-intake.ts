import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { databaseFailure } from '../../platform/store/database-failure.ts';
import { inTransaction } from '../../platform/store/database.ts';
import { type Unshown, unshownAmong } from '../../platform/store/fleet/retired-receivers.ts';
import type { ReceiverVitals, VitalsFate } from '../../platform/store/fleet/receiver-vitals.ts';
import type { Lane } from '../../platform/store/pools.ts';
import { storingContacts } from '../../platform/store/storage-watch.ts';
import { triedAgain } from '../../platform/store/tried-again.ts';
import { dueReports, reportStillSending, retiredOf, type WarningLog } from '../contacts/index.ts';
import { vitalsEvents, writeVitals } from './write-vitals.ts';

/** The one way by which a status that a receiver sends comes in (VIT-1). */
export type StatusIntake = {
  /**
   * Keeps what is new, then publishes who was heard (RX-23) and what is known of them now; nothing of a
   * retired receiver (RX-37). The caller has resolved the receivers. Answers by place; rejects when the
   * database does.
   */
  accept(systemId: string, statuses: readonly ReceiverVitals[]): Promise<StatusesTaken>;
};

/** What became of each by its place, and of which of the receivers nothing is shown live. */
export type StatusesTaken = { fates: VitalsFate[]; unshown: Unshown[] };

type Waiting = {
  statuses: readonly ReceiverVitals[];
  resolve: (taken: StatusesTaken) => void;
  reject: (error: unknown) => void;
};

/** Stored in one transaction, or one request more. */
const mostTogether = 5_000;

/**
 * Of one system those who send while a transaction is under way share the next, so that many small requests
 * wait for few. `turn` waits until one may be begun; its answer ends it.
 */
export function createStatusIntake({
  database,
  bus,
  log,
  turn,
}: {
  database: Lane;
  bus: Bus;
  log: WarningLog;
  turn: () => Promise<() => void>;
}): StatusIntake {
  const waitingIn = new Map<string, Waiting[]>();

  async function store(systemId: string, statuses: readonly ReceiverVitals[]): Promise<StatusesTaken> {
    const rxIds = [...new Set(statuses.map(({ rxId }) => rxId))];
    const unshown = await unshownAmong(database, rxIds);
    const write = () => inTransaction(database, (within) => writeVitals(within, systemId, statuses));
    const written = await storingContacts(database.pool, statuses.length, () => triedAgain(write));
    const { fates } = written;
    const retired = new Set(retiredOf(unshown).map(({ id }) => id));
    const gone = new Set(statuses.flatMap(({ rxId }, place) => (fates[place] === 'gone' ? [rxId] : [])));
    const heard = rxIds.filter((rxId) => !retired.has(rxId) && !gone.has(rxId));
    // Of who said last in which other state it is, new or as before, presence knows no better.
    const bySelf = notOnlineByTheirWord(statuses);
    for (const isState of [false, true]) {
      const some = heard.filter((rxId) => bySelf.has(rxId) === isState);
      if (some.length > 0) bus.publish({ kind: 'heard', mitasId: systemId, rxIds: some, ...(isState && { isState }) });
    }
    const hidden = new Set(unshown.map(({ id }) => id));
    for (const event of vitalsEvents(systemId, written, hidden)) bus.publish(event);
    const newest = new Map<number, number>();
    for (const [place, { rxId, ts }] of statuses.entries())
      if (fates[place] === 'added') newest.set(rxId, Math.max(ts, newest.get(rxId) ?? ts));
    await reportStillSending({ database, bus, log }, systemId, dueReports(unshown, newest));
    return { fates, unshown };
  }

  async function storeTogether(systemId: string, together: readonly Waiting[]): Promise<void> {
    const all = together.flatMap(({ statuses }) => statuses);
    try {
      const { fates, unshown } = await store(systemId, all);
      let from = 0;
      for (const { statuses, resolve } of together) {
        const own = new Set(statuses.map(({ rxId }) => rxId));
        const ofThese = unshown.filter(({ id }) => own.has(id));
        resolve({ fates: fates.slice(from, (from += statuses.length)), unshown: ofThese });
      }
    } catch (error) {
      // What the database refuses of one refuses no other.
      if (together.length > 1 && databaseFailure(error) === undefined)
        for (const one of together) await storeTogether(systemId, [one]);
      else for (const { reject } of together) reject(error);
    }
  }

  async function work(systemId: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      let end: (() => void) | undefined;
      const together: Waiting[] = [];
      try {
        end = await turn();
        let count = 0;
        while (waiting.length > 0 && count < mostTogether) {
          const next = waiting.shift() as Waiting;
          count += next.statuses.length;
          together.push(next);
        }
        await storeTogether(systemId, together);
      } catch (error) {
        for (const { reject } of together.length > 0 ? together : waiting.splice(0)) reject(error);
      } finally {
        end?.();
      }
    }
    waitingIn.delete(systemId);
  }

  return {
    accept: (systemId, statuses) =>
      new Promise((resolve, reject) => {
        const waiting = waitingIn.get(systemId);
        if (waiting !== undefined) return void waiting.push({ statuses, resolve, reject });
        const begun = [{ statuses, resolve, reject }];
        waitingIn.set(systemId, begun);
        void work(systemId, begun);
      }),
  };
}

/** The receivers whose newest status names a state other than online (VIT-4), whether it is kept or known. */
function notOnlineByTheirWord(statuses: readonly ReceiverVitals[]): ReadonlySet<number> {
  const newest = new Map<number, ReceiverVitals>();
  for (const status of statuses) if (status.ts >= (newest.get(status.rxId)?.ts ?? -Infinity)) newest.set(status.rxId, status);
  const isElse = ({ status }: ReceiverVitals): boolean => status !== null && status !== receiverStatuses.online;
  return new Set([...newest.values()].filter(isElse).map(({ rxId }) => rxId));
}
