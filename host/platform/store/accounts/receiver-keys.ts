import type { Database, Db } from '../database.ts';

/** Returns all receiver keys by system, including revoked ones. Their secrets are not stored. */
export function allReceiverKeys({ db }: Db) {
  return db
    .selectFrom('receiver_keys')
    .select(['id', 'system_id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('system_id')
    .orderBy('id')
    .execute();
}

const validColumns = ['id', 'name', 'created_at', 'last_used_at'] as const;

/** A valid key as lists show it. */
export type ValidReceiverKey = Awaited<ReturnType<typeof addReceiverKey>>;

export function addReceiverKey({ db }: Db, systemId: string, name: string, hash: Buffer) {
  return db
    .insertInto('receiver_keys')
    .values({ system_id: systemId, name, key_hash: hash })
    .returning(validColumns)
    .executeTakeFirstOrThrow();
}

/** Returns the valid keys of a system, oldest first. */
export function validReceiverKeys({ db }: Db, systemId: string) {
  return db
    .selectFrom('receiver_keys')
    .select(validColumns)
    .where('system_id', '=', systemId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Returns the id of any valid key of a system; undefined if there is none. */
export async function validReceiverKey({ db }: Db, systemId: string): Promise<number | undefined> {
  const keys = db.selectFrom('receiver_keys').select('id').where('system_id', '=', systemId).where('revoked_at', 'is', null);
  return (await keys.executeTakeFirst())?.id;
}

/**
 * Revokes a valid key; if `systemId` is given, only a key of that system. Returns undefined if there is no
 * such key.
 */
export async function revokeReceiverKey(
  { db }: Db,
  id: number,
  systemId?: string,
): Promise<{ name: string; system_id: string } | undefined> {
  const keys = db.updateTable('receiver_keys');
  return (systemId === undefined ? keys : keys.where('system_id', '=', systemId))
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'system_id'])
    .executeTakeFirst();
}

/**
 * A valid key, and its system's state as of a change (`as_of`: epoch and revision). `stale`: its use was last
 * recorded more than a minute ago, or never.
 */
export type FoundReceiverKey = {
  id: number;
  system_id: string;
  offline: boolean;
  status: number;
  as_of: string;
  stale: boolean;
};

/** Returns the valid keys with these hashes (hexadecimal), by hash. */
export async function receiverKeysOf(
  { pool }: Pick<Database, 'pool'>,
  hashes: readonly string[],
): Promise<Map<string, FoundReceiverKey>> {
  const { rows } = await pool.query<FoundReceiverKey & { hash: string }>({
    name: 'find-receiver-keys',
    text: `select encode(k.key_hash, 'hex') as hash, k.id, k.system_id, s.offline, s.status, r.epoch || ' ' || r.revision as as_of,
        k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as stale
      from receiver_keys k join systems s on s.id = k.system_id join system_revisions r on r.system_id = s.id
      where k.key_hash = any(select decode(hash, 'hex') from unnest($1::text[]) as hash) and k.revoked_at is null`,
    values: [hashes],
  });
  return new Map(rows.map(({ hash, ...key }) => [hash, key]));
}

/**
 * Records that keys were used now. Skips a key whose row another process has locked; its next use is
 * recorded.
 */
export async function noteKeyUse({ pool }: Pick<Database, 'pool'>, ids: readonly number[]): Promise<void> {
  await pool.query(
    `update receiver_keys set last_used_at = now()
      where id in (select id from receiver_keys where id = any($1) for no key update skip locked)`,
    [ids],
  );
}
