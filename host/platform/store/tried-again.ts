import { setTimeout as delay } from 'node:timers/promises';

/**
 * SQLSTATEs after which repeating the work may succeed: deadlocks and serialization failures (PostgreSQL,
 * appendix A).
 */
const passing: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const tries = 4;

/**
 * Runs `work`, a complete transaction, and repeats it up to three times after a deadlock or serialization
 * failure (CHG-6). Rejects with the last error.
 */
export async function triedAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !(error instanceof Error && 'code' in error && passing.has(error.code))) throw error;
      // Pause for a random time, so that the same transactions do not collide again.
      await delay(Math.random() * 20 * attempt);
    }
  }
}
