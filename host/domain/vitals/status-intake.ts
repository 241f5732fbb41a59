import { setTimeout as delay } from 'node:timers/promises';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { codeOf, databaseFailure, sqlStates } from '../../platform/store/database-failure.ts';
import { inTransaction, waitForLocks } from '../../platform/store/database.ts';
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
   * database does. Once `signal` is aborted it rejects with the reason, and what was not being stored by then
   * never is.
   */
  accept(systemId: string, brought: BroughtStatuses): Promise<StatusesTaken>;
};

/** What was sent with one key at once. */
type BroughtStatuses = { keyId: number; statuses: readonly ReceiverVitals[]; signal: AbortSignal };

/** What became of each by its place, and of which of the receivers nothing is shown live. */
export type StatusesTaken = { fates: VitalsFate[]; unshown: Unshown[] };

type Waiting = BroughtStatuses & {
  resolve: (taken: StatusesTaken) => void;
  reject: (error: unknown) => void;
};

/** Stored in one transaction, or one request more. */
const mostTogether = 5_000;

/**
 * Of one system those who send while a transaction is under way share the next, so that many small requests
 * wait for few. `turn` waits until one may be begun with a key, or rejects with the signal's reason; its
 * answer ends it. Who meets a lock for longer than `lockMs` gives it back and waits without it: the turns are
 * those of all systems.
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
  lockMs: number;
  turn: (keyId: number, signal: AbortSignal) => Promise<() => void>;
}): StatusIntake {
  const waitingIn = new Map<string, Waiting[]>();

  async function store(systemId: string, statuses: readonly ReceiverVitals[]): Promise<StatusesTaken> {
    const rxIds = [...new Set(statuses.map(({ rxId }) => rxId))];
    const unshown = await unshownAmong(database, rxIds);
    const write = () =>
      inTransaction(database, async (within) => {
        await waitForLocks(within, lockMs);
        return writeVitals(within, systemId, statuses);
      });
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

  /** Answers those who met a lock. */
  async function storeTogether(systemId: string, together: readonly Waiting[]): Promise<Waiting[]> {
    if (together.length === 0) return [];
    const all = together.flatMap(({ statuses }) => statuses);
    try {
      const { fates, unshown } = await store(systemId, all);
      let from = 0;
      for (const { statuses, resolve } of together) {
        const own = new Set(statuses.map(({ rxId }) => rxId));
        const ofThese = unshown.filter(({ id }) => own.has(id));
        resolve({ fates: fates.slice(from, (from += statuses.length)), unshown: ofThese });
      }
      return [];
    } catch (error) {
      if (codeOf(error) === sqlStates.lockNotAvailable) return [...together];
      const held: Waiting[] = [];
      // What the database refuses of one refuses no other.
      if (together.length > 1 && databaseFailure(error) === undefined)
        for (const one of together) held.push(...(await storeTogether(systemId, [one])));
      else for (const { reject } of together) reject(error);
      return held;
    }
  }

  async function work(systemId: string, waiting: Waiting[]): Promise<void> {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      let end: () => void;
      try {
        end = await turn(first.keyId, first.signal);
      } catch (error) {
        leave(waiting, first);
        first.reject(error);
        continue;
      }
      const held = await storeTogether(systemId, lotOf(waiting)).finally(end);
      waiting.unshift(...held.filter(({ signal }) => !signal.aborted));
      if (held.length > 0) await delay(lockMs);
    }
    waitingIn.delete(systemId);
  }

  return {
    accept: (systemId, brought) => {
      const { signal } = brought;
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const waiting = waitingIn.get(systemId) ?? [];
        const giveUp = () => {
          leave(waiting, one);
          reject(signal.reason as Error);
        };
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', giveUp);
            settle(value);
          };
        const one: Waiting = { ...brought, resolve: settled(resolve), reject: settled(reject) };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(one);
        if (waitingIn.has(systemId)) return;
        waitingIn.set(systemId, waiting);
        void work(systemId, waiting);
      });
    },
  };
}

function leave(waiting: Waiting[], one: Waiting): void {
  const at = waiting.indexOf(one);
  if (at >= 0) waiting.splice(at, 1);
}

/** Takes out those who are stored together next. */
function lotOf(waiting: Waiting[]): Waiting[] {
  let [size, count] = [0, 0];
  while (size < waiting.length && count < mostTogether) count += waiting[size++]?.statuses.length ?? 0;
  return waiting.splice(0, size);
}

/** The receivers whose newest status names a state other than online (VIT-4), whether it is kept or known. */
function notOnlineByTheirWord(statuses: readonly ReceiverVitals[]): ReadonlySet<number> {
  const newest = new Map<number, ReceiverVitals>();
  for (const status of statuses) if (status.ts >= (newest.get(status.rxId)?.ts ?? -Infinity)) newest.set(status.rxId, status);
  const isElse = ({ status }: ReceiverVitals): boolean => status !== null && status !== receiverStatuses.online;
  return new Set([...newest.values()].filter(isElse).map(({ rxId }) => rxId));
}
