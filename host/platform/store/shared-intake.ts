import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, databaseFailure, sqlStates } from './database-failure.ts';

/** The reports of one request, and the key that sent them. */
export type BroughtReports<Report> = { keyId: number; reports: readonly Report[]; signal: AbortSignal };

type WaitingReports<Report, Taken> = BroughtReports<Report> & {
  resolve: (taken: Taken) => void;
  reject: (error: unknown) => void;
};

export type SharedIntakeParts<Report, Taken> = {
  /** The longest time (ms) that a transaction waits for a lock. */
  lockMs: number;
  /**
   * Waits until a key may begin a transaction, and returns a function that ends its turn. Rejects with the
   * signal's reason if aborted.
   */
  turn: (keyId: number, signal: AbortSignal) => Promise<() => void>;
  /** Stores reports in one transaction. */
  store: (systemId: string, reports: readonly Report[]) => Promise<Taken>;
  /** Returns a request's part of the result; its `reports` begin at index `from` of those stored together. */
  share: (taken: Taken, reports: readonly Report[], from: number) => Taken;
};

/** The number of reports at which a transaction takes no further requests. */
const mostTogether = 5_000;

/**
 * Makes an intake in which requests of one system share transactions. Requests that arrive during a
 * transaction wait for the next, so that many small requests need few transactions. If a lock takes longer
 * than `lockMs`, the turn is given back, because all systems share the turns, and the requests are retried. A
 * request resolves when its reports are stored, and rejects if storing them fails. When its signal is
 * aborted, it rejects with the signal's reason; reports that are not being stored at that moment never will
 * be.
 */
export function sharedIntake<Report, Taken>({
  lockMs,
  turn,
  store,
  share,
}: SharedIntakeParts<Report, Taken>): (systemId: string, brought: BroughtReports<Report>) => Promise<Taken> {
  type One = WaitingReports<Report, Taken>;
  const waitingIn = new Map<string, One[]>();

  /** Stores several requests together. Returns those to retry, because a lock was not available in time. */
  async function storeTogether(systemId: string, together: readonly One[]): Promise<One[]> {
    if (together.length === 0) return [];
    const all = together.flatMap(({ reports }) => reports);
    try {
      const taken = await store(systemId, all);
      let from = 0;
      for (const { reports, resolve } of together) {
        resolve(share(taken, reports, from));
        from += reports.length;
      }
      return [];
    } catch (error) {
      if (codeOf(error) === sqlStates.lockNotAvailable) return [...together];
      const held: One[] = [];
      // If the database rejects the reports stored together, store each request alone, so that only the bad
      // one fails.
      if (together.length > 1 && databaseFailure(error) === undefined)
        for (const one of together) held.push(...(await storeTogether(systemId, [one])));
      else for (const { reject } of together) reject(error);
      return held;
    }
  }

  async function work(systemId: string, waiting: One[]): Promise<void> {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      let end: () => void;
      try {
        end = await turn(first.keyId, first.signal);
      } catch (error) {
        leave(waiting, first);
        first.reject(error);
        continue;
      }
      const held = await storeTogether(systemId, takeBatch(waiting)).finally(end);
      waiting.unshift(...held.filter(({ signal }) => !signal.aborted));
      if (held.length > 0) await delay(lockMs);
    }
    waitingIn.delete(systemId);
  }

  return (systemId, brought) => {
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
      const one: One = { ...brought, resolve: settled(resolve), reject: settled(reject) };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(one);
      if (waitingIn.has(systemId)) return;
      waitingIn.set(systemId, waiting);
      void work(systemId, waiting);
    });
  };
}

function leave<One>(waiting: One[], one: One): void {
  const at = waiting.indexOf(one);
  if (at >= 0) waiting.splice(at, 1);
}

/** Removes and returns the requests to store together next. */
function takeBatch<One extends { reports: readonly unknown[] }>(waiting: One[]): One[] {
  let [size, count] = [0, 0];
  while (size < waiting.length && count < mostTogether) count += waiting[size++]?.reports.length ?? 0;
  return waiting.splice(0, size);
}
