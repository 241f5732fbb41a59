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
import { findMembership } from '../../platform/store/accounts/memberships.ts';
import { systemState } from '../../platform/store/system-state.ts';
import type { Db } from '../../platform/store/database.ts';
import { randomSecret, secretHash } from './secrets.ts';
import { noteSecurity } from './security-notes.ts';

/** An access key: its owner, its system, and when it expires (ms since the epoch). */
export type AccessKey = { id: number; userId: number; systemId: string; expiresAt: number };

type Owner = { userId: number; systemId: string };

/** The length of the prefix that lists show: 24 of the key's 256 random bits. */
const shownLength = accessKeyPrefix.length + 4;

/** Returns a person's keys in a system, newest first, including ended ones that are not removed yet. */
export async function listAccessKeys(database: Db, owner: Owner) {
  return (await accessKeysOf(database, owner)).map(shown);
}

/**
 * Creates a key in a transaction and returns it; it cannot be read again later. `expiresAt` is in ms since
 * the epoch, by default in 90 days.
 * @throws ApiError 400 with the field 'expiresAt'; 403 if the person's account or membership has just ended;
 * 409 with the field 'name' if the person has a valid key of that name in the system, or as many keys as
 * allowed.
 */
export async function createAccessKey(within: Db, owner: Owner, name: string, expiresAt?: number) {
  const now = Date.now();
  const until = expiresAt ?? now + usualKeyDays * dayMs;
  if (until <= now) throw invalidRequest('A key must be valid for some time. Choose a later end', 'expiresAt');
  // Allow one minute more, because clocks may differ.
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

/**
 * Revokes one of a person's keys in a transaction.
 * @throws ApiError 404 if they have no such key.
 */
export async function endAccessKey(within: Db, id: number, owner: Owner): Promise<void> {
  if (!(await revokeAccessKey(within, id, owner))) throw notFound('You have no such key in this system');
  await noteSecurity(within, { event: 'accessKey.revoked', userId: owner.userId, mitasId: owner.systemId, keyId: id });
}

/**
 * Returns the valid key with this text if its owner's account is enabled, else null. Does not check the
 * membership: the authority does. Records the time of use, to the minute.
 */
export async function findAccessKey(database: Db, key: string): Promise<AccessKey | null> {
  if (!isAccessKey(key)) return null;
  const found = await goodAccessKey(database, secretHash(key));
  if (found === undefined) return null;
  await noteUse(database, found);
  return { id: found.id, userId: found.user_id, systemId: found.system_id, expiresAt: found.expires_at.getTime() };
}

/**
 * Checks a login in which the password is an access key. `user` is `{mitasId}.{username}`, split at the first
 * dot. Returns null unless the key belongs to that system and person, who must still be a member, and the
 * system is online. Records the time of use, to the minute.
 */
export async function findAccessKeyForLogin(
  database: Db,
  user: string,
  password: string,
): Promise<{ keyId: number; userId: number; systemId: string } | null> {
  const dot = user.indexOf('.');
  if (dot < 1 || !isAccessKey(password)) return null;
  const [systemId, username] = [user.slice(0, dot), user.slice(dot + 1)];
  // PostgreSQL cannot store a NUL character, so no name contains one.
  if (username === '' || username.length > 254 || user.includes('\0')) return null;
  const found = await goodAccessKey(database, secretHash(password), { systemId, username });
  if (found === undefined || !(await mayEnter(database, found))) return null;
  await noteUse(database, found);
  return { keyId: found.id, userId: found.user_id, systemId };
}

/**
 * True if a key that opened a session would still be accepted. Called regularly while the session is open.
 */
export async function isAccessKeyLive(database: Db, keyId: number): Promise<boolean> {
  const owner = await ownerOfAccessKey(database, keyId);
  return owner !== undefined && mayEnter(database, owner);
}

/** True if a person is a member of a system that is online. */
async function mayEnter(database: Db, { user_id: userId, system_id: systemId }: { user_id: number; system_id: string }) {
  const membership = await findMembership(database, userId, systemId);
  return membership !== null && systemState(membership) !== 'offline';
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
