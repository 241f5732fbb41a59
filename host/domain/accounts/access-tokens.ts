import { errors, jwtVerify, SignJWT } from 'jose';
import { accepted, refused, type Result } from '#model/result.ts';
import type { Caller } from './authority.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/** ACC-6: an access token lives 15 min. */
export const accessTokenMs = 15 * 60_000;

const issuer = 'telemetry-console';

/** What an access token says; whether its session still lives the token cannot say. */
export type TokenReading = Result<Caller, 'expired' | 'bad'>;

export type AccessTokens = {
  /**
   * A token for a session, which ends no later than `latest` (ms since the epoch): the session's end, or that
   * of the token it replaces.
   */
  issue(userId: number, sessionId: string, latest: number): Promise<string>;
  read(token: string): Promise<TokenReading>;
};

/** So many tokens that were verified are known again without another look at their signature. */
const maxKnown = 1_000;

/**
 * Signs and reads access tokens (ACC-6: short-lived bearer tokens), each by the key that its kid names. They
 * name the system that `systemOf` a person says: a hint for the page, which asks for it ahead (SPEED-19), and
 * no permission.
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
      // Its key may have been withdrawn since.
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
