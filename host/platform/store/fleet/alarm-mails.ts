import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The table that records up to which alarm emails, or webhook messages, were sent. */
export type AlarmMarks = 'alarm_mails' | 'webhook_turns';

/** How many alarm emails each person of a system got since a time (ms since 1970). */
export type AlarmMailWindow = { since: number | null; mails: number };

/** An alarm with what an email needs of it. */
export type MailedAlarm = {
  id: number;
  snoozed: boolean;
  code: number;
  alias: string;
  siteName: string;
  /** The present name of the alarm's receiver; null if the receiver no longer exists. */
  receiver: string | null;
  at: Date;
  missedSince: Date | null;
};

/** The columns of a `MailedAlarm`, from `alarms` joined with `receivers`. */
export const mailedColumns = [
  'alarms.id',
  'alarms.snoozed',
  'alarms.alarm_code_id as code',
  'alarms.alias',
  'alarms.site_name as siteName',
  'receivers.alias as receiver',
  'alarms.at',
  'alarms.missed_since as missedSince',
] as const;

/** Returns the systems with alarms beyond their mark. Creates a mark for systems that have none. */
export async function systemsToMail({ db }: Db, marks: AlarmMarks): Promise<string[]> {
  await sql`
    insert into ${sql.table(marks)} (system_id, last_id) select id, 0 from systems
    where not exists (select from ${sql.table(marks)} where system_id = id) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select system_id as id from ${sql.table(marks)} as mark join alarm_counters as counter using (system_id)
    where counter.last_id > mark.last_id order by system_id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks a system's mark until the transaction ends, and returns it. Returns undefined if another host has
 * locked it.
 */
export async function holdAlarmMails(
  { db }: Db,
  marks: AlarmMarks,
  systemId: string,
): Promise<{ lastId: number; window: AlarmMailWindow; commonName: string; timezone: string } | undefined> {
  const { rows } = await sql<{
    last_id: number;
    window_since: Date | null;
    window_mails: number;
    common_name: string;
    timezone: string;
  }>`
    select mark.last_id, window_since, window_mails, common_name, timezone
    from ${sql.table(marks)} as mark join systems on systems.id = mark.system_id
    where mark.system_id = ${systemId} for no key update of mark skip locked`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const window = { since: row.window_since?.getTime() ?? null, mails: row.window_mails };
  return { lastId: row.last_id, window, commonName: row.common_name, timezone: row.timezone };
}

/**
 * Returns the first `limit` alarms to send after the id `after`, and how many there are in all. Leaves out
 * snoozed alarms and those before `since` (ms since 1970). `upTo` is the last id considered, including those
 * left out.
 */
export async function alarmsToMail(
  { db }: Db,
  systemId: string,
  { after, since, limit }: { after: number; since: number; limit: number },
): Promise<{ upTo: number; count: number; alarms: MailedAlarm[] }> {
  const { rows } = await sql<{ upTo: number; count: number }>`
    select coalesce(max(id), ${after}) as "upTo",
      count(*) filter (where not snoozed and at >= ${new Date(since)})::integer as count
    from alarms where system_id = ${systemId} and id > ${after}`.execute(db);
  const { upTo, count } = rows[0] ?? { upTo: after, count: 0 };
  const alarms = await db
    .selectFrom('alarms')
    .leftJoin('receivers', 'receivers.id', 'alarms.rx_id')
    .select(mailedColumns)
    .where('alarms.system_id', '=', systemId)
    .where('alarms.id', '>', after)
    .where('alarms.id', '<=', upTo)
    .where('alarms.snoozed', '=', false)
    .where('alarms.at', '>=', new Date(since))
    .orderBy('alarms.id')
    .limit(limit)
    .execute();
  return { upTo, count, alarms };
}

/**
 * Records up to which alarm emails or webhook messages of a system were sent, and the window for counting
 * emails.
 */
export async function noteAlarmMails(
  { db }: Db,
  marks: AlarmMarks,
  systemId: string,
  upTo: number,
  window: AlarmMailWindow,
): Promise<void> {
  const window_since = window.since === null ? null : new Date(window.since);
  await db
    .updateTable(marks)
    .set({ last_id: upTo, window_since, window_mails: window.mails })
    .where('system_id', '=', systemId)
    .execute();
}
