/** The timings of the live line, in ms. SOCK-8 to SOCK-12 prescribe some; the others are our choice. */

/** An attempt to connect that takes longer has failed (SOCK-8). */
export const connectTimeoutMs = 5_000;
/** Attempts to reconnect before the page asks the person (SOCK-9). */
export const maxAttempts = 10;
/** If the host does not answer a ping or a subscription within this time, the line is lost. */
export const replyTimeoutMs = 5_000;
/**
 * After this long without a frame, the host has stopped or the connection is broken, even if the socket is
 * open: heartbeats come every 2 s.
 */
export const quietMs = 5_000;
/** How often the length of the silence is updated. */
export const quietTickMs = 1_000;
/** A line that lasted this long was good: when it breaks, attempts count from 1 again. */
export const settledMs = 5_000;
/** How long to wait for missing contacts without progress before requesting them again. */
export const gapWaitMs = 3_000;
/** How long to wait for contacts from storage, which the host needs longer to find. */
export const storedWaitMs = 20_000;
/** A page that is hidden this long closes its socket: its window would be outdated when it is shown again. */
export const hiddenLimitMs = 300_000;
/** If no fresh token arrives within this time, the socket has failed. */
export const tokenTimeoutMs = 15_000;
/** How often to try to connect while the browser reports no network: it may be wrong. */
export const offlineWaitMs = 30_000;
const firstBackOffMs = 500;
const longestBackOffMs = 30_000;

/**
 * Returns how long to wait before an attempt (`attempt` counts from 1): twice as long each time, up to 30 s.
 * `random` (0 to 1) spreads the result between half of that and all of it.
 */
export function backOffMs(attempt: number, random: number): number {
  const whole = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (attempt - 1));
  return Math.round(whole * (0.5 + random / 2));
}
