import { codeOf, sqlStates } from '../database-failure.ts';

const mostTries = 3;

/**
 * Does again what leaves out receivers that have the same command under way, where one began meanwhile whose
 * transaction could not be seen: then it can. @throws as `work` does, also where it is overtaken each time.
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
