/**
 * Stops everything that was started, the last first. A failure does not keep the others from stopping; the
 * first one is thrown at the end.
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
