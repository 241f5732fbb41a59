import { hkdfSync, randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/store/database.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** What is signed: access tokens (and the chain of refresh tokens), or the cookies of known devices. */
export type KeyPurpose = 'token' | 'device';

/** One signing key; `refreshChain` makes each refresh token from the one before it. */
export type SigningKey = { kid: string; purpose: KeyPurpose; secret: Uint8Array; refreshChain: Uint8Array };

export type SigningKeys = {
  /** The key that signs now. */
  current(purpose: KeyPurpose): Promise<SigningKey>;
  /** The key of a token; null when there is none, or none any more. */
  find(purpose: KeyPurpose, kid: string): Promise<SigningKey | null>;
  /** All keys that may have signed what still lives, the current one first. `anew` asks the database, where another process may have made one. */
  all(purpose: KeyPurpose, anew?: 'anew'): Promise<SigningKey[]>;
};

const keysLock = 7_310_441;

/** A key that another process made is noticed within so long; an unknown kid makes this one look at once, but not more often than once a second. */
const trustMs = 5_000;
const soonestMs = 1_000;

/** A new key begins to sign so long after it was made, so that every process knows it by then. */
export const noticeMs = 10_000;

/**
 * How long a superseded key goes on verifying: as long as a token that another host signed with it just before it noticed (ACC-6, ACC-20).
 */
export const retiringMs = 20 * 60_000;

/**
 * The host's signing keys, by kid; the first ones are made on the first start. Processes that share a database share them, and notice what
 * another one changed.
 */
export async function loadSigningKeys(
  { db }: Pick<Database, 'db'>,
  now: () => number = () => performance.now(),
): Promise<SigningKeys> {
  let known: { keys: SigningKey[]; at: number } = { keys: await readKeys(db), at: now() };
  let asking: Promise<SigningKey[]> | undefined;
  let askedOfUnknown = -Infinity;

  /** Asks once for all who ask meanwhile. */
  function askAnew(): Promise<SigningKey[]> {
    asking ??= readKeys(db)
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
    all: async (purpose, anew) => of(purpose, anew === undefined ? await recent() : await askAnew()),
  };
}

/** Makes a new key for access tokens, which signs from `noticeMs` after it was made; answers its kid. */
export async function rotateSigningKeys(tx: Transaction<Schema>): Promise<string> {
  await sql`select pg_advisory_xact_lock(${keysLock})`.execute(tx);
  await tx
    .updateTable('signing_keys')
    .set({ superseded_at: sql`clock_timestamp() + ${noticeMs} * interval '1 ms'` })
    .where('purpose', '=', 'token')
    .where('superseded_at', 'is', null)
    .execute();
  return makeKey(tx, 'token');
}

/** Retires keys that signed nothing that still lives, and forgets their secrets. */
export async function retireSigningKeys({ db }: Pick<Database, 'db'>): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ retired_at: sql`now()`, secret: Buffer.alloc(0) })
    .where('retired_at', 'is', null)
    .where('superseded_at', '<', sql<Date>`now() - ${retiringMs} * interval '1 ms'`)
    .execute();
}

/** The keys that sign or verify, the one that signs first; makes what is missing. */
async function readKeys(db: Database['db']): Promise<SigningKey[]> {
  const read = (from: Database['db']) =>
    from
      .selectFrom('signing_keys')
      .select(['id', 'purpose', 'secret'])
      .where('retired_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('superseded_at', 'is', null),
          eb('superseded_at', '>', sql<Date>`clock_timestamp() - ${retiringMs} * interval '1 ms'`),
        ]),
      )
      .orderBy(sql`created_at <= clock_timestamp() - ${noticeMs} * interval '1 ms'`, 'desc')
      .orderBy('created_at', 'desc')
      .execute();
  const rows = await read(db);
  const missing = (['token', 'device'] as const).filter((purpose) => !rows.some((row) => row.purpose === purpose));
  if (missing.length === 0) return rows.map(toKey);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${keysLock})`.execute(tx);
    for (const purpose of missing) {
      const current = await tx
        .selectFrom('signing_keys')
        .select('id')
        .where('purpose', '=', purpose)
        .where('superseded_at', 'is', null)
        .executeTakeFirst();
      if (current === undefined) await makeKey(tx, purpose);
    }
    return (await read(tx)).map(toKey);
  });
}

async function makeKey(tx: Transaction<Schema>, purpose: KeyPurpose): Promise<string> {
  const { id } = await tx
    .insertInto('signing_keys')
    .values({ purpose, secret: randomBytes(32), created_at: sql`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function toKey({ id, purpose, secret }: { id: string; purpose: KeyPurpose; secret: Buffer }): SigningKey {
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
