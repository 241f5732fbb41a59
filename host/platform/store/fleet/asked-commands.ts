import { sql } from 'kysely';
import { type Db, inTransaction } from '../database.ts';
import { answerMs, type CommandRow } from './commands.ts';
import { isUnderWay } from './command-states.ts';
import { unlessTaken } from './unless-taken.ts';

/**
 * The shortest time (ms) between two records of when a receiver asked, because some ask every few seconds.
 */
const noteEachMs = 30_000;

type HandedOver = { present: number[]; sent: CommandRow[]; given: CommandRow[] };

/**
 * SQL that is true if the system's receivers fetch their commands themselves. For other systems, the host
 * carries commands out (CMD-8).
 */
const asks = (systemId: string) => sql`exists (select from systems where id = ${systemId} and kind = 'ingest')`;

/** Returns those of these commands about which receivers of the system may send answers. */
export async function answerable({ db }: Db, systemId: string, commandIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ command_id: string }>`
    select command_id from commands
    where system_id = ${systemId} and command_id = any(${commandIds}::text[]) and ${asks(systemId)}`.execute(db);
  return new Set(rows.map((row) => row.command_id));
}

/**
 * Returns the commands that these receivers must carry out: unacknowledged ones, and those that waited and
 * are now sent (the latter also in `sent`). `present`: the receivers that are enabled and in the fleet; only
 * they get commands. Also records when they asked.
 */
export function handOver(database: Db, systemId: string, rxIds: readonly number[]): Promise<HandedOver> {
  return unlessTaken(() => handOverOnce(database, systemId, rxIds));
}

function handOverOnce(database: Db, systemId: string, rxIds: readonly number[]): Promise<HandedOver> {
  return inTransaction(database, async ({ db }) => {
    const { rows: present } = await sql<{ id: number }>`
      select id from receivers where system_id = ${systemId} and id = any(${rxIds}) and enabled and retired_at is null
        and ${asks(systemId)} order by id for key share`.execute(db);
    const ids = present.map(({ id }) => id);
    await sql`
      insert into receivers_asked (rx_id, asked_at) select id, clock_timestamp() from unnest(${ids}::integer[]) as id order by id
      on conflict (rx_id) do update set asked_at = excluded.asked_at
        where receivers_asked.asked_at < excluded.asked_at - ${noteEachMs}::float8 * interval '1 ms'`.execute(db);
    const { rows: sent } = await sql<CommandRow>`
      with ready as materialized (
        select waiting.system_id, waiting.command_id from commands as waiting
        where waiting.rx_id = any(${ids}) and waiting.status = 'waiting' and waiting.expires_at > clock_timestamp()
          and not exists (select from commands as other where other.rx_id = waiting.rx_id and other.type = waiting.type
            and ${isUnderWay('other.status')})
        order by waiting.system_id, waiting.command_id for no key update of waiting skip locked
      )
      update commands set status = 'pending', changed_at = clock_timestamp(), ends_at = clock_timestamp() + interval '1 day'
      where (system_id, command_id) in (select * from ready) returning *`.execute(db);
    const { rows: given } = await sql<CommandRow>`
      with mine as materialized (
        select system_id, command_id from commands
        where rx_id = any(${ids}) and status = 'pending' and ends_at > clock_timestamp()
        order by system_id, command_id for no key update
      )
      update commands set claim = coalesce(claim, gen_random_uuid()),
        ends_at = case when claim is null then clock_timestamp() + ${answerMs}::float8 * interval '1 ms' else ends_at end
      where (system_id, command_id) in (select * from mine) returning *`.execute(db);
    return { present: ids, sent, given };
  });
}
