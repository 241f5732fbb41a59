import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { randomSecret } from './secrets.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/** How long a browser is remembered after its last login. */
export const deviceMs = 180 * 86_400_000;

/**
 * How many accounts a browser's cookie remembers, latest first: several people share a field station's
 * computer.
 */
const maxAccounts = 8;

const audience = 'telemetry-console device';

const accountsSchema = v.array(v.object({ id: v.number(), device: v.string(), until: v.number() }));
type KnownAccount = v.InferOutput<typeof accountsSchema>[number];

export type DeviceCookies = {
  /**
   * Returns the device's name for an account that logged in on it before; otherwise, and for unknown
   * accounts, null.
   */
  deviceOf(cookie: string | undefined, userId: number | null): Promise<string | null>;
  /** Returns the new cookie after a login: this account, followed by those of the old cookie. */
  remember(cookie: string | undefined, userId: number): Promise<{ cookie: string; expires: Date }>;
};

/**
 * Remembers which accounts logged in from a browser, so that strangers who guess an account's password cannot
 * lock out its owner (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'). The cookie is no
 * login: it only selects whose failures count separately. It is signed, so it cannot be forged.
 */
export function createDeviceCookies(keys: SigningKeys, now: () => number = Date.now): DeviceCookies {
  async function read(cookie: string | undefined): Promise<KnownAccount[]> {
    if (cookie === undefined || cookie === '') return [];
    try {
      const { payload } = await jwtVerify(
        cookie,
        async ({ kid }) => {
          const key = kid === undefined ? null : await keys.find('device', kid);
          if (key === null) throw new errors.JWKSNoMatchingKey();
          return key.secret;
        },
        { algorithms: [signingAlgorithm], audience, currentDate: new Date(now()) },
      );
      const accounts = v.safeParse(accountsSchema, payload['accounts']);
      return accounts.success ? accounts.output.filter(({ until }) => until > now()) : [];
    } catch (error) {
      // An invalid cookie counts as no cookie.
      if (error instanceof errors.JOSEError) return [];
      throw error;
    }
  }

  return {
    async deviceOf(cookie, userId) {
      return (await read(cookie)).find(({ id }) => id === userId)?.device ?? null;
    },
    async remember(cookie, userId) {
      const known = await read(cookie);
      const until = now() + deviceMs;
      const device = known.find(({ id }) => id === userId)?.device ?? randomSecret();
      const accounts = [{ id: userId, device, until }, ...known.filter(({ id }) => id !== userId)].slice(0, maxAccounts);
      const { kid, secret } = await keys.current('device');
      const signed = await new SignJWT({ accounts })
        .setProtectedHeader({ alg: signingAlgorithm, kid })
        .setAudience(audience)
        .setExpirationTime(Math.floor(until / 1000))
        .sign(secret);
      return { cookie: signed, expires: new Date(until) };
    },
  };
}
