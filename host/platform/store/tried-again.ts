import { setTimeout as delay } from 'node:timers/promises';

/** Deadlocks and serialization failures (PostgreSQL, appendix A): the same work may succeed at once. */
const passing: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const tries = 4;

/**
 * Does `work`, a whole transaction, up to three times more where it and another one waited for each other
 * (CHG-6). Rejects with what it threw last.
 */
export async function triedAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !(error instanceof Error && 'code' in error && passing.has(error.code))) throw error;
      // Those that met would else meet again.
      await delay(Math.random() * 20 * attempt);
    }
  }
}
