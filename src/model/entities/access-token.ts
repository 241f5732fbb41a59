/** ACC-9: how long before its expiry a token is renewed. */
export const renewalLeadMs = 15_000;

type Claims = { exp: number; iat: number | undefined };

/**
 * Returns when an access token received at `receivedAt` expires, in ms since 1970 by this machine's clock;
 * undefined if the token does not say. The token's lifetime is counted from its receipt, so that a clock that
 * is minutes off does no harm.
 */
export function tokenExpiry(token: string, receivedAt: number): number | undefined {
  const claims = readClaims(token);
  if (claims === undefined) return undefined;
  return claims.iat === undefined ? claims.exp * 1000 : receivedAt + (claims.exp - claims.iat) * 1000;
}

/** Returns true while a token that expires at `expiresAt` need not be renewed. Times are in ms since 1970. */
export function isFresh(expiresAt: number, now: number): boolean {
  return expiresAt - renewalLeadMs > now;
}

/**
 * The bounds of the wait before a renewal. A token that lives only for seconds must not be renewed without
 * pause, and browsers limit the length of timers.
 */
const shortestWaitMs = 1_000;
const longestWaitMs = 24 * 60 * 60 * 1000;

/** Returns how long to wait, in ms, before renewing the token that expires at `expiresAt`. */
export function untilRenewal(expiresAt: number, now: number): number {
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, expiresAt - renewalLeadMs - now));
}

/** Uses no schema: the script that runs before the console's code reads tokens too, and must be small. */
function readClaims(token: string): Claims | undefined {
  const { exp, iat }: { exp?: unknown; iat?: unknown } = Object(readPayload(token));
  if (typeof exp !== 'number' || (iat !== undefined && typeof iat !== 'number')) return undefined;
  return { exp, iat };
}

/** Returns the contents of an access token, unchecked; undefined if it cannot be read. */
export function readPayload(token: string): unknown {
  try {
    return JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return undefined;
  }
}
