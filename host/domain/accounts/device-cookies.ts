import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { randomSecret } from './secrets.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

/** A browser that was not used for a login for so long is a stranger again. */
export const deviceMs = 180 * 86_400_000;

/** People of one browser that are remembered, the latest first: a station's computer has several. */
const maxAccounts = 8;

const audience = 'telemetry-console device';

const accountsSchema = v.array(v.object({ id: v.number(), device: v.string(), until: v.number() }));
type KnownAccount = v.InferOutput<typeof accountsSchema>[number];

export type DeviceCookies = {
  /**
   * The name of this device at an account, when it has logged in there before; else, and for nobody's
   * account, null.
   */
  deviceOf(cookie: string | undefined, userId: number | null): Promise<string | null>;
  /** The cookie of a device that has just logged in to an account: what it was before, and this. */
  remember(cookie: string | undefined, userId: number): Promise<{ cookie: string; expires: Date }>;
};

/**
 * Which accounts a browser has logged in to, so that strangers' guesses at an account do not keep its owner
 * out: OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'. The cookie lets nobody in; it says
 * whose failures count apart. Signed, so that none can be made up.
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
      // A cookie that is none makes a stranger, nothing worse.
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
