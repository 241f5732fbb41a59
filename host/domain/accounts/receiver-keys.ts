import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/store/database.ts';
import { systemState } from '../../platform/store/system-state.ts';

/** A receiver key as ingest knows it: whose system it speaks for, and whether that system takes contacts now. */
export type ReceiverKey = { id: number; systemId: string; running: boolean };

/** What is kept of a key. Keys are 32 random bytes, so a plain SHA-256 cannot be guessed back. */
export function hashReceiverKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** Makes a key for a system; the answer is the only time it is seen. */
export async function createReceiverKey({ db }: Pick<Database, 'db'>, systemId: string, name: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await db
    .insertInto('receiver_keys')
    .values({ system_id: systemId, name, key_hash: hashReceiverKey(key) })
    .execute();
  return key;
}

/** The live key behind an `Authorization: Receiver <key>` header, or null. Notes its use, to the minute. */
export async function findReceiverKey(
  { pool }: Pick<Database, 'pool'>,
  authorization: string | undefined,
): Promise<ReceiverKey | null> {
  const key = /^Receiver +([A-Za-z0-9_\-.~+/=]{16,256})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return null;
  const { rows } = await pool.query<{ id: number; system_id: string; offline: boolean; status: number; stale: boolean }>({
    name: 'find-receiver-key',
    text: `select k.id, k.system_id, s.offline, s.status,
        k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as stale
      from receiver_keys k join systems s on s.id = k.system_id where k.key_hash = $1 and k.revoked_at is null`,
    values: [hashReceiverKey(key)],
  });
  const found = rows[0];
  if (found === undefined) return null;
  if (found.stale) await pool.query('update receiver_keys set last_used_at = now() where id = $1', [found.id]);
  return { id: found.id, systemId: found.system_id, running: systemState(found) === 'running' };
}
