import { sql } from 'kysely';
import type { Settings } from '#model/config/settings.ts';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';

/** Selects the receivers of a system that are not retired (RX-36). */
function inFleet(db: Db['db'], systemId: string) {
  return db.selectFrom('receivers').where('receivers.system_id', '=', systemId).where('receivers.retired_at', 'is', null);
}

/** Returns the ids and names of a system's receivers. */
export async function namedReceivers({ db }: Db, systemId: string): Promise<{ id: number; alias: string }[]> {
  return inFleet(db, systemId).select(['receivers.id', 'receivers.alias']).execute();
}

/**
 * Returns all receivers that senders to these systems may name, including retired ones. If several have the
 * same name, the last one in the list counts: the one in the fleet or, if there is none, the one retired last
 * (RX-37).
 */
export async function addressedReceivers(
  { db }: Db,
  systemIds: readonly string[],
): Promise<{ system_id: string; id: number; alias: string }[]> {
  const { rows } = await sql<{ system_id: string; id: number; alias: string }>`${prepared}
    select system_id, id, alias from receivers where system_id = any(${systemIds}) order by retired_at asc nulls last`.execute(
    db,
  );
  return rows;
}

/** Returns the id of the receiver with that name; undefined if there is none in the fleet. */
export async function receiverNamed({ db }: Db, systemId: string, alias: string): Promise<number | undefined> {
  const receivers = inFleet(db, systemId).where('receivers.alias', '=', alias);
  return (await receivers.select('receivers.id').executeTakeFirst())?.id;
}

