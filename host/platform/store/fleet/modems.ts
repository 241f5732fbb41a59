import { type Insertable, sql } from 'kysely';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { DatabaseSchema } from '../schema.ts';
import type { ModemFacts } from '../schema-modems.ts';

/** A modem or a site, with the name by which senders refer to it (ING-2). */
export type AddressedModem = { system_id: string; sort: 'modem' | 'site'; id: number; name: string };

/** Returns the modems and sites of systems. */
export async function addressedModems({ db }: Db, systemIds: readonly string[]): Promise<AddressedModem[]> {
  const { rows } = await sql<AddressedModem>`${prepared}
    select system_id, 'modem' as sort, id, name from modems where system_id = any(${systemIds})
    union all select system_id, 'site', id, alias from sites where system_id = any(${systemIds})`.execute(db);
  return rows;
}

function modemsOf({ db }: Db, systemId: string) {
  return db
    .selectFrom('modems')
    .leftJoin('sites', (join) => join.onRef('sites.id', '=', 'modems.site_id').onRef('sites.system_id', '=', 'modems.system_id'))
    .select(['modems.id', 'modems.name', 'modems.facts', 'modems.last_contacted', 'sites.alias as site'])
    .where('modems.system_id', '=', systemId);
}

/** Returns the modems of a system by name, with their sites and present values. */
export function listedModems(database: Db, systemId: string) {
  return modemsOf(database, systemId)
    .orderBy(sql`lower(modems.name)`)
    .orderBy('modems.id')
    .execute();
}

/** Returns the name of a modem's site ('' if it has none); undefined if the system has no such modem. */
export async function siteOfModem({ db }: Db, systemId: string, modemId: number): Promise<string | undefined> {
  const modem = await modemsOf({ db }, systemId).where('modems.id', '=', modemId).executeTakeFirst();
  return modem && (modem.site ?? '');
}

/** Returns the modem with that name; upper and lower case count as equal. */
export function modemNamed(database: Db, systemId: string, name: string) {
  return modemsOf(database, systemId)
    .where(sql<boolean>`lower(modems.name) = lower(${name})`)
    .executeTakeFirst();
}

/** The most modems that a system may have. */
export const mostModems = 1_000;

/** Returns how many more modems a system may have. Lock the system (`lockSystem`) before adding any. */
export async function roomForModems({ db }: Db, systemId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from modems where system_id = ${systemId}`.execute(db);
  return Math.max(0, mostModems - (rows[0]?.count ?? 0));
}

/** Adds a modem and returns its id; undefined if the name is taken. */
export async function addModem({ db }: Db, modem: Insertable<DatabaseSchema['modems']>): Promise<number | undefined> {
  const adding = db
    .insertInto('modems')
    .values(modem)
    .onConflict((conflict) => conflict.doNothing());
  return (await adding.returning('id').executeTakeFirst())?.id;
}

/** Moves a modem to a site, or to none (null), as of `at` (ms). Reports older than `at` no longer move it. */
export async function placeModem({ db }: Db, systemId: string, id: number, siteId: number | null, at: number): Promise<void> {
  await db
    .updateTable('modems')
    .set({ site_id: siteId, placed_at: new Date(at) })
    .where('system_id', '=', systemId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a modem with all its readings. */
export async function deleteModem({ db }: Db, systemId: string, id: number): Promise<void> {
  await db.deleteFrom('modems').where('system_id', '=', systemId).where('id', '=', id).execute();
}

export async function countModemReadings({ db }: Db, systemId: string, modemId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from modem_readings where system_id = ${systemId} and modem_id = ${modemId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A modem's present values; times in ms since the epoch. */
export type KnownModem = {
  id: number;
  facts: ModemFacts;
  lastContacted: number | null;
  siteId: number | null;
  placedAt: number | null;
};

/**
 * Locks and returns those of these modems that belong to the system. Before that, locks the given sites, so
 * that deleting one of them cannot deadlock. Also returns which of the sites exist.
 */
export async function heldModems(
  { db }: Db,
  systemId: string,
  { modemIds, siteIds }: { modemIds: readonly number[]; siteIds: readonly number[] },
): Promise<{ modems: KnownModem[]; sites: ReadonlySet<number> }> {
  const named = sql<{ id: number }>`${prepared}
    select id from sites where system_id = ${systemId} and id = any(${siteIds}) order by id for key share`;
  const sites = siteIds.length === 0 ? [] : (await named.execute(db)).rows;
  const { rows: modems } = await sql<KnownModem>`${prepared}
    select id, facts, extract(epoch from last_contacted)::float8 * 1000 as "lastContacted", site_id as "siteId",
      extract(epoch from placed_at)::float8 * 1000 as "placedAt" from modems
    where system_id = ${systemId} and id = any(${modemIds}) order by id for no key update`.execute(db);
  return { modems, sites: new Set(sites.map(({ id }) => id)) };
}

/** Stores the present values of locked modems. */
export async function writeKnownModems({ db }: Db, systemId: string, modems: readonly KnownModem[]): Promise<void> {
  if (modems.length === 0) return;
  await sql`${prepared}
    update modems set facts = known.facts, last_contacted = to_timestamp(known."lastContacted" / 1000), site_id = known."siteId",
      placed_at = to_timestamp(known."placedAt" / 1000)
    from jsonb_to_recordset(${JSON.stringify(modems)}::jsonb) as known (id integer, facts jsonb, "lastContacted" float8,
      "siteId" integer, "placedAt" float8)
    where modems.system_id = ${systemId} and modems.id = known.id`.execute(db);
}
