const hourMs = 3_600_000;

/**
 * Does `task` now and every hour, one at a time; what it fails of goes to `onFailed`, and it comes again.
 * Returns the function that stops it, when what has begun is done.
 */
export function hourly(
  task: () => Promise<void>,
  onFailed: (error: unknown) => void,
  intervalMs: number = hourMs,
): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const run = (): void => {
    underWay ??= task()
      .catch(onFailed)
      .finally(() => {
        underWay = undefined;
      });
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
