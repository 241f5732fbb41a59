import { hkdfSync } from 'node:crypto';
import {
  type KeyPurpose,
  readSigningKeys,
  retireOldKeys,
  type StoredKey,
  supersedeSigningKey,
} from '../../platform/store/accounts/signing-keys.ts';
import type { Db } from '../../platform/store/database.ts';

/** A signing key; `refreshChain` derives each refresh token from the one before it. */
export type SigningKey = { kid: string; purpose: KeyPurpose; secret: Uint8Array; refreshChain: Uint8Array };

export type SigningKeys = {
  /** Returns the key that signs at present. */
  current(purpose: KeyPurpose): Promise<SigningKey>;
  /** Returns the key with a kid, or null if it does not exist or was retired. */
  find(purpose: KeyPurpose, kid: string): Promise<SigningKey | null>;
  /**
   * Returns all keys that may have signed valid tokens, the current one first. `again` reads them from the
   * database, because another process may have added one.
   */
  all(purpose: KeyPurpose, again?: 'again'): Promise<SigningKey[]>;
};

/** The algorithm (JWA) of tokens and the device cookie. */
export const signingAlgorithm = 'HS256';

/** How long (ms) keys are cached. An unknown kid causes a read at once, but at most one a second. */
const trustMs = 5_000;
const soonestMs = 1_000;

/** A new key starts to sign this long after its creation, so that all processes know it by then. */
export const noticeMs = 10_000;

/**
 * How long a replaced key still verifies: until the tokens expire that another host signed with it just
 * before noticing the change (ACC-6, ACC-20).
 */
export const retiringMs = 20 * 60_000;

const times = { noticeMs, retiringMs };

/**
 * Loads the host's signing keys, and creates them on the first start. All processes of a database share them,
 * and notice each other's changes.
 */
export async function loadSigningKeys(database: Db, now: () => number = () => performance.now()): Promise<SigningKeys> {
  let known: { keys: SigningKey[]; at: number } = { keys: await readKeys(database), at: now() };
  let asking: Promise<SigningKey[]> | undefined;
  let askedOfUnknown = -Infinity;

  /** Shares one query among concurrent callers. */
  function askAnew(): Promise<SigningKey[]> {
    asking ??= readKeys(database)
      .then((keys) => {
        known = { keys, at: now() };
        return keys;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }
  const recent = () => (now() - known.at < trustMs ? Promise.resolve(known.keys) : askAnew());
  const of = (purpose: KeyPurpose, keys: readonly SigningKey[]) => keys.filter((key) => key.purpose === purpose);

  return {
    async current(purpose) {
      const [key] = of(purpose, await recent());
      if (key === undefined) throw new Error(`There is no signing key for the purpose '${purpose}'`);
      return key;
    },
    async find(purpose, kid) {
      const named = (keys: readonly SigningKey[]) => of(purpose, keys).find((key) => key.kid === kid);
      const found = named(await recent());
      if (found !== undefined) return found;
      // Kids can be made up, so they cause at most one query a second.
      if (now() - askedOfUnknown < soonestMs && asking === undefined) return null;
      askedOfUnknown = now();
      return named(await askAnew()) ?? null;
    },
    all: async (purpose, again) => of(purpose, again === undefined ? await recent() : await askAnew()),
  };
}

/**
 * Creates a new key for access tokens in a transaction. It begins to sign after `noticeMs`. Returns its kid.
 */
export function rotateSigningKeys(transaction: Db): Promise<string> {
  return supersedeSigningKey(transaction, times);
}

/** Retires keys whose tokens have all expired, and deletes their secrets. */
export function retireSigningKeys(database: Db): Promise<void> {
  return retireOldKeys(database, times);
}

async function readKeys(database: Db): Promise<SigningKey[]> {
  return (await readSigningKeys(database, times)).map(toKey);
}

function toKey({ id, purpose, secret }: StoredKey): SigningKey {
  return {
    kid: id,
    purpose,
    secret: derive(secret, purpose === 'token' ? 'access token' : 'device cookie'),
    refreshChain: derive(secret, 'refresh chain'),
  };
}

function derive(secret: Buffer, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `telemetry console ${purpose}`, 32));
}
