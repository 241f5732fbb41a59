import { type Insertable, sql } from 'kysely';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { DatabaseSchema } from '../schema.ts';
import type { ModemFacts } from '../schema-modems.ts';

/** A modem or a site, as senders name it (ING-2). */
export type AddressedModem = { system_id: string; sort: 'modem' | 'site'; id: number; name: string };

/** The modems and the sites of systems. */
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

/** Lists the modems of a system by name, each with its site and what is known of it. */
export function listedModems(database: Db, systemId: string) {
  return modemsOf(database, systemId)
    .orderBy(sql`lower(modems.name)`)
    .orderBy('modems.id')
    .execute();
}

/** The name of the site of a modem, '' where it has none; undefined where the system has no such modem. */
export async function siteOfModem({ db }: Db, systemId: string, modemId: number): Promise<string | undefined> {
  const modem = await modemsOf({ db }, systemId).where('modems.id', '=', modemId).executeTakeFirst();
  return modem && (modem.site ?? '');
}

/** The modem of that name, whichever way it is written. */
export function modemNamed(database: Db, systemId: string, name: string) {
  return modemsOf(database, systemId)
    .where(sql<boolean>`lower(modems.name) = lower(${name})`)
    .executeTakeFirst();
}

/** Maximum number of modems in a system. */
export const mostModems = 1_000;

/** How many more modems a system takes. Who makes some holds the system (`lockSystem`) before it asks. */
export async function roomForModems({ db }: Db, systemId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from modems where system_id = ${systemId}`.execute(db);
  return Math.max(0, mostModems - (rows[0]?.count ?? 0));
}

/** Makes a modem; undefined where there is one of that name. */
export async function addModem({ db }: Db, modem: Insertable<DatabaseSchema['modems']>): Promise<number | undefined> {
  const adding = db
    .insertInto('modems')
    .values(modem)
    .onConflict((conflict) => conflict.doNothing());
  return (await adding.returning('id').executeTakeFirst())?.id;
}

/** Puts a modem at a site from `at` (ms) on, null for none; an older report moves it no more. */
export async function placeModem({ db }: Db, systemId: string, id: number, siteId: number | null, at: number): Promise<void> {
  await db
    .updateTable('modems')
    .set({ site_id: siteId, placed_at: new Date(at) })
    .where('system_id', '=', systemId)
    .where('id', '=', id)
    .execute();
}

/** Takes a modem out with all its readings. */
export async function deleteModem({ db }: Db, systemId: string, id: number): Promise<void> {
  await db.deleteFrom('modems').where('system_id', '=', systemId).where('id', '=', id).execute();
}

export async function countModemReadings({ db }: Db, systemId: string, modemId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from modem_readings where system_id = ${systemId} and modem_id = ${modemId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What is known of a modem; times in ms since the epoch. */
export type KnownModem = {
  id: number;
  facts: ModemFacts;
  lastContacted: number | null;
  siteId: number | null;
  placedAt: number | null;
};

/**
 * Those of these modems that are in the system, held until the transaction ends; and before them the sites
 * that are named, so that whoever deletes one is not waited for in a circle. Answers which sites are there.
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

/** Writes what is now known of modems that the transaction holds. */
export async function writeKnownModems({ db }: Db, systemId: string, modems: readonly KnownModem[]): Promise<void> {
  if (modems.length === 0) return;
  await sql`${prepared}
    update modems set facts = known.facts, last_contacted = to_timestamp(known."lastContacted" / 1000), site_id = known."siteId",
      placed_at = to_timestamp(known."placedAt" / 1000)
    from jsonb_to_recordset(${JSON.stringify(modems)}::jsonb) as known (id integer, facts jsonb, "lastContacted" float8,
      "siteId" integer, "placedAt" float8)
    where modems.system_id = ${systemId} and modems.id = known.id`.execute(db);
}
