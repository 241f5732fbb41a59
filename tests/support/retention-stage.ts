import { sql } from 'kysely';
import type { Contact } from '#model/entities/contact.ts';
import { keptOf, type DataSort, type Kept, nextMonth, noticeDays } from '#model/entities/retention.ts';
import { change } from '../../host/platform/changes/change.ts';
import type { Database } from '../../host/platform/store/database.ts';

type Lane = Pick<Database, 'db' | 'pool'>;

/** Returns a system's number in changes, and what is set, announced and deleted for one sort of data. */
export async function keptIn({ db }: Pick<Database, 'db'>, systemId: string, sort: DataSort): Promise<Kept & { number: number }> {
  const row = await db.selectFrom('systems').select(['number', 'retention']).where('id', '=', systemId).executeTakeFirstOrThrow();
  return { number: row.number, ...keptOf(row.retention, sort) };
}

/** Sets how many days a system keeps some sorts of data. */
export async function keep(database: Lane, systemId: string, days: Partial<Record<DataSort, number | null>>): Promise<void> {
  const { number } = await keptIn(database, systemId, 'contacts');
  await change(database, { systemId, by: null, through: 'admin' }, (writer) =>
    writer.edit('system.retentionChanged', number, days),
  );
}

/** Returns how many contacts of a system are stored and counted in each month (2026-03). */
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

/** Returns the items of the host's own changes, newest last. */
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

/** Returns contacts like one, a second apart. */
export function contactsLike(contact: Contact, count: number): Contact[] {
  return Array.from({ length: count }, (_, place) => ({ ...contact, ts: contact.ts + place * 1_000 }));
}

/** The context of a try that is never aborted or taken over. */
export const undisturbed = { hold: () => Promise.resolve(), signal: new AbortController().signal };

/** Returns a stopped clock. */
export const standingAt = (time: number) => () => Promise.resolve(time);

const now = Date.now();
const before = nextMonth(now, 60);
/** When data that are kept for 60 days are deleted, if announced now; all in ms. */
export const times = {
  now,
  /** In the night of the deletion. */
  due: now + (noticeDays + 1) * 86_400_000,
  before,
  /** In the month that is deleted; `ancient` is years ago. */
  gone: before - 3 * 86_400_000,
  ancient: Date.UTC(new Date(now).getUTCFullYear() - 5, 4, 3, 12),
};
