/** Shown when an expired system refuses an edit or a command (SYS-15). */
export const expiredText =
  'This system has expired: it cannot be changed. Its data are kept and still come in. Ask the operator of the host to extend it.';

/** Returns true if a system has expired; false if `now` is unknown (0). Times are in ms since 1970. */
export function hasExpired(expiry: number | null, now: number): boolean {
  return expiry !== null && now > 0 && expiry <= now;
}