export async function countReceivers({ db }: Db, systemId: string): Promise<number> {
  const { count } = await inFleet(db, systemId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns whether a receiver was ever heard or has field notes. If so, it must not be deleted (RX-35). States
 * that the host itself stored do not count.
 */
export async function wasHeard({ db }: Db, systemId: string, rxId: number): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`select
    exists (select from contacts_hourly where system_id = ${systemId} and rx_id = ${rxId})
    or exists (select from receiver_reports where rx_id = ${rxId} and (info_time is not null or status > 0))
    or exists (select from receiver_state_events where rx_id = ${rxId} and status > 0)
    or exists (select from receiver_vitals where rx_id = ${rxId})
    or exists (select from receiver_notes where system_id = ${systemId} and rx_id = ${rxId}) as heard`.execute(db);
  return rows[0]?.heard ?? false;
}

/** Returns a system's receivers by name, with the names of their sites and what they last reported. */
export function receiversWithReports(database: Db, systemId: string) {
  return selectReceivers(database, systemId)
    .orderBy(sql`lower(receivers.alias)`)
    .orderBy('receivers.id')
    .execute();
}

/** Returns one receiver with its settings; undefined if the system has no such receiver in the fleet. */
export function receiverWithSettings(database: Db, systemId: string, rxId: number) {
  return selectReceivers(database, systemId).select('receivers.config').where('receivers.id', '=', rxId).executeTakeFirst();
}

/** Returns those of these receivers that are in the system's fleet, ordered by id, with their settings. */
export function receiversWithSettings(database: Db, systemId: string, rxIds: readonly number[]) {
  return selectReceivers(database, systemId)
    .select('receivers.config')
    .where('receivers.id', '=', sql<number>`any(${rxIds})`)
    .orderBy('receivers.id')
    .execute();
}

/** A receiver as people set it, with what it last reported. */
export type StoredReceiver = Awaited<ReturnType<typeof receiversWithReports>>[number];

/** A total of 0 MB means that the receiver has no card; its memory is then not shown (RX-19). */
const totalOfCard = sql<number | null>`nullif(report.memory_total_mb, 0)`.as('memory_total_mb');

/**
 * SQL for the time of a receiver's last contact. For contacts that no host recorded on arrival, such as
 * imported ones, only the hour is known (RX-49).
 */
const lastContact = sql<Date | null>`greatest(last.contact_at,
  (select max(hour) from touched_hours where system_id = receivers.system_id and rx_id = receivers.id))`.as('contact_at');

function selectReceivers({ db }: Db, systemId: string) {
  return inFleet(db, systemId)
    .leftJoin('sites', 'sites.id', 'receivers.site_id')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .leftJoin('receivers_heard as heard', 'heard.rx_id', 'receivers.id')
    .leftJoin('last_contacts as last', 'last.rx_id', 'receivers.id')
    .leftJoin('rx_snooze as snooze', (join) =>
      join.onRef('snooze.rx_id', '=', 'receivers.id').on('snooze.snooze_until', '>', sql<Date>`clock_timestamp()`),
    )
    .select(['heard.heard_at', 'heard.uploads_every_ms', 'snooze.snooze_until', lastContact])
    .select(['receivers.id', 'receivers.site_id', 'receivers.alias', 'receivers.model', 'receivers.ip_address'])
    .select(['receivers.port_number', 'receivers.enabled', 'receivers.color', 'receivers.latitude', 'receivers.longitude'])
    .select(['receivers.rev', 'sites.alias as site'])
    .select(['report.status', 'report.status_time', 'report.info_time', 'report.model as reported_model'])
    .select([totalOfCard, 'report.memory_used_mb', 'report.voltage'])
    .select(['report.firmware_major', 'report.firmware_minor', 'report.firmware_patch']);
}

/**
 * The columns for offline alarms: when the receiver went missing, whether an alarm reported that, and the
 * system's limit in minutes (ALM-5).
 */
const absenceColumns = [
  'report.missed_since',
  sql<boolean>`coalesce(report.gone_alarmed, false)`.as('gone_alarmed'),
  'systems.offline_alarm_minutes as minutes',
] as const;

/**
 * Returns a system's receivers with the names of their sites, their states (null before the first), and the
 * columns for offline alarms (ALM-5).
 */
export function receiversAtSites({ db }: Db, systemId: string) {
  return inFleet(db, systemId)
    .leftJoin('sites', 'sites.id', 'receivers.site_id')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .innerJoin('systems', 'systems.id', 'receivers.system_id')
    .select(['receivers.id', 'receivers.alias', 'receivers.enabled', 'sites.alias as site'])
    .select(['report.status', 'report.status_time', ...absenceColumns])
    .execute();
}

/**
 * Returns what the simulator reads of a system's receivers in every step: place, `enabled`, revision, state
 * and reported model (null before the first report).
 */
export function simulatedReceivers({ db }: Db, systemId: string) {
  return inFleet(db, systemId)
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .innerJoin('systems', 'systems.id', 'receivers.system_id')
    .select(['receivers.id', 'receivers.enabled', 'receivers.site_id', 'receivers.latitude', 'receivers.longitude'])
    .select(['receivers.rev', 'receivers.model as named_model', 'report.status', 'report.model', ...absenceColumns])
    .orderBy('receivers.id')
    .execute();
}

export type SimulatedReceiver = Awaited<ReturnType<typeof simulatedReceivers>>[number];

/** Returns the settings of some receivers of a system, by id. */
export async function settingsOfReceivers(
  { db }: Db,
  systemId: string,
  rxIds: readonly number[],
): Promise<Map<number, Settings>> {
  const rows = await db
    .selectFrom('receivers')
    .select(['id', 'config'])
    .where('system_id', '=', systemId)
    .where('id', '=', sql<number>`any(${rxIds})`)
    .execute();
  return new Map(rows.map(({ id, config }) => [id, config]));
}

/** Returns the ids and names of a system's sites. */
export async function namedSites({ db }: Db, systemId: string): Promise<{ id: number; alias: string }[]> {
  return db.selectFrom('sites').select(['id', 'alias']).where('system_id', '=', systemId).execute();
}

/** Returns the sites of a system, by name. */
export function listSites({ db }: Db, systemId: string) {
  return db
    .selectFrom('sites')
    .selectAll()
    .where('system_id', '=', systemId)
    .orderBy(sql`lower(alias)`)
    .orderBy('id')
    .execute();
}

export async function countSites({ db }: Db, systemId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  return count;
}
