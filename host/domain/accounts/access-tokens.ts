import { errors, jwtVerify, SignJWT } from 'jose';
import { accepted, refused, type Result } from '#model/result.ts';
import type { Caller } from './authority.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/** ACC-6: an access token lives 15 min. */
export const accessTokenMs = 15 * 60_000;

const issuer = 'telemetry-console';

/**
 * The caller that a token names, or why the token is refused. Does not say whether the session is still open.
 */
export type TokenReading = Result<Caller, 'expired' | 'bad'>;

export type AccessTokens = {
  /**
   * Issues a token for a session. It expires after `accessTokenMs`, or earlier at `latest` (ms since the
   * epoch): the end of the session, or of the token that it replaces.
   */
  issue(userId: number, sessionId: string, latest: number): Promise<string>;
  read(token: string): Promise<TokenReading>;
};

/** How many verified tokens are cached, so that their signatures are not checked again. */
const maxKnown = 1_000;

/**
 * Signs and reads access tokens (ACC-6: short-lived bearer tokens). Each names its key (kid) and the system
 * that `systemOf` returns for the person, if any. The page uses this system to preload data (SPEED-19);
 * naming it grants no rights.
 */
export function createAccessTokens(
  keys: SigningKeys,
  systemOf: (userId: number) => Promise<string | null>,
  now: () => number = Date.now,
): AccessTokens {
  const verified = new Map<string, { caller: Caller; kid: string }>();
  return {
    async issue(userId, sessionId, latest) {
      const [{ kid, secret }, mitasId] = await Promise.all([keys.current('token'), systemOf(userId)]);
      const issuedAt = now();
      return new SignJWT({ sid: sessionId, ...(mitasId === null ? {} : { mitasId }) })
        .setProtectedHeader({ alg: signingAlgorithm, kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(String(userId))
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setJti(crypto.randomUUID())
        .setExpirationTime(Math.floor(Math.min(issuedAt + accessTokenMs, latest) / 1000))
        .sign(secret);
    },
    async read(token) {
      const known = verified.get(token);
      // The key may have been retired since the token was verified.
      if (known !== undefined && (await keys.find('token', known.kid)) !== null)
        return known.caller.expiresAt > now() ? accepted(known.caller) : refused('expired');
      verified.delete(token);
      try {
        const { payload, protectedHeader } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = kid === undefined ? null : await keys.find('token', kid);
            if (key === null) throw new errors.JWKSNoMatchingKey();
            return key.secret;
          },
          { algorithms: [signingAlgorithm], issuer, audience: issuer, currentDate: new Date(now()) },
        );
        const userId = Number(payload.sub);
        if (!Number.isSafeInteger(userId) || typeof payload['sid'] !== 'string' || payload.exp === undefined)
          return refused('bad');
        const caller = { userId, sessionId: payload['sid'], expiresAt: payload.exp * 1000 };
        if (verified.size >= maxKnown) verified.clear();
        verified.set(token, { caller, kid: protectedHeader.kid ?? '' });
        return accepted(caller);
      } catch (error) {
        if (error instanceof errors.JWTExpired) return refused('expired');
        if (error instanceof errors.JOSEError) return refused('bad');
        throw error;
      }
    },
  };
}
