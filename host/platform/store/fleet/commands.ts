import { type RawBuilder, type Selectable, sql } from 'kysely';
import { commandTimeout, type CommandStatus, type CommandType } from '#model/entities/command.ts';
import type { Author } from '#model/entities/author.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Db } from '../database.ts';
import type { CommandTable } from '../schema-commands.ts';
import { isCarriedOut, isEnded, isOpen, isUnderWay } from './command-states.ts';
import { unlessTaken } from './unless-taken.ts';

/** A row of the table of commands. */
export type CommandRow = Selectable<CommandTable>;

/**
 * Time (ms) after which a sent command fails if it is not acknowledged, by the database's clock (CMD-4). For
 * a receiver that fetches its commands, the time begins when it gets the command.
 */
export const answerMs = 10_000;
/** Time (ms) after which an acknowledged command fails if no further update comes. */
const carryOutMs = 180_000;
/** A system counts as fetching its commands until this time (ms) after a receiver last asked for them. */
export const askingMs = 15 * 60_000;

const inMs = (ms: number): RawBuilder<Date> => sql`clock_timestamp() + ${ms}::float8 * interval '1 ms'`;

/**
 * Returns the kind of a system, and how long ago (ms) one of its receivers last asked for commands; undefined
 * if there is no such system.
 */
export async function commandWay({ db }: Db, systemId: string): Promise<{ kind: string; askedMsAgo: number | null } | undefined> {
  const { rows } = await sql<{ kind: string; asked_ms_ago: number | null }>`
    select kind, (select extract(epoch from clock_timestamp() - max(asked_at)) * 1000 from receivers_asked
      join receivers on receivers.id = rx_id where receivers.system_id = systems.id)::float8 as asked_ms_ago
    from systems where id = ${systemId}`.execute(db);
  const row = rows[0];
  return row === undefined ? undefined : { kind: row.kind, askedMsAgo: row.asked_ms_ago };
}

/**
 * Returns those of these receivers that belong to a system, with the columns that decide whether they can get
 * commands. Locks them until the transaction ends.
 */
export async function commandedReceivers({ db }: Db, systemId: string, rxIds: readonly number[]) {
  return db
    .selectFrom('receivers')
    .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
    .select(['receivers.id', 'receivers.alias', 'receivers.enabled', 'receivers.retired_at', 'report.status'])
    .where('receivers.system_id', '=', systemId)
    .where('receivers.id', '=', sql<number>`any(${rxIds})`)
    .orderBy('receivers.id')
    .forKeyShare('receivers')
    .execute();
}

/** A command to be added. */
export type NewCommand = { commandId: string; rxId: number; status: CommandStatus; error: string | null };

/** What the commands of one request have in common. */
export type AskedFor = { systemId: string; type: CommandType; by: Author; expiresAt: number | null };

/**
 * Adds commands. Skips those whose id exists, and those whose receiver already has the same command in
 * progress or, if the new one would wait, waiting. A waiting command without `expiresAt` waits only for its
 * receiver's next request, and is also skipped while the same command is in progress. Returns the added
 * commands.
 */
export async function addCommands({ db }: Db, asked: AskedFor, commands: readonly NewCommand[]): Promise<CommandRow[]> {
  const { systemId, type, by, expiresAt } = asked;
  const isUrgent = sql`${expiresAt === null}::boolean and status = 'waiting'`;
  const { rows } = await sql<CommandRow>`
    insert into commands (system_id, command_id, rx_id, type, status, error, user_id, user_name, expires_at, ends_at)
    select ${systemId}, command_id, rx_id, ${type}, status, error, ${by?.id ?? null}::integer, ${by?.name ?? null},
      case when ${isUrgent} then ${inMs(askingMs)} else ${expiresAt === null ? null : new Date(expiresAt)}::timestamptz end, case when status = 'pending' then ${inMs(answerMs)} end
    from unnest(${commands.map(({ commandId }) => commandId)}::text[], ${commands.map(({ rxId }) => rxId)}::integer[],
      ${commands.map(({ status }) => status)}::text[], ${commands.map(({ error }) => error)}::text[])
      as given (command_id, rx_id, status, error)
    where not (${isUrgent} and exists (select from commands as other where other.rx_id = given.rx_id and other.type = ${type}
      and ${isUnderWay('other.status')}))
    order by rx_id
    on conflict do nothing returning *`.execute(db);
  return rows;
}

