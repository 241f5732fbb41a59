/**
 * Stops everything that was started, the last first. If a stop fails, the others still run; the first failure
 * is thrown at the end.
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
