import { sql } from 'kysely';
import type { Contact } from '#model/entities/contact.ts';
import { keptOf, type DataSort, type Kept, nextMonth, noticeDays } from '#model/entities/retention.ts';
import { change } from '../../host/platform/changes/change.ts';
import type { Database } from '../../host/platform/store/database.ts';

type Lane = Pick<Database, 'db' | 'pool'>;

/** The number of a system by which changes name it, and what is set, announced and deleted of one sort. */
export async function keptIn({ db }: Pick<Database, 'db'>, systemId: string, sort: DataSort): Promise<Kept & { number: number }> {
  const row = await db.selectFrom('systems').select(['number', 'retention']).where('id', '=', systemId).executeTakeFirstOrThrow();
  return { number: row.number, ...keptOf(row.retention, sort) };
}

/** Sets for how many days a system keeps its data of some sorts. */
export async function keep(database: Lane, systemId: string, days: Partial<Record<DataSort, number | null>>): Promise<void> {
  const { number } = await keptIn(database, systemId, 'contacts');
  await change(database, { systemId, by: null, through: 'admin' }, (writer) =>
    writer.edit('system.retentionChanged', number, days),
  );
}

/** How many contacts of a system each month (2026-03) holds, of those stored and of those counted. */
export async function contactsByMonth({ db }: Pick<Database, 'db'>, systemId: string) {
  const { rows: stored } = await sql<{ month: string; count: number }>`
    select to_char(ts at time zone 'UTC', 'YYYY-MM') as month, count(*) as count from contacts where system_id = ${systemId}
    group by 1 order by 1`.execute(db);
  const { rows: counted } = await sql<{ month: string; count: number }>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM') as month, sum(count)::bigint as count from contacts_hourly
    where system_id = ${systemId} group by 1 order by 1`.execute(db);
  const byMonth = (rows: typeof stored) => Object.fromEntries(rows.map(({ month, count }) => [month, count]));
  return { stored: byMonth(stored), counted: byMonth(counted) };
}

/** What stands in the changes that the host itself made, newest last. */
export async function toldBy({ db }: Pick<Database, 'db'>, systemId: string): Promise<[kind: string, after: object | null][]> {
  const rows = await db
    .selectFrom('changes')
    .select('items')
    .where('system_id', '=', systemId)
    .where('through', '=', 'host')
    .orderBy('revision')
    .execute();
  return rows.flatMap(({ items }) => items.map(({ kind, after }) => [kind, after] as [string, object | null]));
}

/** Contacts like one, a second apart. */
export function contactsLike(contact: Contact, count: number): Contact[] {
  return Array.from({ length: count }, (_, place) => ({ ...contact, ts: contact.ts + place * 1_000 }));
}

/** Of a try that nobody ends and whose job nobody else has. */
export const undisturbed = { hold: () => Promise.resolve(), signal: new AbortController().signal };

/** A clock that stands. */
export const standingAt = (time: number) => () => Promise.resolve(time);

const now = Date.now();
const before = nextMonth(now, 60);
/** When data go that are kept for 60 days, if that is announced now; all in ms. */
export const times = {
  now,
  /** In the night in which it is done. */
  due: now + (noticeDays + 1) * 86_400_000,
  before,
  /** Of the month that goes, and of one years ago. */
  gone: before - 3 * 86_400_000,
  ancient: Date.UTC(new Date(now).getUTCFullYear() - 5, 4, 3, 12),
};
