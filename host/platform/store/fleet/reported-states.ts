import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { StateChange } from './receiver-states.ts';

/**
 * A state that a receiver reported and that differs from its state before; `before` is null if none was
 * known.
 */
export type ReportedState = StateChange & { before: number | null };

type StateRow = { rx_id: number; status: number; at: Date; before: number | null };

/**
 * Stores the states that receivers of a system reported; their vitals must already be stored. A state that
 * differs from the one known for its time becomes an event of the timeline. A receiver's newest reported
 * state becomes its state, unless a newer one is known (RX-13). Returns the receivers whose state changed.
 * Skips receivers that are retired or disabled (RX-12). `states` must have at most one for each receiver and
 * time.
 */
export async function writeReportedStates(
  { db }: Db,
  systemId: string,
  states: readonly StateChange[],
): Promise<ReportedState[]> {
  if (states.length === 0) return [];
  const rxIds = states.map(({ rxId }) => rxId);
  const columns = sql`unnest(${rxIds}::integer[], ${states.map(({ ts }) => new Date(ts).toISOString())}::timestamptz[],
    ${states.map(({ status }) => status)}::smallint[])`;
  const { rows: events } = await sql<{ rx_id: number; at: Date; status: number }>`${prepared}
    with held as materialized (
      select id from receivers where system_id = ${systemId} and id = any(${rxIds})
        and enabled and retired_at is null order by id for key share
    ), given as (
      select *, lag(at) over earlier as last_at, lag(status) over earlier as last_status
      from ${columns} as given (rx_id, at, status) where rx_id in (select id from held)
      window earlier as (partition by rx_id order by at)
    )
    insert into receiver_state_events (system_id, rx_id, at, status)
    select ${systemId}, given.rx_id, given.at, given.status
    from given left join lateral (
      select at, status from receiver_state_events where rx_id = given.rx_id and at <= given.at order by at desc limit 1
    ) as standing on true
    where given.status is distinct from case when last_at >= coalesce(standing.at, '-infinity') then last_status else standing.status end
    order by given.rx_id, given.at
    on conflict (rx_id, at) do update set status = excluded.status
    returning rx_id, at, status`.execute(db);
  await resumeAfter({ db }, systemId, events);
  const newest = sql`
    newest as materialized (
      select distinct on (rx_id) rx_id, at, status from ${columns} as given (rx_id, at, status)
      where rx_id in (select id from receivers where system_id = ${systemId} and enabled and retired_at is null)
        -- One that goes on has no event of its own, and is as new as it was last said.
        and not exists (select from receiver_vitals as later
          where later.rx_id = given.rx_id and later.ts > given.at and later.status is not null)
      order by rx_id, at desc
    )`;
  const { rows: first } = await sql<StateRow>`${prepared}
    with ${newest}
    insert into receiver_reports (rx_id, status, status_time)
    select rx_id, status, at from newest where rx_id not in (select rx_id from receiver_reports where rx_id = any(${rxIds}))
    order by rx_id
    on conflict (rx_id) do nothing
    returning rx_id, status, status_time as at, null::smallint as before`.execute(db);
  // Compare with the rows as they are once they are locked, not as they were when the statement started.
  const { rows: next } = await sql<StateRow>`${prepared}
    with ${newest}, held as materialized (
      select rx_id, status as before, status_time as since from receiver_reports where rx_id in (select rx_id from newest)
      order by rx_id for no key update
    )
    update receiver_reports as known set status = newest.status, status_time = newest.at
    from held join newest using (rx_id)
    where known.rx_id = held.rx_id and before <> newest.status and coalesce(since <= newest.at, true)
    returning known.rx_id, known.status, known.status_time as at, before`.execute(db);
  const rows = [...first, ...next].toSorted((one, other) => one.rx_id - other.rx_id);
  return rows.map(({ rx_id, status, at, before }) => ({ rxId: rx_id, status, ts: at.getTime(), before }));
}

/**
 * After a state that was reported late was inserted, adds the event of the next different report. When that
 * report arrived, it got no event if it repeated the state known then; now it follows a different state, so
 * it is a change.
 */
async function resumeAfter({ db }: Db, systemId: string, events: readonly { rx_id: number; at: Date; status: number }[]) {
  if (events.length === 0) return;
  await sql`
    insert into receiver_state_events (system_id, rx_id, at, status)
    select ${systemId}, event.rx_id, resumed.ts, resumed.status
    from unnest(${events.map(({ rx_id }) => rx_id)}::integer[], ${events.map(({ at }) => at.toISOString())}::timestamptz[],
      ${events.map(({ status }) => status)}::smallint[]) as event (rx_id, at, status), lateral (
      select ts, status from receiver_vitals
      where rx_id = event.rx_id and ts > event.at and status <> event.status
        and ts < coalesce((select min(at) from receiver_state_events where rx_id = event.rx_id and at > event.at), 'infinity')
      order by ts limit 1
    ) as resumed
    on conflict (rx_id, at) do nothing`.execute(db);
}
