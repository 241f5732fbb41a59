import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { inBatches } from '../in-batches.ts';

/** A receiver that has been silent for this time (ms) counts as offline (RX-23). */
export const silentMs = 10 * 60_000;

/** A receiver's change to a state (RX-10); `ts` in ms since 1970. */
export type StateChange = { rxId: number; status: number; ts: number };

/**
 * Stores a receiver's new state, and its event for the timeline. Stores nothing and returns false if the
 * receiver is gone, is not in the state `before` any more (another host changed it), or entered that state
 * later than `ts`; with `still`, also if it was retired or its `enabled` is not that any more. Locks the
 * receiver, so that nothing is stored for one that is being deleted.
 */
export async function setReceiverState(
  { db }: Db,
  systemId: string,
  { rxId, status, ts }: StateChange,
  before: number,
  still?: { enabled: boolean },
): Promise<boolean> {
  const at = new Date(ts);
  let receiver = db.selectFrom('receivers').where('id', '=', rxId).where('system_id', '=', systemId);
  if (still !== undefined) receiver = receiver.where('retired_at', 'is', null).where('enabled', '=', still.enabled);
  const written = await db
    .with('written', (query) =>
      query
        .insertInto('receiver_reports')
        .columns(['rx_id', 'status', 'status_time'])
        .expression((eb) =>
          receiver
            .select(['id', eb.cast<number>(eb.val(status), 'smallint').as('status')])
            .select(eb.cast<Date>(eb.val(at), 'timestamptz').as('at'))
            .forKeyShare(),
        )
        .onConflict((conflict) =>
          conflict
            .column('rx_id')
            .doUpdateSet({ status, status_time: at })
            .where('receiver_reports.status', '=', before)
            .where(sql<boolean>`coalesce(receiver_reports.status_time <= excluded.status_time, true)`),
        )
        .returning(['rx_id', 'status', 'status_time']),
    )
    .insertInto('receiver_state_events')
    .columns(['system_id', 'rx_id', 'at', 'status'])
    .expression((eb) =>
      eb.selectFrom('written').select([eb.val(systemId).as('system_id'), 'rx_id', sql<Date>`status_time`.as('at'), 'status']),
    )
    .onConflict((conflict) => conflict.columns(['rx_id', 'at']).doUpdateSet({ status }))
    .returning('rx_id')
    .executeTakeFirst();
  return written !== undefined;
}

/**
 * Sets a retired receiver that was not heard recently to offline before it is restored. It then counts as
 * offline since it was retired, and no alarm reports that it was missing in that time (RX-38).
 */
export async function endRetiredState({ db }: Db, systemId: string, rxId: number): Promise<void> {
  const heardSince = new Date(Date.now() - silentMs);
  await sql`
    with ended as (
      update receiver_reports as report set status = 0, status_time = greatest(status_time, retired_at)
      from receivers where receivers.id = report.rx_id and receivers.system_id = ${systemId} and receivers.id = ${rxId}
        and retired_at is not null and report.status > 0
        and not exists (select from contacts where system_id = ${systemId} and rx_id = ${rxId} and ts > ${heardSince})
        and not exists (select from receiver_vitals where rx_id = ${rxId} and ts > ${heardSince})
      returning report.rx_id, report.status_time
    )
    insert into receiver_state_events (system_id, rx_id, at, status) select ${systemId}, rx_id, status_time, 0 from ended
    on conflict (rx_id, at) do update set status = excluded.status`.execute(db);
  await sql`update receiver_reports as report set missed_since = null from receivers
    where receivers.id = report.rx_id and receivers.system_id = ${systemId} and receivers.id = ${rxId}
      and retired_at is not null and missed_since is not null`.execute(db);
}

type StateRow = { rx_id: number; at: Date; status: number };
const toChange = ({ rx_id, at, status }: StateRow): StateChange => ({ rxId: rx_id, status, ts: at.getTime() });

/**
 * Returns a system's state changes of the last seven days by time, and each receiver's last change before
 * that.
 */
