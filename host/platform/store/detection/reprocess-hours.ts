import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { type DeletedContacts, isDeleted, isDeletedSql, nextThere } from './deleted-contacts.ts';
import type { PendingHour } from './followed-hours.ts';

/** A stretch of hours (from ≤ hour < to, ms). */
export type Hours = { from: number; to: number };

const range = ({ from, to }: Hours) => sql`hour >= ${new Date(from)} and hour < ${new Date(to)}`;

/**
 * The first hour (ms) of a stretch that has contacts, or that was followed, and whose contacts are not
 * deleted; null where there is none.
 */
export async function nextHour(
  { db }: Db,
  systemId: string,
  { from, to }: Hours,
  deleted: DeletedContacts,
): Promise<number | null> {
  for (let start = nextThere(deleted, from); start < to;) {
    const first = (table: string) => sql`(
      select hour from ${sql.table(table)} where system_id = ${systemId} and ${range({ from: start, to })} order by hour limit 1)`;
    const { rows } = await sql<{ hour: Date | null }>`
      select least(${first('contacts_hourly')}, ${first('detection_hours')}) as hour`.execute(db);
    const hour = rows[0]?.hour?.getTime() ?? null;
    if (hour === null || !isDeleted(deleted, hour)) return hour;
    start = nextThere(deleted, hour);
  }
  return null;
}

/** An hour (ms) of a receiver and how many contacts it has. */
export type CountedHour = PendingHour & { count: number };

const hoursHeard = (systemId: string, hours: Hours) => sql`
  select rx_id, hour, count from contacts_hourly where system_id = ${systemId} and ${range(hours)}
  union all select rx_id, hour, 0 from detection_hours where system_id = ${systemId} and ${range(hours)}`;

/**
 * The hours of a stretch that have contacts, or that were followed, and whose contacts are not deleted: by
 * receiver, the oldest first.
 */
export async function countedHours({ db }: Db, systemId: string, hours: Hours, deleted: DeletedContacts): Promise<CountedHour[]> {
  const { rows } = await sql<{ rx_id: number; hour: Date; count: number }>`
    select rx_id, hour, sum(count)::float8 as count from (${hoursHeard(systemId, hours)}) as heard
    group by rx_id, hour order by rx_id, hour`.execute(db);
  const counted = rows.map(({ rx_id: rxId, hour, count }) => ({ rxId, hour: hour.getTime(), count }));
  return counted.filter(({ hour }) => !isDeleted(deleted, hour));
}

/**
 * How many contacts a stretch has that are not deleted, and how many of its chunks have something to be
 * looked at.
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