/** Returns the commands with these ids. */
export async function findCommandRows({ db }: Db, systemId: string, commandIds: readonly string[]): Promise<CommandRow[]> {
  return db
    .selectFrom('commands')
    .selectAll()
    .where('system_id', '=', systemId)
    .where('command_id', '=', sql<string>`any(${commandIds})`)
    .execute();
}

/** Claims all sent commands of a system that are not claimed yet, and returns them. */
export async function claimCommands({ db }: Db, systemId: string, claim: string): Promise<CommandRow[]> {
  return db
    .updateTable('commands')
    .set({ claim })
    .where('system_id', '=', systemId)
    .where('status', '=', 'pending')
    .where('claim', 'is', null)
    .where('ends_at', '>', sql<Date>`clock_timestamp()`)
    .returningAll()
    .execute();
}

/**
 * Returns commands in progress that were claimed by other hosts, which have left them. Locks them until the
 * transaction ends.
 */
export async function leftCommands({ db }: Db, systemId: string, claim: string): Promise<CommandRow[]> {
  return db
    .selectFrom('commands')
    .selectAll()
    .where('system_id', '=', systemId)
    .where(isUnderWay('status'))
    .where('claim', '<>', claim)
    .orderBy('command_id')
    .forNoKeyUpdate()
    .execute();
}

/** Takes over commands that other hosts have left, and returns them. Their time limit begins again. */
export async function takeOver(
  { db }: Db,
  systemId: string,
  commandIds: readonly string[],
  claim: string,
): Promise<CommandRow[]> {
  return db
    .updateTable('commands')
    .set({ claim, ends_at: inMs(carryOutMs) })
    .where('system_id', '=', systemId)
    .where('command_id', '=', sql<string>`any(${commandIds})`)
    .returningAll()
    .execute();
}

/** An update of a command's state. */
export type CommandNote = { commandId: string; status: CommandStatus; attempt: number; error: string | null };
/** An updated command, and its status before the update. */
export type NotedCommand = { row: CommandRow; before: CommandStatus };
/**
 * The source of updates, which decides what they may change: a host, for the commands that it has claimed, or
 * receivers that use the system's key.
 */
export type AnsweredBy = { claim: string } | 'receiver';

/**
 * Updates commands, each at most once. An update that contains nothing new changes nothing, but extends the
 * time limit of a command in progress. An update of a command that has ended is ignored, with one exception:
 * a command that failed for lack of an answer is in progress again, unless another of its kind has begun.
 * Returns the changed commands.
 * @throws a unique violation if another of its kind begins at the same time (see unlessTaken).
 */
export async function noteCommands(
  { db }: Db,
  systemId: string,
  by: AnsweredBy,
  notes: readonly CommandNote[],
): Promise<NotedCommand[]> {
  const theirs = by === 'receiver' ? sql`true` : sql`claim = ${by.claim}::uuid`;
  const { rows } = await sql<CommandRow & { before: CommandStatus; counts: boolean }>`
    with given as materialized (
      select * from unnest(${notes.map(({ commandId }) => commandId)}::text[], ${notes.map(({ status }) => status)}::text[],
        ${notes.map(({ attempt }) => attempt)}::integer[], ${notes.map(({ error }) => error)}::text[])
        as given (id, new_status, new_attempt, new_error)
    ), held as materialized (
      select command_id as held_id, status as before, error as before_error, attempt as before_attempt from commands
      where system_id = ${systemId} and command_id in (select id from given) and ${theirs}
      order by command_id for no key update
    ), judged as materialized (
      select *, ${isUnderWay('before')} as is_under_way, case
        when new_status in ('completed', 'failed')
          then ${isUnderWay('before')} or (before = 'failed' and before_error = ${commandTimeout})
        when before = 'failed' and before_error = ${commandTimeout} then not exists (
          select from commands as late join commands as other on other.rx_id = late.rx_id and other.type = late.type
          where late.system_id = ${systemId} and late.command_id = held_id and other.command_id <> held_id
            and (${isUnderWay('other.status')} or (other.status = 'failed'
              and other.error = ${commandTimeout} and (other.asked_at, other.command_id) > (late.asked_at, held_id))))
        else before = 'pending' or (${isCarriedOut('before')} and new_attempt > before_attempt) end as counts
      from given join held on held_id = id
    )
    update commands set status = case when counts then new_status else status end,
      error = case when counts then new_error else error end, attempt = greatest(attempt, new_attempt),
      changed_at = case when counts then clock_timestamp() else changed_at end,
      ends_at = case when ${isCarriedOut('new_status')} then ${inMs(carryOutMs)} end
    from judged where system_id = ${systemId} and command_id = id and (counts or is_under_way)
    returning commands.*, before, counts`.execute(db);
  return rows.flatMap(({ before, counts, ...row }) => (counts ? [{ row, before }] : []));
}

