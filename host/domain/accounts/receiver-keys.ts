import { createHash, randomBytes } from 'node:crypto';
import { addReceiverKey, noteKeyUse, receiverKeyOf } from '../../platform/store/accounts/receiver-keys.ts';
import type { Database, Db } from '../../platform/store/database.ts';
import { systemState } from '../../platform/store/system-state.ts';

/**
 * A receiver key as ingest knows it: whose system it speaks for, and whether that system takes contacts now.
 */
export type ReceiverKey = { id: number; systemId: string; running: boolean };

/** What is kept of a key. Keys are 32 random bytes, so a plain SHA-256 cannot be guessed back. */
function hashReceiverKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** Makes a key for a system; the answer is the only time it is seen. */
export async function createReceiverKey(database: Db, systemId: string, name: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await addReceiverKey(database, systemId, name, hashReceiverKey(key));
  return key;
}

/** The live key behind an `Authorization: Receiver <key>` header, or null. Notes its use, to the minute. */
export async function findReceiverKey(
  database: Pick<Database, 'pool'>,
  authorization: string | undefined,
): Promise<ReceiverKey | null> {
  const key = /^Receiver +([A-Za-z0-9_\-.~+/=]{16,256})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return null;
  const found = await receiverKeyOf(database, hashReceiverKey(key));
  if (found === undefined) return null;
  if (found.stale) await noteKeyUse(database, found.id);
  return { id: found.id, systemId: found.system_id, running: systemState(found) === 'running' };
}
