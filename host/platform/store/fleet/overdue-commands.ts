import { type RawBuilder, sql } from 'kysely';
import { commandTimeout } from '#model/entities/command.ts';
import type { Db } from '../database.ts';
import type { CommandRow } from './commands.ts';
import { isUnderWay } from './command-states.ts';

/**
 * What of the commands of a system is over though nobody who carries it out says so: what waited or was not
 * claimed, and of a simulated system what its host left, if that ran out so long ago (ms); null: none of it.
 */
const isOverdue = (leftMs: number | null): RawBuilder<boolean> => sql<boolean>`(
  (status = 'waiting' and expires_at < clock_timestamp())
  or (${isUnderWay('status')} and ends_at < clock_timestamp()
    and (claim is null or kind <> 'simulated' or ends_at < clock_timestamp() - ${leftMs}::float8 * interval '1 ms')))`;

/** The systems that have commands whose time is over, by `leftMs` as endOverdue has it. */
export async function overdueSystems({ db }: Db, leftMs: number | null): Promise<string[]> {
  const { rows } = await sql<{ system_id: string }>`
    select distinct system_id from commands join (select id, kind from systems) as theirs on id = system_id
    where ${isOverdue(leftMs)}
    order by system_id`.execute(db);
  return rows.map(({ system_id }) => system_id);
}

/** Why commands end that nobody carries out: what waited in vain, and what a host left. */
export type OverdueTexts = { expired: string; left: string };

/**
 * Ends commands of a system whose time is over and that nobody carries out (CMD-4, CMD-6, CMD-8); of several
 * hosts one ends each.
 */
export async function endOverdue(
  { db }: Db,
  systemId: string,
  leftMs: number | null,
  { expired, left }: OverdueTexts,
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    with over as materialized (
      select command_id, kind from commands join (select id, kind from systems) as theirs on id = system_id
      where system_id = ${systemId} and ${isOverdue(leftMs)}
      order by command_id for no key update of commands skip locked
    )
    update commands set status = 'failed', changed_at = clock_timestamp(), ends_at = null, error = case
      when status = 'waiting' then ${expired} when kind = 'simulated' and claim is not null then ${left} else ${commandTimeout} end
    from over where system_id = ${systemId} and commands.command_id = over.command_id returning commands.*`.execute(db);
  return rows;
}

/** Ends what its receivers did not answer in time, of who carries it out. */
export async function endUnanswered({ db }: Db, systemId: string, claim: string): Promise<CommandRow[]> {
  return db
    .updateTable('commands')
    .set({ status: 'failed', error: commandTimeout, changed_at: sql<Date>`clock_timestamp()`, ends_at: null })
    .where('system_id', '=', systemId)
    .where(isUnderWay('status'))
    .where('claim', '=', claim)
    .where('ends_at', '<', sql<Date>`clock_timestamp()`)
    .returningAll()
    .execute();
}
