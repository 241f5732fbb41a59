import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** How many mails of alarms each person of a system got since a time (ms). */
export type AlarmMailWindow = { since: number | null; mails: number };

/** An alarm as it is mailed. */
export type MailedAlarm = { code: number; alias: string; siteName: string; at: Date; missedSince: Date | null };

/** The systems with alarms that were not looked at for mails yet; those that are new are so from now on. */
export async function systemsToMail({ db }: Db): Promise<string[]> {
  await sql`
    insert into alarm_mails (system_id, last_id) select id, 0 from systems
    where not exists (select from alarm_mails where system_id = id) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select system_id as id from alarm_mails join alarm_counters as counter using (system_id)
    where counter.last_id > alarm_mails.last_id order by system_id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Holds what is known of a system's mails of alarms until the transaction ends; undefined where another host
 * holds it.
 */
export async function holdAlarmMails(
  { db }: Db,
  systemId: string,
): Promise<{ lastId: number; window: AlarmMailWindow; commonName: string; timezone: string } | undefined> {
  const row = await db
    .selectFrom('alarm_mails')
    .innerJoin('systems', 'systems.id', 'alarm_mails.system_id')
    .select(['last_id', 'window_since', 'window_mails', 'common_name', 'timezone'])
    .where('system_id', '=', systemId)
    .forNoKeyUpdate('alarm_mails')
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const window = { since: row.window_since?.getTime() ?? null, mails: row.window_mails };
  return { lastId: row.last_id, window, commonName: row.common_name, timezone: row.timezone };
}

/**
 * The alarms after one that are to be mailed, the first `limit` of them by their numbers, and how many there
 * are; `upTo` is the last that was looked at. Snoozed ones and those from before `since` (ms) are left out.
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
    .select(['alarm_code_id as code', 'alias', 'site_name as siteName', 'at', 'missed_since as missedSince'])
    .where('system_id', '=', systemId)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('snoozed', '=', false)
    .where('at', '>=', new Date(since))
    .orderBy('id')
    .limit(limit)
    .execute();
  return { upTo, count, alarms };
}

/** Keeps up to which alarm the people of a system were mailed. */
export async function noteAlarmMails({ db }: Db, systemId: string, upTo: number, window: AlarmMailWindow): Promise<void> {
  const window_since = window.since === null ? null : new Date(window.since);
  await db
    .updateTable('alarm_mails')
    .set({ last_id: upTo, window_since, window_mails: window.mails })
    .where('system_id', '=', systemId)
    .execute();
}
