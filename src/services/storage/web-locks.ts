/**
 * Returns a function that runs a task while no other tab runs one under the same name. If the browser has no
 * locks, the task runs immediately.
 */
export function createAlone(name: string, locks: LockManager | undefined): <T>(task: () => Promise<T>) => Promise<T> {
  return async (task) => (locks === undefined ? await task() : await locks.request(name, task));
}
