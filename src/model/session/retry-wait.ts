const firstMs = 5_000;
const longestMs = 60_000;

/**
 * How long to wait, in ms, after what is tried again unasked has failed `times` times in a row: 5 s, twice as
 * long each time, at most a minute (ACC-9, SYS-17).
 */
export function untilRetry(times: number): number {
  return Math.min(longestMs, firstMs * 2 ** (times - 1));
}
