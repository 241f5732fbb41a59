import { accessKeyPrefix, dayMs, isAccessKey, mostAccessKeys, mostKeyDays, usualKeyDays } from '#model/entities/key.ts';
import { conflict, invalidRequest, notAuthorized, notFound } from '../../platform/api-error.ts';
import {
  accessKeysOf,
  addAccessKey,
  goodAccessKey,
  lockKeysOf,
  noteAccessKeyUse,
  ownerOfAccessKey,
  revokeAccessKey,
} from '../../platform/store/accounts/access-keys.ts';
import { standingOf } from '../../platform/store/accounts/memberships.ts';
import { systemState } from '../../platform/store/system-state.ts';
import type { Db } from '../../platform/store/database.ts';
import { randomSecret, secretHash } from './secrets.ts';
import { noteSecurity } from './security-notes.ts';

/** A key as the host knows it: whose, of which system, and until when (ms since the epoch). */
export type AccessKey = { id: number; userId: number; systemId: string; expiresAt: number };

type Owner = { userId: number; systemId: string };

/** How much of a key is kept to be recognised by: 24 of its 256 random bits. */
const shownLength = accessKeyPrefix.length + 4;

/** A person's keys of a system, the newest first, with those that ended and are not cleared away yet. */
export async function listAccessKeys(database: Db, owner: Owner) {
  return (await accessKeysOf(database, owner)).map(shown);
}

/**
 * Makes a key, in a transaction; the answer is the only time that it is seen. `expiresAt` in ms since the
 * epoch, by default in 90 days.
 * @throws ApiError 400 with the field 'expiresAt'; 403 where the person's account or membership has just
 * ended; 409 with the field 'name' where the person has a good key of that name in the system, or as many
 * keys as one may have.
 */
export async function createAccessKey(within: Db, owner: Owner, name: string, expiresAt?: number) {
  const now = Date.now();
  const until = expiresAt ?? now + usualKeyDays * dayMs;
  if (until <= now) throw invalidRequest('A key must be valid for some time. Choose a later end', 'expiresAt');
  // A minute for clocks that differ.
  if (until > now + mostKeyDays * dayMs + 60_000)
    throw invalidRequest(`A key is valid for at most ${mostKeyDays} days`, 'expiresAt');
  if (!(await lockKeysOf(within, owner))) throw notAuthorized();
  const good = (await accessKeysOf(within, owner)).filter(({ expires_at }) => expires_at.getTime() > now);
  if (good.some((key) => key.name === name))
    throw conflict('You already have a key with this name. Choose another name, or revoke that key first', 'name');
  if (good.length >= mostAccessKeys)
    throw conflict(`You have ${mostAccessKeys} keys here, the maximum. Revoke one that you do not need`, 'name');
  const key = accessKeyPrefix + randomSecret();
  const made = await addAccessKey(within, {
    user_id: owner.userId,
    system_id: owner.systemId,
    name,
    key_hash: secretHash(key),
    begins_with: key.slice(0, shownLength),
    expires_at: new Date(until),
  });
  await noteSecurity(within, { event: 'accessKey.created', userId: owner.userId, mitasId: owner.systemId, keyId: made.id });
  return { key, ...shown(made) };
}

/** Revokes one of a person's keys, in a transaction. @throws ApiError 404 where they have no such key. */
export async function endAccessKey(within: Db, id: number, owner: Owner): Promise<void> {
  if (!(await revokeAccessKey(within, id, owner))) throw notFound('You have no such key in this system');
  await noteSecurity(within, { event: 'accessKey.revoked', userId: owner.userId, mitasId: owner.systemId, keyId: id });
}

/**
 * The good key that this is, of somebody whose account is enabled, or null; whether they still belong to the
 * system is the authority's to say. Notes its use, to the minute.
 */
export async function findAccessKey(database: Db, key: string): Promise<AccessKey | null> {
  if (!isAccessKey(key)) return null;
  const found = await goodAccessKey(database, secretHash(key));
  if (found === undefined) return null;
  await noteUse(database, found);
  return { id: found.id, userId: found.user_id, systemId: found.system_id, expiresAt: found.expires_at.getTime() };
}

/**
 * Whom a login by an access key lets in, where the key is the password: `user` is `{mitasId}.{username}`,
 * parted by the first dot, and has to be of the key's own system and person, who has to belong to it now. A
 * system that is offline lets nobody in.
 * Null for any other. Notes its use, to the minute.
 */
export async function findAccessKeyForLogin(
  database: Db,
  user: string,
  password: string,
): Promise<{ keyId: number; userId: number; systemId: string } | null> {
  const dot = user.indexOf('.');
  if (dot < 1 || !isAccessKey(password)) return null;
  const [systemId, username] = [user.slice(0, dot), user.slice(dot + 1)];
  // What PostgreSQL does not store is nobody's name.
  if (username === '' || username.length > 254 || user.includes('\0')) return null;
  const found = await goodAccessKey(database, secretHash(password), { systemId, username });
  if (found === undefined || !(await mayEnter(database, found))) return null;
  await noteUse(database, found);
  return { keyId: found.id, userId: found.user_id, systemId };
}

/** Whether a key that let somebody in would still do so: what holds a session open asks now and then. */
export async function isAccessKeyLive(database: Db, keyId: number): Promise<boolean> {
  const owner = await ownerOfAccessKey(database, keyId);
  return owner !== undefined && mayEnter(database, owner);
}

/** Whether somebody belongs to a system that is not offline. */
async function mayEnter(database: Db, { user_id: userId, system_id: systemId }: { user_id: number; system_id: string }) {
  const standing = await standingOf(database, userId, systemId);
  return standing !== null && systemState(standing) !== 'offline';
}

async function noteUse(database: Db, { id, stale }: { id: number; stale: boolean }): Promise<void> {
  if (stale) await noteAccessKeyUse(database, id);
}

type Row = Awaited<ReturnType<typeof accessKeysOf>>[number];

function shown({ id, name, begins_with, created_at, expires_at, last_used_at }: Row) {
  return {
    id,
    name,
    beginsWith: begins_with,
    createdAt: created_at.getTime(),
    expiresAt: expires_at.getTime(),
    lastUsedAt: last_used_at?.getTime() ?? null,
  };
}
