import { sql } from 'kysely';
import { countByReceiver } from '../contacts/contact-counts.ts';
import type { Db } from '../database.ts';
import { systemState } from '../system-state.ts';
import { type MailedAlarm, mailedColumns } from './alarm-mails.ts';

/** A system whose people get a daily report. `sentOn` is the day of the last report, or null. */
export type ReportedSystem = { id: string; commonName: string; timezone: string; sentOn: string | null };

/** Returns the running systems, ordered by id. */
export async function reportedSystems({ db }: Db): Promise<ReportedSystem[]> {
  const { rows } = await sql<ReportedSystem & { status: number; offline: boolean }>`
    select id, common_name as "commonName", timezone, sent_on::text as "sentOn", status, offline
    from systems left join daily_reports on system_id = id order by id`.execute(db);
  return rows.filter((row) => systemState(row) === 'running');
}

/** Claims the sending of a day's report. Returns false if a host has already claimed this or a later one. */
export async function takeReport({ db }: Db, systemId: string, sentOn: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into daily_reports as report (system_id, sent_on) values (${systemId}, ${sentOn}::date)
    on conflict (system_id) do update set sent_on = excluded.sent_on where report.sent_on < excluded.sent_on`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * A receiver in a report: its present state, and how many contacts it had on the day and on the day before.
 */
export type ReportedReceiver = { alias: string; status: number | null; enabled: boolean; day: number; before: number };

/** The times (ms since 1970) at which a day starts and ends, and the day before starts. */
export type ReportSpan = { before: number; from: number; to: number };

/**
 * Returns a system's receivers by name, with the numbers of contacts that the statistics show at `now` (ms).
 */
export async function reportedReceivers(
  database: Db,
  systemId: string,
  { before, from, to, now }: ReportSpan & { now: number },
): Promise<ReportedReceiver[]> {
  const { rows } = await sql<Omit<ReportedReceiver, 'day' | 'before'> & { id: number }>`
    select receivers.id, alias, report.status, enabled
    from receivers left join receiver_reports as report on report.rx_id = receivers.id
    where system_id = ${systemId} and retired_at is null order by lower(alias), receivers.id`.execute(database.db);
  const ofDay = await countByReceiver(database, systemId, { from, to, now });
  const ofDayBefore = await countByReceiver(database, systemId, { from: before, to: from, now });
  return rows.map(({ id, ...receiver }) => ({ ...receiver, day: ofDay.get(id) ?? 0, before: ofDayBefore.get(id) ?? 0 }));
}

/** Returns the first `limit` alarms of a day that were not snoozed, and how many there are in all. */
export async function alarmsOfDay(
  { db }: Db,
  systemId: string,
  { from, to }: ReportSpan,
  limit: number,
): Promise<{ count: number; alarms: MailedAlarm[] }> {
  const ofDay = db
    .selectFrom('alarms')
    .leftJoin('receivers', 'receivers.id', 'alarms.rx_id')
    .where('alarms.system_id', '=', systemId)
    .where('alarms.at', '>=', new Date(from))
    .where('alarms.at', '<', new Date(to))
    .where('alarms.snoozed', '=', false);
  const { count } = await ofDay.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const alarms = await ofDay.select(mailedColumns).orderBy('alarms.at').orderBy('alarms.id').limit(limit).execute();
  return { count, alarms };
}
