import { type RawBuilder, sql } from 'kysely';
import { commandTimeout } from '#model/entities/command.ts';
import type { Db } from '../database.ts';
import type { CommandRow } from './commands.ts';
import { isUnderWay } from './command-states.ts';

/**
 * SQL that is true for expired commands that no host will end itself: waiting or unclaimed ones; claimed ones
 * in a system that is not simulated; and, in a simulated system, those whose limit passed more than `leftMs`
 * ago, because their host left them (null: none of these).
 */
const isOverdue = (leftMs: number | null): RawBuilder<boolean> => sql<boolean>`(
  (status = 'waiting' and expires_at < clock_timestamp())
  or (${isUnderWay('status')} and ends_at < clock_timestamp()
    and (claim is null or kind <> 'simulated' or ends_at < clock_timestamp() - ${leftMs}::float8 * interval '1 ms')))`;

/** Returns the systems with expired commands that no host will end itself; `leftMs` as in `endOverdue`. */
export async function overdueSystems({ db }: Db, leftMs: number | null): Promise<string[]> {
  const { rows } = await sql<{ system_id: string }>`
    select distinct system_id from commands join (select id, kind from systems) as theirs on id = system_id
    where ${isOverdue(leftMs)}
    order by system_id`.execute(db);
  return rows.map(({ system_id }) => system_id);
}

/** The error texts of ended commands: for those that waited in vain, and for those that their host left. */
export type OverdueTexts = { expired: string; left: string };

/**
 * Ends a system's expired commands that no host will end itself (CMD-4, CMD-6, CMD-8). If several hosts call
 * this, each command is ended by one of them only. Returns the ended commands.
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

/**
 * Ends the commands of a claim that their receivers did not answer in time, and returns them. Skips a command
 * whose answer is just being recorded.
 */
export async function endUnanswered({ db }: Db, systemId: string, claim: string): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    with silent as materialized (
      select command_id from commands
      where system_id = ${systemId} and claim = ${claim}::uuid and ${isUnderWay('status')} and ends_at < clock_timestamp()
      order by command_id for no key update skip locked
    )
    update commands set status = 'failed', error = ${commandTimeout}, changed_at = clock_timestamp(), ends_at = null
    where system_id = ${systemId} and command_id in (select command_id from silent) returning *`.execute(db);
  return rows;
}
