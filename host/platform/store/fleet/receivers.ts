import { sql } from 'kysely';
import type { Settings } from '#model/config/settings.ts';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';

/** RX-36: the receivers of a system but for those that are retired. */
function inFleet(db: Db['db'], systemId: string) {
  return db.selectFrom('receivers').where('receivers.system_id', '=', systemId).where('receivers.retired_at', 'is', null);
}

/** The receivers of a system's fleet by number and name. */
export async function namedReceivers({ db }: Db, systemId: string): Promise<{ id: number; alias: string }[]> {
  return inFleet(db, systemId).select(['receivers.id', 'receivers.alias']).execute();
}

/**
 * Every receiver that a sender to these systems may mean, by number; by name those of the fleet go before
 * retired ones (RX-37), and of these the last that was retired before the others: it is the last of its name
 * in the list.
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

/** The number of the receiver of that name. */
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
 * True where a receiver was ever heard, or somebody wrote of a visit to it: then it has what must not be lost
 * (RX-35). What the host itself says of one that is silent or disabled is none of that.
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

/**
 * A system's receivers as people set them, with the names of their sites and what they report of themselves,
 * by name.
 */
export function receiversWithReports(database: Db, systemId: string) {
  return selectReceivers(database, systemId)
    .orderBy(sql`lower(receivers.alias)`)
    .orderBy('receivers.id')
    .execute();
}

/** One of them, with its settings; undefined where the system has no such receiver. */
export function receiverWithSettings(database: Db, systemId: string, rxId: number) {
  return selectReceivers(database, systemId).select('receivers.config').where('receivers.id', '=', rxId).executeTakeFirst();
}

/** Those of some receivers, by number, that the system has. */
export function receiversWithSettings(database: Db, systemId: string, rxIds: readonly number[]) {
  return selectReceivers(database, systemId)
    .select('receivers.config')
    .where('receivers.id', '=', sql<number>`any(${rxIds})`)
    .orderBy('receivers.id')
    .execute();
}

/** A receiver as people set it, and what it reports of itself. */
export type StoredReceiver = Awaited<ReturnType<typeof receiversWithReports>>[number];

/** A total of 0 is that of a receiver without a card, of which RX-19 says that it has none. */
const totalOfCard = sql<number | null>`nullif(report.memory_total_mb, 0)`.as('memory_total_mb');

/** Of contacts that no host noted as they came, such as imported ones, the hour is known (RX-49). */
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

/** How a receiver stands, and the system's minutes for it (ALM-5). */
const standing = [
  'report.missed_since',
  sql<boolean>`coalesce(report.gone_alarmed, false)`.as('gone_alarmed'),
  'systems.offline_alarm_minutes as minutes',
] as const;

/**
 * The receivers of a system with the names of their sites, and the state that each is in; null before its
 * first. With how they stand (ALM-5), and after how many minutes one that is gone raises its alarm.
 */
export function receiversAtSites({ db }: Db, systemId: string) {
  return inFleet(db, systemId)
    .leftJoin('sites', 'sites.id', 'receivers.site_id')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .innerJoin('systems', 'systems.id', 'receivers.system_id')
    .select(['receivers.id', 'receivers.alias', 'receivers.enabled', 'sites.alias as site'])
    .select(['report.status', 'report.status_time', ...standing])
    .execute();
}

/**
 * The receivers of a system as the simulator asks for them with every step: where they stand and whether they
 * are on, the revision that last changed them, their state and the model that they reported, null before they
 * did.
 */
export function receiverStandings({ db }: Db, systemId: string) {
  return inFleet(db, systemId)
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .innerJoin('systems', 'systems.id', 'receivers.system_id')
    .select(['receivers.id', 'receivers.enabled', 'receivers.site_id', 'receivers.latitude', 'receivers.longitude'])
    .select(['receivers.rev', 'receivers.model as named_model', 'report.status', 'report.model', ...standing])
    .orderBy('receivers.id')
    .execute();
}

export type ReceiverStanding = Awaited<ReturnType<typeof receiverStandings>>[number];

/** What some receivers of a system are set to, by number. */
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

/** The sites of a system by number and name. */
export async function namedSites({ db }: Db, systemId: string): Promise<{ id: number; alias: string }[]> {
  return db.selectFrom('sites').select(['id', 'alias']).where('system_id', '=', systemId).execute();
}

/** The sites of a system, by name. */
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
