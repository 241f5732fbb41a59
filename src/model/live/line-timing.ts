/** The times of the live line, in ms (SOCK-8 to SOCK-12; the others are this console's own). */

/** An opening that has not succeeded by then has failed (SOCK-8). */
export const connectTimeoutMs = 5_000;
/** Attempts to reconnect before the person is asked (SOCK-9). */
export const maxAttempts = 10;
/** The host answers a ping or a subscription within this time, or the line is lost. */
export const replyTimeoutMs = 5_000;
/**
 * After so long without a frame the host stands still or the line is cut, whatever the socket says: it beats
 * every 2 s.
 */
export const quietMs = 5_000;
/** How often the length of the silence is published again. */
export const quietTickMs = 1_000;
/** A line that held this long counts as good: the attempts begin again when it is lost. */
export const settledMs = 5_000;
/** How long missing contacts are waited for without progress before the host is asked for them again. */
export const gapWaitMs = 3_000;
/** The same for contacts from storage, which the host has to look up. */
export const storedWaitMs = 20_000;
/**
 * A page hidden this long lets its socket go: its whole window would be old by the time it is looked at
 * again.
 */
export const hiddenLimitMs = 300_000;
/** A fresh token comes within this time, or the socket has failed. */
export const tokenTimeoutMs = 15_000;
/** How often a line is tried for while the browser says that there is no network: it may be wrong. */
export const offlineWaitMs = 30_000;
const firstBackOffMs = 500;
const longestBackOffMs = 30_000;

/**
 * How long to wait before the attempt of that number (from 1): doubling, and spread by `random` (0 to 1) over
 * its upper half.
 */
export function backOffMs(attempt: number, random: number): number {
  const whole = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (attempt - 1));
  return Math.round(whole * (0.5 + random / 2));
}
