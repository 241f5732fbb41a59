/** ACC-9: a token is renewed this long before it expires. */
export const renewalLeadMs = 15_000;

type Claims = { exp: number; iat: number | undefined };

/**
 * When an access token received at `receivedAt` expires, in ms since the epoch by this machine's clock;
 * undefined when the token does not say. The token's own lifetime is counted from its receipt, so that a
 * clock that runs minutes off the host's does no harm.
 */
export function tokenExpiry(token: string, receivedAt: number): number | undefined {
  const claims = readClaims(token);
  if (claims === undefined) return undefined;
  return claims.iat === undefined ? claims.exp * 1000 : receivedAt + (claims.exp - claims.iat) * 1000;
}

/** True while a token that expires at `expiresAt` need not be renewed yet; times in ms since the epoch. */
export function isFresh(expiresAt: number, now: number): boolean {
  return expiresAt - renewalLeadMs > now;
}

/**
 * Bounds of a wait: a token that is good for seconds must not be renewed without pause, nor a timer be longer
 * than browsers count.
 */
const shortestWaitMs = 1_000;
const longestWaitMs = 24 * 60 * 60 * 1000;

/** How long to wait, in ms, until the token that expires at `expiresAt` is to be renewed. */
export function untilRenewal(expiresAt: number, now: number): number {
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, expiresAt - renewalLeadMs - now));
}

/** Without a schema: the script that runs before the console's code reads tokens too, and is small. */
function readClaims(token: string): Claims | undefined {
  const { exp, iat }: { exp?: unknown; iat?: unknown } = Object(readPayload(token));
  if (typeof exp !== 'number' || (iat !== undefined && typeof iat !== 'number')) return undefined;
  return { exp, iat };
}

/** What an access token says, unchecked; undefined when it cannot be read. */
export function readPayload(token: string): unknown {
  try {
    return JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return undefined;
  }
}
