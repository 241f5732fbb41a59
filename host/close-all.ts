/**
 * Stops what was started, the last first. One that cannot be stopped keeps none of the others from it: what
 * it failed with is thrown when all have been tried (the first of several).
 */
export async function closeAll(started: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of started.splice(0).toReversed()) {
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
