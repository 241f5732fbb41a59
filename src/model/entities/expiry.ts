/** What a person is told whose edit or command an expired system does not take (SYS-15). */
export const expiredText =
  'This system has expired: it cannot be changed. Its data are kept and still come in. Ask the operator of the host to extend it.';

/** True where a system has expired; times in ms since the epoch, `now` 0 where it is not known. */
export function hasExpired(expiry: number | null, now: number): boolean {
  return expiry !== null && now > 0 && expiry <= now;
}
