import { hash, randomBytes } from 'node:crypto';
import { gathered } from '../../platform/gathered.ts';
import {
  addReceiverKey,
  noteKeyUse,
  receiverKeysOf,
  type FoundReceiverKey,
} from '../../platform/store/accounts/receiver-keys.ts';
import type { Database, Db } from '../../platform/store/database.ts';
import { systemState } from '../../platform/store/system-state.ts';

/**
 * A receiver key as ingest knows it: whose system it speaks for, whether that system takes contacts now, and
 * up to which of its changes that is so (`asOf`).
 */
export type ReceiverKey = { id: number; systemId: string; running: boolean; asOf: string };

/** What is kept of a key. Keys are 32 random bytes, so a plain SHA-256 cannot be guessed back. */
function hashReceiverKey(key: string): string {
  return hash('sha256', key);
}

/** Makes a key for a system; the answer is the only time it is seen. */
export async function createReceiverKey(database: Db, systemId: string, name: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await addReceiverKey(database, systemId, name, Buffer.from(hashReceiverKey(key), 'hex'));
  return key;
}

type Keys = (hash: string) => Promise<FoundReceiverKey | undefined>;
type Pool = Database['pool'];

const keysIn = new WeakMap<Pool, Keys>();

/** Reads the keys of all who ask at the same time (ING-13): small posts come by the thousand a second. */
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

/** The live key behind an `Authorization: Receiver <key>` header, or null. Notes its use, to the minute. */
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
