import { hkdfSync } from 'node:crypto';
import {
  type KeyPurpose,
  readSigningKeys,
  retireOldKeys,
  type StoredKey,
  supersedeSigningKey,
} from '../../platform/store/accounts/signing-keys.ts';
import type { Db } from '../../platform/store/database.ts';

/** One signing key; `refreshChain` makes each refresh token from the one before it. */
export type SigningKey = { kid: string; purpose: KeyPurpose; secret: Uint8Array; refreshChain: Uint8Array };

export type SigningKeys = {
  /** The key that signs now. */
  current(purpose: KeyPurpose): Promise<SigningKey>;
  /** The key of a token; null when there is none, or none any more. */
  find(purpose: KeyPurpose, kid: string): Promise<SigningKey | null>;
  /**
   * All keys that may have signed what still lives, the current one first. `again` asks the database, where
   * another process may have made one.
   */
  all(purpose: KeyPurpose, again?: 'again'): Promise<SigningKey[]>;
};

/** How tokens and the device cookie are signed (JWA). */
export const signingAlgorithm = 'HS256';

/**
 * A key that another process made is noticed within so long; an unknown kid makes this one look at once, but
 * not more often than once a second.
 */
const trustMs = 5_000;
const soonestMs = 1_000;

/** A new key begins to sign so long after it was made, so that every process knows it by then. */
export const noticeMs = 10_000;

/**
 * How long a superseded key goes on verifying: as long as a token that another host signed with it just
 * before it noticed (ACC-6, ACC-20).
 */
export const retiringMs = 20 * 60_000;

const times = { noticeMs, retiringMs };

/**
 * The host's signing keys, by kid; the first ones are made on the first start. Processes that share a
 * database share them, and notice what another one changed.
 */
export async function loadSigningKeys(database: Db, now: () => number = () => performance.now()): Promise<SigningKeys> {
  let known: { keys: SigningKey[]; at: number } = { keys: await readKeys(database), at: now() };
  let asking: Promise<SigningKey[]> | undefined;
  let askedOfUnknown = -Infinity;

  /** Asks once for all who ask meanwhile. */
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
      // Anybody can make up kids: they cost the database one question a second.
      if (now() - askedOfUnknown < soonestMs && asking === undefined) return null;
      askedOfUnknown = now();
      return named(await askAnew()) ?? null;
    },
    all: async (purpose, again) => of(purpose, again === undefined ? await recent() : await askAnew()),
  };
}

/**
 * Makes a new key for access tokens in a transaction, which signs from `noticeMs` after it was made; answers
 * its kid.
 */
export function rotateSigningKeys(transaction: Db): Promise<string> {
  return supersedeSigningKey(transaction, times);
}

/** Retires keys that signed nothing that still lives, and forgets their secrets. */
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
