const firstMs = 5_000;
const longestMs = 60_000;

/**
 * Returns how long to wait before the next automatic retry, in ms, after `times` failures in a row: 5 s, then
 * twice as long each time, at most a minute (ACC-9, SYS-17).
 */
export function untilRetry(times: number): number {
  return Math.min(longestMs, firstMs * 2 ** (times - 1));
}
