import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, databaseFailure, sqlStates } from './database-failure.ts';

/** What was sent with one key at once. */
export type BroughtReports<Report> = { keyId: number; reports: readonly Report[]; signal: AbortSignal };

type WaitingReports<Report, Taken> = BroughtReports<Report> & {
  resolve: (taken: Taken) => void;
  reject: (error: unknown) => void;
};

export type SharedIntakeParts<Report, Taken> = {
  /** For how long a transaction waits for a lock, in ms. */
  lockMs: number;
  /**
   * Waits until a transaction may be begun with a key, or rejects with the signal's reason; its answer ends
   * it.
   */
  turn: (keyId: number, signal: AbortSignal) => Promise<() => void>;
  /** Stores some in one transaction. */
  store: (systemId: string, reports: readonly Report[]) => Promise<Taken>;
  /** What of all that was taken is of those who brought `reports`, which were stored from place `from` on. */
  share: (taken: Taken, reports: readonly Report[], from: number) => Taken;
};

/** Stored in one transaction, or one request more. */
const mostTogether = 5_000;

/**
 * Of one system those who send while a transaction is under way share the next, so that many small requests
 * wait for few. Who meets a lock for longer than `lockMs` gives it back and waits without it: the turns are
 * those of all systems. What is brought is answered when it is stored, and rejects when the database does;
 * once its signal is aborted it rejects with the reason, and what was not being stored by then never is.
 */
export function sharedIntake<Report, Taken>({
  lockMs,
  turn,
  store,
  share,
}: SharedIntakeParts<Report, Taken>): (systemId: string, brought: BroughtReports<Report>) => Promise<Taken> {
  type One = WaitingReports<Report, Taken>;
  const waitingIn = new Map<string, One[]>();

  /** Answers those who met a lock. */
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
      // What the database refuses of one refuses no other.
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
      const held = await storeTogether(systemId, lotOf(waiting)).finally(end);
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

/** Takes out those who are stored together next. */
function lotOf<One extends { reports: readonly unknown[] }>(waiting: One[]): One[] {
  let [size, count] = [0, 0];
  while (size < waiting.length && count < mostTogether) count += waiting[size++]?.reports.length ?? 0;
  return waiting.splice(0, size);
}
