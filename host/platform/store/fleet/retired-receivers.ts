import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';

/**
 * A retired receiver: since when (ms since the epoch), and whether it was reported that its unit sends on.
 */
export type Retired = { id: number; at: number; isReported: boolean };

/** Those of some receivers that are retired; asked with every batch of contacts, so it reads no others. */
export async function retiredAmong({ db }: Db, rxIds: readonly number[]): Promise<Retired[]> {
  const { rows } = await sql<{ id: number; at: Date; heard_at: Date | null }>`${prepared}
    select id, retired_at as at, retired_heard_at as heard_at from receivers
    where id = any(${rxIds}) and retired_at is not null`.execute(db);
  return rows.map(({ id, at, heard_at }) => ({ id, at: at.getTime(), isReported: heard_at !== null }));
}

/**
 * Notes that retired receivers were heard, in the order of all locks; answers those of which it was not noted
 * yet.
 */
export async function noteHeard(
  { db }: Db,
  systemId: string,
  rxIds: readonly number[],
): Promise<{ id: number; alias: string; site: string | null }[]> {
  const isUnnoted = sql`system_id = ${systemId} and retired_at is not null and retired_heard_at is null`;
  const { rows } = await sql<{ id: number; alias: string; site: string | null }>`
    with unnoted as materialized (
      select id from receivers where id = any(${rxIds}) and ${isUnnoted} order by id for no key update)
    update receivers set retired_heard_at = clock_timestamp()
    where id in (select id from unnoted) and ${isUnnoted}
    returning id, alias, (select sites.alias from sites where sites.id = site_id) as site`.execute(db);
  return rows;
}
