/**
 * Runs a task while no other tab of this page runs one under the same name; where the browser has no locks,
 * at once.
 */
export function createAlone(name: string, locks: LockManager | undefined): <T>(task: () => Promise<T>) => Promise<T> {
  return async (task) => (locks === undefined ? await task() : await locks.request(name, task));
}
