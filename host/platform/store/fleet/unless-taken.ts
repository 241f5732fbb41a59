import { codeOf, sqlStates } from '../database-failure.ts';

const mostTries = 3;

/**
 * Repeats a statement that skips receivers with the same command in progress. It fails with a unique
 * violation if another transaction starts such a command at the same time; the next try sees that command.
 * @throws like `work`; the unique violation only if the last try fails, too.
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
