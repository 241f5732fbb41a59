import { hash, randomBytes } from 'node:crypto';
import { mostReceiverKeys } from '#model/entities/key.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { gathered } from '../../platform/gathered.ts';
import {
  addReceiverKey,
  noteKeyUse,
  receiverKeysOf,
  revokeReceiverKey,
  validReceiverKeys,
  type FoundReceiverKey,
  type ValidReceiverKey,
} from '../../platform/store/accounts/receiver-keys.ts';
import { lockSystem } from '../../platform/store/accounts/systems.ts';
import type { Database, Db } from '../../platform/store/database.ts';
import { systemState } from '../../platform/store/system-state.ts';
import { noteSecurity } from './security-notes.ts';

/**
 * A receiver key for ingest: its system, whether that system accepts contacts, and the system's revision at
 * which this was read (`asOf`).
 */
export type ReceiverKey = { id: number; systemId: string; running: boolean; asOf: string };

/** Returns the stored hash of a key. Keys are 32 random bytes, so a plain SHA-256 cannot be reversed. */
function hashReceiverKey(key: string): string {
  return hash('sha256', key);
}

/** Creates a key for a system and returns it; it cannot be read again later. */
export async function createReceiverKey(database: Db, systemId: string, name: string) {
  const key = randomBytes(32).toString('base64url');
  const row = await addReceiverKey(database, systemId, name, Buffer.from(hashReceiverKey(key), 'hex'));
  return { key, ...row };
}

/** Why no key was created; `taken` is the number of the valid key with the same name. */
export type KeyRefusal = { text: string; taken: number | null };

/**
 * Creates a key for a system in a transaction. `by` names its author in the security log. Valid keys need
 * different names to tell them apart; the name of a revoked key is free.
 */
export async function makeReceiverKey(
  within: Db,
  { systemId, name, by }: { systemId: string; name: string; by: string },
): Promise<Result<ShownReceiverKey & { key: string }, KeyRefusal>> {
  await lockSystem(within, systemId);
  const valid = await validReceiverKeys(within, systemId);
  const taken = valid.find((key) => key.name === name);
  if (taken !== undefined) return refused({ text: `System '${systemId}' already has a key '${name}'.`, taken: taken.id });
  if (valid.length >= mostReceiverKeys)
    return refused({ text: `System '${systemId}' has ${mostReceiverKeys} valid keys, the maximum.`, taken: null });
  await noteSecurity(within, { event: 'receiverKey.created', mitasId: systemId, name, by });
  const { key, ...row } = await createReceiverKey(within, systemId, name);
  return accepted({ key, ...shown(row) });
}

/**
 * Revokes a valid key in a transaction; given `systemId`, only a key of that system. Returns undefined if
 * there is no such key.
 */
export async function endReceiverKey(
  within: Db,
  { id, systemId, by }: { id: number; systemId?: string; by: string },
): Promise<{ name: string; system_id: string } | undefined> {
  const ended = await revokeReceiverKey(within, id, systemId);
  if (ended !== undefined)
    await noteSecurity(within, { event: 'receiverKey.revoked', mitasId: ended.system_id, name: ended.name, by });
  return ended;
}

/** Returns the valid keys of a system, newest first; times in ms since the epoch. */
export async function listReceiverKeys(database: Db, systemId: string): Promise<ShownReceiverKey[]> {
  return (await validReceiverKeys(database, systemId)).map(shown).toReversed();
}

export type ShownReceiverKey = { id: number; name: string; createdAt: number; lastUsedAt: number | null };

function shown({ id, name, created_at, last_used_at }: ValidReceiverKey): ShownReceiverKey {
  return { id, name, createdAt: created_at.getTime(), lastUsedAt: last_used_at?.getTime() ?? null };
}

type Keys = (hash: string) => Promise<FoundReceiverKey | undefined>;
type Pool = Database['pool'];

const keysIn = new WeakMap<Pool, Keys>();

/**
 * Reads the keys of concurrent requests in one query (ING-13): receivers may send thousands of small requests
 * a second.
 */
function keysOf(pool: Pool): Keys {
  const known = keysIn.get(pool);
  if (known !== undefined) return known;
  const keys = gathered(async (hashes: readonly string[]) => {
    const found = await receiverKeysOf({ pool }, hashes);
    const stale = [...found.values()].flatMap((key) => (key.stale ? [key.id] : []));
    if (stale.length > 0) await noteKeyUse({ pool }, stale);
    return found;
  });
  keysIn.set(pool, keys);
  return keys;
}

/**
 * Returns the valid key of an `Authorization: Receiver <key>` header, or null. Records the time of use, to
 * the minute.
 */
export async function findReceiverKey(
  { pool }: Pick<Database, 'pool'>,
  authorization: string | undefined,
): Promise<ReceiverKey | null> {
  const key = /^Receiver +([A-Za-z0-9_\-.~+/=]{16,256})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return null;
  const found = await keysOf(pool)(hashReceiverKey(key));
  if (found === undefined) return null;
  return { id: found.id, systemId: found.system_id, running: systemState(found) === 'running', asOf: found.as_of };
}
