import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction, lockFor } from '../database.ts';

/** What a key signs: access tokens (and the chain of refresh tokens), or the cookies of known devices. */
export type KeyPurpose = 'token' | 'device';

export type StoredKey = { id: string; purpose: KeyPurpose; secret: Buffer };

/**
 * When keys are used, in ms. A new key signs only after `noticeMs`, when every process has read it. A
 * superseded key still verifies for `retiringMs`.
 */
export type KeyTimes = { noticeMs: number; retiringMs: number };

const keysLock = 7_310_441;

/** Returns all keys that were ever created, by purpose and age, without their secrets. */
export function listSigningKeys({ db }: Db) {
  return db
    .selectFrom('signing_keys')
    .select(['id', 'purpose', 'created_at', 'superseded_at', 'retired_at'])
    .orderBy('purpose')
    .orderBy('created_at')
    .execute();
}

/**
 * Returns the keys that sign or verify; for each purpose, the signing key comes first. Creates a key for a
 * purpose that has none.
 */
export async function readSigningKeys(database: Db, times: KeyTimes): Promise<StoredKey[]> {
  const rows = await validKeys(database, times);
  const missing = (['token', 'device'] as const).filter((purpose) => !rows.some((row) => row.purpose === purpose));
  if (missing.length === 0) return rows;
  return inTransaction(database, async (transaction) => {
    await lockFor(transaction, keysLock);
    for (const purpose of missing) if (!(await hasCurrent(transaction, purpose))) await makeKey(transaction, purpose);
    return validKeys(transaction, times);
  });
}

/** Creates a key for access tokens; it supersedes the present one after `noticeMs`. Returns its id. */
export async function supersedeSigningKey({ db }: Db, { noticeMs }: KeyTimes): Promise<string> {
  await lockFor({ db }, keysLock);
  await db
    .updateTable('signing_keys')
    .set({ superseded_at: sql`clock_timestamp() + ${noticeMs} * interval '1 ms'` })
    .where('purpose', '=', 'token')
    .where('superseded_at', 'is', null)
    .execute();
  return makeKey({ db }, 'token');
}

/** Retires keys all of whose signatures have expired, and deletes their secrets. */
export async function retireOldKeys({ db }: Db, { retiringMs }: KeyTimes): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ retired_at: sql`now()`, secret: Buffer.alloc(0) })
    .where('retired_at', 'is', null)
    .where('superseded_at', '<', sql<Date>`now() - ${retiringMs} * interval '1 ms'`)
    .execute();
}

function validKeys({ db }: Db, { noticeMs, retiringMs }: KeyTimes): Promise<StoredKey[]> {
  return db
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
}

async function hasCurrent({ db }: Db, purpose: KeyPurpose): Promise<boolean> {
  const keys = db.selectFrom('signing_keys').select('id').where('purpose', '=', purpose).where('superseded_at', 'is', null);
  return (await keys.executeTakeFirst()) !== undefined;
}

async function makeKey({ db }: Db, purpose: KeyPurpose): Promise<string> {
  const { id } = await db
    .insertInto('signing_keys')
    .values({ purpose, secret: randomBytes(32), created_at: sql`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
