import { sql } from 'kysely';
import type { ChangeWay } from '#model/changes/change.ts';
import type { Db } from '../database.ts';

/** The largest number of saved configurations listed for a receiver. */
const maxVersions = 500;

/** Returns whether the system has such a receiver, retired or not. */
export async function knowsReceiver({ db }: Db, systemId: string, rxId: number): Promise<boolean> {
  const found = db.selectFrom('receivers').select('id').where('system_id', '=', systemId).where('id', '=', rxId);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Returns a retired receiver's name and the name of its last site, even if that site no longer exists;
 * undefined if there is no such retired receiver.
 */
export function retiredReceiver({ db }: Db, systemId: string, rxId: number) {
  return db
    .selectFrom('receivers')
    .leftJoin('receiver_locations as present', (join) =>
      join.onRef('present.rx_id', '=', 'receivers.id').on('present.until', 'is', null),
    )
    .select(['receivers.alias', 'present.site_alias as lastSite'])
    .where('receivers.system_id', '=', systemId)
    .where('receivers.id', '=', rxId)
    .where('receivers.retired_at', 'is not', null)
    .executeTakeFirst();
}

/**
 * Returns a system's retired receivers, the last retired first, each with who retired it if that change is
 * still stored.
 */
export function retiredReceivers({ db }: Db, systemId: string) {
  return db
    .selectFrom('receivers')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .leftJoin('changes', (join) =>
      join.onRef('changes.system_id', '=', 'receivers.system_id').onRef('changes.revision', '=', 'receivers.rev'),
    )
    .select(['receivers.id', 'receivers.alias', 'receivers.site_id', 'receivers.color', 'receivers.retired_heard_at'])
    .select(['receivers.model', 'report.model as reported_model', 'changes.user_id', 'changes.user_name'])
    .select(sql<Date>`receivers.retired_at`.as('retired_at'))
    .where('receivers.system_id', '=', systemId)
    .where('receivers.retired_at', 'is not', null)
    .orderBy('receivers.retired_at', 'desc')
    .orderBy('receivers.id')
    .execute();
}

/** Returns a receiver's places over time, the present one first (RX-39). A deleted site has its last name. */
export function locationsOf({ db }: Db, systemId: string, rxId: number) {
  return db
    .selectFrom('receiver_locations as location')
    .leftJoin('sites', 'sites.id', 'location.site_id')
    .select(['location.since', 'location.until', 'location.latitude', 'location.longitude', 'location.site_id'])
    .select((eb) => eb.fn.coalesce('sites.alias', 'location.site_alias').as('site'))
    .where('location.system_id', '=', systemId)
    .where('location.rx_id', '=', rxId)
    .orderBy(sql`location.until desc nulls first`)
    .execute();
}

/**
 * Returns up to `limit` places of a system's receivers that have coordinates, with their times, the present
 * ones first (RX-39). A retired receiver's last place ends when it was retired.
 */
export function placesOf({ db }: Db, systemId: string, limit: number) {
  return db
    .selectFrom('receivers')
    .innerJoin('receiver_locations as location', 'location.rx_id', 'receivers.id')
    .leftJoin('sites', 'sites.id', 'location.site_id')
    .select(['receivers.id', 'receivers.alias', 'location.since', 'location.latitude', 'location.longitude', 'location.site_id'])
    .select((eb) => eb.fn.coalesce('sites.alias', 'location.site_alias').as('site'))
    .select(sql<Date | null>`coalesce(location.until, receivers.retired_at)`.as('until'))
    .where('receivers.system_id', '=', systemId)
    .where('location.latitude', 'is not', null)
    .orderBy(sql`coalesce(location.until, receivers.retired_at) desc nulls first`)
    .orderBy('receivers.id')
    .limit(limit)
    .execute();
}

/** Returns a list of a receiver's saved configurations, newest first (CFG-8), without their content. */
export function versionsOf({ db }: Db, systemId: string, rxId: number) {
  return db
    .selectFrom('receiver_configs')
    .select(['revision', 'at', 'user_id', 'user_name'])
    .select(sql<ChangeWay>`through`.as('through'))
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .limit(maxVersions)
    .execute();
}

/** Returns the configuration that a revision saved; undefined if there is none. */
export function versionOf({ db }: Db, systemId: string, rxId: number, revision: number) {
  return db
    .selectFrom('receiver_configs')
    .select(['revision', 'at', 'user_id', 'user_name', 'config'])
    .select(sql<ChangeWay>`through`.as('through'))
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .where('revision', '=', revision)
    .orderBy('at', 'desc')
    .executeTakeFirst();
}