/**
 * Sends waiting commands to simulated receivers that are online, unless the same command is in progress
 * there. Returns the sent commands.
 */
export function sendWaiting(database: Db): Promise<CommandRow[]> {
  return unlessTaken(() => sendOnce(database));
}

async function sendOnce({ db }: Db): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    with ready as materialized (
      select waiting.system_id, waiting.command_id from commands as waiting
      join systems on systems.id = waiting.system_id and systems.kind = 'simulated'
      join receivers on receivers.id = waiting.rx_id and receivers.enabled and receivers.retired_at is null
      join receiver_reports as report on report.rx_id = waiting.rx_id and report.status = ${receiverStatuses.online}
      where waiting.status = 'waiting' and waiting.expires_at > clock_timestamp() and not exists (
        select from commands as other where other.rx_id = waiting.rx_id and other.type = waiting.type
          and ${isUnderWay('other.status')})
      order by waiting.system_id, waiting.command_id for no key update of waiting skip locked
    )
    update commands set status = 'pending', changed_at = clock_timestamp(), ends_at = ${inMs(answerMs)}
    where (system_id, command_id) in (select * from ready) returning *`.execute(db);
  return rows;
}

/** Cancels a waiting command and returns it; undefined if it is not waiting. */
export async function cancelWaiting({ db }: Db, systemId: string, commandId: string): Promise<CommandRow | undefined> {
  return db
    .updateTable('commands')
    .set({ status: 'cancelled', changed_at: sql<Date>`clock_timestamp()` })
    .where('system_id', '=', systemId)
    .where('command_id', '=', commandId)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Selects the commands of a list: those of one receiver, those requested before the command with the id
 * `before`, those requested by people; at most `limit`.
 */
export type CommandsAsked = {
  rxId?: number | undefined;
  before?: string | undefined;
  by?: 'people' | undefined;
  limit: number;
};

/**
 * Returns commands of a system, and whether there are more. The first page has all open commands, and then
 * the newest of the others.
 */
export async function listCommandRows(
  { db }: Db,
  systemId: string,
  { rxId, before, by, limit }: CommandsAsked,
): Promise<{ rows: CommandRow[]; more: boolean }> {
  let all = db.selectFrom('commands').selectAll().where('system_id', '=', systemId);
  if (rxId !== undefined) all = all.where('rx_id', '=', rxId);
  if (by === 'people') all = all.where('user_id', 'is not', null);
  all = all.orderBy('asked_at', 'desc').orderBy('command_id', 'desc');
  const open = before === undefined ? await all.where(isOpen('status')).execute() : [];
  let over = all.where(isEnded('status'));
  if (before !== undefined)
    over = over.where(
      sql<boolean>`(asked_at, command_id) < (
        select asked_at, command_id from commands where system_id = ${systemId} and command_id = ${before})`,
    );
  const newest = await over.limit(limit + 1).execute();
  return { rows: [...open, ...newest.slice(0, limit)], more: newest.length > limit };
}

/** The largest number of rows deleted in one statement. */
const deletedAtOnce = 5_000;

/**
 * The days for which ended commands are kept. `ownSyncs`: the same for commands with which the host itself
 * set clocks.
 */
type KeptDays = { commands: number; ownSyncs: number };

/** Deletes some of the commands that ended longer ago than these days. Returns how many. */
export async function deleteCommandsBefore({ db }: Db, { commands, ownSyncs }: KeptDays): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from commands where (system_id, command_id) in (
      select system_id, command_id from commands
      where changed_at < clock_timestamp() - make_interval(days => ${ownSyncs})
        and (changed_at < clock_timestamp() - make_interval(days => ${commands}) or (user_id is null and type = 'rxSyncClock'))
        and ${isEnded('status')}
      limit ${deletedAtOnce})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
