import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** A receiver was heard at a time (ms since the epoch), by whichever host. */
export type HeardReceiver = { rxId: number; at: number };

/** Notes for all hosts when receivers were heard, of those that are still there. */
export async function noteReceiversHeard({ db }: Db, heard: readonly HeardReceiver[]): Promise<void> {
  const rxIds = heard.map(({ rxId }) => rxId);
  const times = heard.map(({ at }) => new Date(at).toISOString());
  // By the order of their numbers, as whoever stores contacts holds them.
  await sql`
    with held as materialized (select id from receivers where id = any(${rxIds}::integer[]) order by id for key share)
    insert into receivers_heard (rx_id, heard_at)
    select rx_id, heard_at from unnest(${rxIds}::integer[], ${times}::timestamptz[]) as given (rx_id, heard_at)
    where rx_id in (select id from held) order by rx_id
    on conflict (rx_id) do update set heard_at = excluded.heard_at`.execute(db);
}

/** When those of these receivers were heard last, as hosts noted it, that were heard since `from` (ms). */
export async function receiversHeardSince({ db }: Db, rxIds: readonly number[], from: number): Promise<HeardReceiver[]> {
  const rows = await db
    .selectFrom('receivers_heard')
    .select(['rx_id', 'heard_at'])
    .where('rx_id', 'in', rxIds)
    .where('heard_at', '>=', new Date(from))
    .execute();
  return rows.map(({ rx_id, heard_at }) => ({ rxId: rx_id, at: heard_at.getTime() }));
}
