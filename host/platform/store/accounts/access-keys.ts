import { type Insertable, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { AccessKeyTable } from '../schema-accounts.ts';

const shownColumns = ['id', 'name', 'begins_with', 'created_at', 'expires_at', 'last_used_at'] as const;

/** The person and system of a key. */
type Owner = { userId: number; systemId: string };

/** Returns a person's keys for a system that are not revoked, newest first, including expired ones. */
export function accessKeysOf({ db }: Db, { userId, systemId }: Owner) {
  return db
    .selectFrom('access_keys')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('system_id', '=', systemId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Locks a person and their membership before a key is added, so that keys are added one after the other and
 * the limit on their number holds. Returns false if the account is disabled or the person does not belong to
 * the system.
 */
export async function lockKeysOf({ db }: Db, { userId, systemId }: Owner): Promise<boolean> {
  const users = db.selectFrom('users').select(['activated', 'superuser']).where('id', '=', userId);
  const person = await users.forNoKeyUpdate().executeTakeFirst();
  if (person?.activated !== true) return false;
  const memberships = db.selectFrom('memberships').select('role_id').where('user_id', '=', userId);
  const member = await memberships.where('system_id', '=', systemId).forShare().executeTakeFirst();
  return person.superuser || member !== undefined;
}

export function addAccessKey({ db }: Db, key: Insertable<AccessKeyTable>) {
  return db.insertInto('access_keys').values(key).returning(shownColumns).executeTakeFirstOrThrow();
}

/**
 * Revokes one of a person's keys for a system. Returns false if there is no such key, or it was revoked
 * before.
 */
export async function revokeAccessKey({ db }: Db, id: number, { userId, systemId }: Owner): Promise<boolean> {
  const revoked = await db
    .updateTable('access_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('system_id', '=', systemId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Revokes all keys of a person. */
export async function revokeAccessKeysOf({ db }: Db, userId: number): Promise<void> {
  await db
    .updateTable('access_keys')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Selects keys that are neither revoked nor expired, of people who may log in. */
function goodKeys({ db }: Db) {
  return db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .where('access_keys.revoked_at', 'is', null)
    .where('access_keys.expires_at', '>', sql<Date>`now()`)
    .where('users.activated', '=', true);
}

/**
 * Returns the valid key with that hash; if `login` is given, only if the key is of that person and system.
 * `stale`: its use was last recorded more than a minute ago, or never.
 */
export function goodAccessKey(database: Db, hash: Buffer, login?: { systemId: string; username: string }) {
  const keys = goodKeys(database)
    .select(['access_keys.id', 'access_keys.user_id', 'access_keys.system_id', 'access_keys.expires_at'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale'))
    .where('key_hash', '=', hash);
  if (login === undefined) return keys.executeTakeFirst();
  return keys
    .where('access_keys.system_id', '=', login.systemId)
    .where(sql<string>`login_name(users.username)`, '=', sql<string>`login_name(${login.username})`)
    .executeTakeFirst();
}

/** Returns the person and system of a valid key; undefined if there is no such key. */
export function ownerOfAccessKey(database: Db, id: number): Promise<{ user_id: number; system_id: string } | undefined> {
  return goodKeys(database)
    .select(['access_keys.user_id', 'access_keys.system_id'])
    .where('access_keys.id', '=', id)
    .executeTakeFirst();
}

/** Records that a key was used now. Does nothing if another process is just recording that. */
export async function noteAccessKeyUse({ db }: Db, id: number): Promise<void> {
  await sql`update access_keys set last_used_at = now()
    where id in (select id from access_keys where id = ${id} for no key update skip locked)`.execute(db);
}
