import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * A span in which a receiver was in one state (RX-10). `from` and `to` are in ms since 1970 and lie within
 * the requested time.
 */
export type StateSpan = { rxId: number; status: number; from: number; to: number };

/**
 * Returns the states of receivers between two times (ms), by receiver and time. `rxIds`: the receivers; a
 * retired one is included until it was retired. Null: all receivers of the fleet. Returns null if there are
 * more than `limit` events, without reading more of them. The state at the beginning is found in one step
 * through an index, so a long history does not slow it down. An event with the same state as before extends
 * the span.
 */
export async function stateSpans(
  { db }: Db,
  systemId: string,
  { from, to, rxIds, limit }: { from: number; to: number; rxIds: readonly number[] | null; limit: number },
): Promise<StateSpan[] | null> {
  const among = rxIds === null ? sql`and retired_at is null` : sql`and id = any(${rxIds})`;
  const { rows } = await sql<{ rx_id: number; status: number; at: Date; ends: Date; events: number }>`
    with asked as materialized (
      select id, least(retired_at, ${new Date(to)}::timestamptz) as ends from receivers where system_id = ${systemId} ${among}
    ), event as materialized (
      select rx_id, at, status from asked join receiver_state_events on rx_id = asked.id
      where at > ${new Date(from)} and at < asked.ends limit ${limit + 1}
    ), known as (
      select asked.id as rx_id, ${new Date(from)}::timestamptz as at, before.status
      from asked, lateral (
        select status from receiver_state_events where rx_id = asked.id and at <= ${new Date(from)} order by at desc limit 1
      ) as before where asked.ends > ${new Date(from)}
      union all
      select * from event
    ), changed as (
      select *, lag(status) over (partition by rx_id order by at) as last from known
    )
    select rx_id, status, at, lead(at, 1, ends) over (partition by rx_id order by at) as ends,
      (select count(*) from event)::integer as events
    from changed join asked on asked.id = rx_id where last is distinct from status
    order by rx_id, at`.execute(db);
  if ((rows[0]?.events ?? 0) > limit) return null;
  return rows.map(({ rx_id, status, at, ends }) => ({ rxId: rx_id, status, from: at.getTime(), to: ends.getTime() }));
}
