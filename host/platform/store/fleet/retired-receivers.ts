import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';

/**
 * A receiver that is not shown live, and why. It is retired (`at` in ms since 1970; `isReported`: that its
 * unit still sends was already reported), it is disabled, or its system has expired.
 */
export type Unshown = { id: number; alias: string } & (
  | { why: 'retired'; at: number; isReported: boolean }
  | { why: 'disabled' | 'expired' }
);

/**
 * Returns those of these receivers that are not shown live. It runs for every batch of contacts, so it reads
 * no other receivers.
 */
export async function unshownAmong({ db }: Db, rxIds: readonly number[]): Promise<Unshown[]> {
  const { rows } = await sql<{ id: number; alias: string; at: Date | null; heard_at: Date | null; enabled: boolean }>`${prepared}
    select receivers.id, alias, retired_at as at, retired_heard_at as heard_at, enabled
    from receivers join systems on systems.id = system_id
    where receivers.id = any(${rxIds}) and (retired_at is not null or not enabled or expiry <= now())`.execute(db);
  return rows.map(({ id, alias, at, heard_at, enabled }) => {
    if (at !== null) return { id, alias, why: 'retired', at: at.getTime(), isReported: heard_at !== null };
    return { id, alias, why: enabled ? 'expired' : 'disabled' };
  });
}

/**
 * Records that retired receivers were heard; locks them in the usual order. Returns those for which that was
 * not recorded yet.
 */
export async function noteHeard(
  { db }: Db,
  systemId: string,
  rxIds: readonly number[],
): Promise<{ id: number; alias: string }[]> {
  const isUnnoted = sql`system_id = ${systemId} and retired_at is not null and retired_heard_at is null`;
  const { rows } = await sql<{ id: number; alias: string }>`
    with unnoted as materialized (
      select id from receivers where id = any(${rxIds}) and ${isUnnoted} order by id for no key update)
    update receivers set retired_heard_at = clock_timestamp()
    where id in (select id from unnoted) and ${isUnnoted}
    returning id, alias`.execute(db);
  return rows;
}