export async function recentStates({ db }: Db, systemId: string): Promise<{ states: StateChange[]; before: StateChange[] }> {
  const since = sql<Date>`now() - interval '7 days'`;
  const events = () =>
    db
      .selectFrom('receiver_state_events')
      .select(['rx_id', 'at', 'status'])
      .where('system_id', '=', systemId)
      .where('rx_id', 'in', (eb) =>
        eb.selectFrom('receivers').select('id').where('system_id', '=', systemId).where('retired_at', 'is', null),
      );
  const [states, before] = await Promise.all([
    events().where('at', '>=', since).orderBy('at').orderBy('rx_id').execute(),
    events().distinctOn('rx_id').where('at', '<', since).orderBy('rx_id').orderBy('at', 'desc').execute(),
  ]);
  return { states: states.map(toChange), before: before.map(toChange) };
}

/** Returns the latest `limit` state changes of a receiver, oldest first. */
export async function latestStates({ db }: Db, rxId: number, limit: number): Promise<StateChange[]> {
  const rows = await db
    .selectFrom('receiver_state_events')
    .select(['rx_id', 'at', 'status'])
    .where('rx_id', '=', rxId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toChange).toReversed();
}

/**
 * Returns the last of the given states in which a receiver was before a time (ms since 1970); null if there
 * is none.
 */
export async function lastStateOf({ db }: Db, rxId: number, before: number, statuses: readonly number[]): Promise<number | null> {
  const row = await db
    .selectFrom('receiver_state_events')
    .select('status')
    .where('rx_id', '=', rxId)
    .where('at', '<', new Date(before))
    .where('status', 'in', statuses)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status ?? null;
}

/**
 * Stores past state changes of receivers, skipping those that no longer exist. If a receiver already has a
 * state for a time, the new one replaces it. `changes` must not contain two for the same receiver and time.
 */
export async function addStateEvents({ db }: Db, systemId: string, changes: readonly StateChange[]): Promise<void> {
  await inBatches(changes, (some) => {
    const rxIds = some.map(({ rxId }) => rxId);
    const times = some.map(({ ts }) => new Date(ts).toISOString());
    const statuses = some.map(({ status }) => status);
    // Lock in the order of ids, in which writers of contacts lock receivers, too.
    return sql`
      with held as materialized (
        select id from receivers where system_id = ${systemId} and id = any(${rxIds}::integer[]) order by id for key share
      )
      insert into receiver_state_events (system_id, rx_id, at, status)
      select ${systemId}, rx_id, at, status
      from unnest(${rxIds}::integer[], ${times}::timestamptz[], ${statuses}::smallint[]) as given (rx_id, at, status)
      where rx_id in (select id from held)
      on conflict (rx_id, at) do update set status = excluded.status`.execute(db);
  });
}

/**
 * Sets each receiver's state to the last one of its timeline, and its start to when it entered that state
 * (RX-47). An earlier start that is already stored is kept. Each lookup begins at the end of an index, so a
 * long history does not slow it down.
 */
export async function setStatesByEvents({ db }: Db, rxIds: readonly number[]): Promise<void> {
  await sql`
    insert into receiver_reports as known (rx_id, status, status_time)
    select newest.rx_id, newest.status, since.at
    from unnest(${rxIds}::integer[]) as of (rx_id), lateral (
      select rx_id, status from receiver_state_events where rx_id = of.rx_id order by at desc limit 1
    ) as newest left join lateral (
      select at from receiver_state_events where rx_id = newest.rx_id and status <> newest.status order by at desc limit 1
    ) as other on true, lateral (
      select at from receiver_state_events where rx_id = newest.rx_id and at > coalesce(other.at, '-infinity') order by at limit 1
    ) as since
    order by newest.rx_id
    on conflict (rx_id) do update set status = excluded.status, status_time = excluded.status_time
    where known.status <> excluded.status or coalesce(known.status_time > excluded.status_time, true) or exists (
      select from receiver_state_events where rx_id = known.rx_id and at > known.status_time and status <> known.status
    )`.execute(db);
}
