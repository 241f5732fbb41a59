import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { type DeletedContacts, isDeleted, isDeletedSql, nextUndeleted } from './deleted-contacts.ts';
import { type ReceiverHour, receiverHour, type ReceiverHourRow } from './followed-hours.ts';

/** A range of hours (from ≤ hour < to, ms). */
export type Hours = { from: number; to: number };

/** Builds the SQL condition that an hour is in a range. */
export const inRange = ({ from, to }: Hours) => sql`hour >= ${new Date(from)} and hour < ${new Date(to)}`;

/**
 * Returns the first hour (ms) of a range that has contacts or was followed, leaving out hours whose contacts
 * are deleted; null if there is none.
 */
export async function nextHour(
  { db }: Db,
  systemId: string,
  { from, to }: Hours,
  deleted: DeletedContacts,
): Promise<number | null> {
  for (let start = nextUndeleted(deleted, from); start < to;) {
    const first = (table: string) => sql`(
      select hour from ${sql.table(table)} where system_id = ${systemId} and ${inRange({ from: start, to })} order by hour limit 1)`;
    const { rows } = await sql<{ hour: Date | null }>`
      select least(${first('contacts_hourly')}, ${first('detection_hours')}) as hour`.execute(db);
    const hour = rows[0]?.hour?.getTime() ?? null;
    if (hour === null || !isDeleted(deleted, hour)) return hour;
    start = nextUndeleted(deleted, hour);
  }
  return null;
}

/** An hour of a receiver and how many contacts it has. */
export type CountedHour = ReceiverHour & { count: number };

const hoursHeard = (systemId: string, hours: Hours) => sql`
  select rx_id, hour, count from contacts_hourly where system_id = ${systemId} and ${inRange(hours)}
  union all select rx_id, hour, 0 from detection_hours where system_id = ${systemId} and ${inRange(hours)}`;

/**
 * Returns the hours of a range that have contacts or were followed, leaving out those whose contacts are
 * deleted; by receiver, oldest first.
 */
export async function countedHours({ db }: Db, systemId: string, hours: Hours, deleted: DeletedContacts): Promise<CountedHour[]> {
  const { rows } = await sql<ReceiverHourRow & { count: number }>`
    select rx_id, hour, sum(count)::float8 as count from (${hoursHeard(systemId, hours)}) as heard
    group by rx_id, hour order by rx_id, hour`.execute(db);
  return rows.map((row) => ({ ...receiverHour(row), count: row.count })).filter(({ hour }) => !isDeleted(deleted, hour));
}

/**
 * Returns how many contacts in a range are not deleted, and how many chunks of the range have something to
 * process.
 */
export async function countReprocess(
  { db }: Db,
  systemId: string,
  { chunkHours, ...hours }: Hours & { chunkHours: number },
): Promise<{ contacts: number; chunks: number }> {
  const { rows } = await sql<{ contacts: number; chunks: number }>`
    select coalesce(sum(count), 0)::float8 as contacts,
      count(distinct floor(extract(epoch from hour - ${new Date(hours.from)}::timestamptz) / 3600 / ${chunkHours}::integer))::integer as chunks
    from (${hoursHeard(systemId, hours)}) as heard where not ${isDeletedSql(systemId, sql`hour`)}`.execute(db);
  return rows[0] ?? { contacts: 0, chunks: 0 };
}
