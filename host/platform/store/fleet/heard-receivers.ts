import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The time (ms since 1970) at which any host heard a receiver. */
export type HeardReceiver = { rxId: number; at: number };

/** A stored time, with the receiver's upload interval, if it uploads at intervals (RX-44); otherwise null. */
export type NotedReceiver = HeardReceiver & { uploadsEveryMs: number | null };

/**
 * Stores, for all hosts, when receivers were heard. Skips receivers that no longer exist. Returns what is
 * stored.
 */
export async function noteReceiversHeard({ db }: Db, heard: readonly HeardReceiver[]): Promise<NotedReceiver[]> {
  const rxIds = heard.map(({ rxId }) => rxId);
  const times = heard.map(({ at }) => new Date(at).toISOString());
  // Lock in the order of ids, in which writers of contacts lock receivers, too.
  const { rows } = await sql<{ rx_id: number; heard_at: Date; uploads_every_ms: number | null }>`
    with held as materialized (select id from receivers where id = any(${rxIds}::integer[]) order by id for key share)
    insert into receivers_heard (rx_id, heard_at)
    select rx_id, heard_at from unnest(${rxIds}::integer[], ${times}::timestamptz[]) as given (rx_id, heard_at)
    where rx_id in (select id from held) order by rx_id
    on conflict (rx_id) do update set heard_at = excluded.heard_at
    returning rx_id, heard_at, uploads_every_ms`.execute(db);
  return rows.map(({ rx_id, heard_at, uploads_every_ms }) => ({
    rxId: rx_id,
    at: heard_at.getTime(),
    uploadsEveryMs: uploads_every_ms,
  }));
}

/**
 * Stores a receiver's upload interval; null for one that does not upload at intervals. Returns when it was
 * last heard, or undefined if never.
 */
export async function noteUploads({ db }: Db, rxId: number, uploadsEveryMs: number | null): Promise<NotedReceiver | undefined> {
  const row = await db
    .updateTable('receivers_heard')
    .set({ uploads_every_ms: uploadsEveryMs })
    .where('rx_id', '=', rxId)
    .returning('heard_at')
    .executeTakeFirst();
  return row && { rxId, at: row.heard_at.getTime(), uploadsEveryMs };
}

/** Returns when these receivers were last heard by any host. Leaves out those not heard since `from` (ms). */
export async function receiversHeardSince({ db }: Db, rxIds: readonly number[], from: number): Promise<HeardReceiver[]> {
  const rows = await db
    .selectFrom('receivers_heard')
    .select(['rx_id', 'heard_at'])
    .where('rx_id', 'in', rxIds)
    .where('heard_at', '>=', new Date(from))
    .execute();
  return rows.map(({ rx_id, heard_at }) => ({ rxId: rx_id, at: heard_at.getTime() }));
}
