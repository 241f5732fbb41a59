import { sql } from 'kysely';
import { Mistake } from '../mistake.ts';
import type { Db } from '../store/database.ts';
import { type DeletionStep, type Past, type Shelf, stepRows } from './shelf.ts';

/** A partition that contains contacts of the system. It covers `from` ≤ ts < `to`; `day` is its first day. */
type Partition = { from: Date; to: Date; day: string };

/**
 * Deletes contacts: the whole partition if no other system has contacts in it, otherwise single rows. The
 * hourly counts stay (STAT-4), but the notes of touched hours are deleted (STO-14).
 */
export const contactShelf: Shelf = {
  async count({ db }, past) {
    // The hourly counts outlive their contacts. So leave out hours before the floor and days that were
    // dropped by hand, whose contacts are already deleted.
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from contacts_hourly
      where system_id = ${past.systemId} and hour < ${past.before}
        and hour >= coalesce((select before from data_floors where system_id = ${past.systemId} and sort = 'contacts'), '-infinity')
        and not exists (select from dropped_contact_days where day = (hour at time zone 'UTC')::date)`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async *steps(database, past) {
    let isRead = false;
    yield deleteTouchedNotes(past);
    for (const partition of await partitionsOf(database, past)) {
      const held = await countIn(database, past, partition);
      if (await isSole(database, past, partition)) {
        // An earlier partition could not be dropped because a transaction is reading it, and each attempt
        // blocks writers. Leave the other whole partitions for the next try.
        if (isRead) continue;
        let dropped: boolean | null = null;
        yield async ({ db }) => {
          const { rows } = await sql<{ dropped: boolean | null }>`
            select drop_deleted_contact_partition(${past.systemId}, ${partition.day}::date) as dropped`.execute(db);
          dropped = rows[0]?.dropped ?? null;
          return { deleted: dropped === true ? held : 0, more: false };
        };
        isRead = dropped === null;
        if (dropped !== false) continue;
      }
      if (held > 0) for (const rxId of await heardIn(database, past, partition)) yield deleteRowsOf(past, rxId, partition);
    }
    if (isRead) throw new Mistake('Contacts were being read for long: what is dropped whole is tried again.');
  },
};

/**
 * Deletes notes of touched hours; they do not count as deleted contacts. Locks them in the same order as
 * writers.
 */
function deleteTouchedNotes({ systemId, before }: Past): DeletionStep {
  return async ({ db }) => {
    const { numAffectedRows } = await sql`
      with held as materialized (
        select rx_id, hour from touched_hours where system_id = ${systemId} and hour < ${before}
        order by rx_id, hour limit ${stepRows} for update
      )
      delete from touched_hours as kept using held
      where kept.system_id = ${systemId} and kept.rx_id = held.rx_id and kept.hour = held.hour`.execute(db);
    return { deleted: 0, more: Number(numAffectedRows ?? 0) === stepRows };
  };
}

/** Returns whether only this system has contacts in the partition. */
async function isSole({ db }: Db, { systemId }: Past, { day }: Partition): Promise<boolean> {
  const { rows } = await sql<{ sole: boolean }>`
    select first_day is not null as sole from sole_contact_partition(${systemId}, ${day}::date)`.execute(db);
  return rows[0]?.sole === true;
}

/**
 * Returns each partition that ends at or before `before` and in which contacts of the system were counted.
 */
async function partitionsOf({ db }: Db, { systemId, before }: Past): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select first_day::timestamp at time zone 'UTC' as from, after_day::timestamp at time zone 'UTC' as to, first_day::text as day
    from (
      select distinct first_day, after_day
      from (select distinct (hour at time zone 'UTC')::date as day from contacts_hourly where system_id = ${systemId} and hour < ${before}) as heard,
        contact_day(heard.day) where state = 'there'
    ) as partitions where after_day::timestamp at time zone 'UTC' <= ${before} order by 1`.execute(db);
  return rows;
}

/**
 * Counts the system's contacts in a partition. The count stays exact: no contacts are added below the floor,
 * and only this job deletes any.
 */
async function countIn({ db }: Db, { systemId }: Past, { from, to }: Partition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts where system_id = ${systemId} and ts >= ${from} and ts < ${to}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function heardIn({ db }: Db, { systemId }: Past, { from, to }: Partition): Promise<number[]> {
  const { rows } = await sql<{ rx_id: number }>`
    select distinct rx_id from contacts_hourly where system_id = ${systemId} and hour >= ${from} and hour < ${to} order by 1`.execute(
    db,
  );
  return rows.map(({ rx_id }) => rx_id);
}

/** Deletes a number of contacts of one receiver, oldest first, along the index of their identity. */
function deleteRowsOf({ systemId }: Past, rxId: number, { from, to }: Partition): DeletionStep {
  return async ({ db }) => {
    const within = sql`rx_id = ${rxId} and ts >= ${from} and ts < ${to}`;
    const { rows } = await sql<{ ts: Date }>`
      select ts from contacts where ${within} order by ts offset ${stepRows} limit 1`.execute(db);
    const end = rows[0]?.ts ?? to;
    // Stop before the first contact to keep. If all contacts of the step have the same time, delete all of
    // that time.
    const { numAffectedRows } = await sql`
      delete from contacts where ${within} and system_id = ${systemId}
        and (ts < ${end} or ts = (select min(ts) from contacts where ${within}))`.execute(db);
    return { deleted: Number(numAffectedRows ?? 0), more: rows.length > 0 };
  };
}
