import { codeOf, sqlStates } from '../database-failure.ts';

const mostTries = 3;

/**
 * Repeats a statement that skips receivers with the same command in progress, if it failed because another
 * transaction started one unseen; the next try sees it. @throws like `work`, also if the last try fails this
 * way.
 */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== sqlStates.uniqueViolation || tries === mostTries) throw error;
    }
  }
}
