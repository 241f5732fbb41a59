import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The receivers of a system by number and name. */
export async function namedReceivers({ db }: Db, systemId: string): Promise<{ id: number; alias: string }[]> {
  return db.selectFrom('receivers').select(['id', 'alias']).where('system_id', '=', systemId).execute();
}

/** The number of the receiver of that name. */
export async function receiverNamed({ db }: Db, systemId: string, alias: string): Promise<number | undefined> {
  const receivers = db.selectFrom('receivers').where('system_id', '=', systemId).where('alias', '=', alias);
  return (await receivers.select('id').executeTakeFirst())?.id;
}

export async function countReceivers({ db }: Db, systemId: string): Promise<number> {
  const { count } = await db
    .selectFrom('receivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  return count;
}

/** True where a receiver has contacts, on any day. */
export async function hasContacts({ db }: Db, systemId: string, rxId: number): Promise<boolean> {
  const heard = db.selectFrom('contacts_hourly').where('system_id', '=', systemId).where('rx_id', '=', rxId);
  return (await heard.select('rx_id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * A system's receivers as people set them, with the names of their sites and what they report of themselves,
 * by name.
 */
export function receiversWithReports({ db }: Db, systemId: string) {
  return db
    .selectFrom('receivers')
    .leftJoin('sites', 'sites.id', 'receivers.site_id')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .selectAll('receivers')
    .select(['sites.alias as site'])
    .select(['report.status', 'report.status_time', 'report.info_time', 'report.model as reported_model'])
    .select(['report.memory_used_mb', 'report.memory_total_mb', 'report.voltage'])
    .select(['report.firmware_major', 'report.firmware_minor', 'report.firmware_patch'])
    .where('receivers.system_id', '=', systemId)
    .orderBy(sql`lower(receivers.alias)`)
    .orderBy('receivers.id')
    .execute();
}

/**
 * The receivers of a system with the names of their sites, and the state that each is in; null before its
 * first.
 */
export function receiversAtSites({ db }: Db, systemId: string) {
  return db
    .selectFrom('receivers')
    .leftJoin('sites', 'sites.id', 'receivers.site_id')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .select(['receivers.id', 'receivers.alias', 'receivers.enabled', 'sites.alias as site'])
    .select(['report.status', 'report.status_time'])
    .where('receivers.system_id', '=', systemId)
    .execute();
}

/**
 * The receivers of a system: whether they are enabled, their state and the model that they reported, null
 * before they did.
 */
export function receiverStandings({ db }: Db, systemId: string) {
  return db
    .selectFrom('receivers')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .select(['receivers.id', 'receivers.enabled', 'report.status', 'report.model'])
    .where('receivers.system_id', '=', systemId)
    .execute();
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
