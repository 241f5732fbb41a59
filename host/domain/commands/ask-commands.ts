import type { Logger } from 'pino';
import type { Author } from '#model/entities/author.ts';
import type { CommandMessage } from '#model/contract/socket-messages.ts';
import { accountName } from '#model/entities/account.ts';
import type { CommandType } from '#model/entities/command.ts';
import type { Bus, BusEvent } from '../../platform/bus/bus.ts';
import { ApiError, invalidRequest, unavailable } from '../../platform/api-error.ts';
import { findAccount } from '../../platform/store/accounts/users.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import {
  addCommands,
  commandedReceivers,
  commandWay,
  type CommandRow,
  findCommandRows,
} from '../../platform/store/fleet/commands.ts';
import { firstWord } from './command-messages.ts';
import { judgeCommand, underWayText, unknownText, waitsAlreadyText, wayOf } from './judge-command.ts';

/** The most days that a command may wait: people do not remember it for longer. */
const mostWaitDays = 31;
/**
 * The most unknown receivers in a message: they may have left the system since the sender loaded them. The
 * sender is notified of each.
 */
const mostUnknown = 20;

export type CommandParts = { database: Pick<Database, 'db'>; bus: Bus; log: Logger };

/** Commands for receivers of a system, each with the id that its sender gave it. */
export type CommandsWanted = {
  systemId: string;
  type: CommandType;
  by: Author;
  expiresAt: number | null;
  commands: readonly { commandId: string; rxId: number }[];
};

/**
 * Returns a function that stores the commands in a person's message (CMD-3). It rejects with a message for
 * the person: an ApiError if nothing was stored, for example because the message is inconsistent; another
 * error if the outcome is unknown. The bus reports the status of each command.
 */
export function askedByMessage(parts: CommandParts) {
  return async (message: CommandMessage, { userId, mitasId }: { userId: number; mitasId: string }): Promise<void> => {
    let isTried = false;
    try {
      const wanted = readMessage(message, mitasId, await authorWith(parts, userId));
      isTried = true;
      await ask(parts, wanted);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      parts.log.error({ mitasId, err: error }, 'commands could not be stored');
      // The database may have stored the commands even if its answer was lost.
      if (isTried) throw new Error('The command may or may not have been stored. See the list of commands', { cause: error });
      throw notNoted();
    }
  };
}

/** Returns the error for a valid request if certainly nothing was stored. */
export const notNoted = () => unavailable('The command could not be stored, so nothing was sent. Try again.');

async function authorWith({ database }: CommandParts, userId: number): Promise<NonNullable<Author>> {
  const account = await findAccount(database, userId);
  if (account === undefined) throw invalidRequest('This account no longer exists');
  const { username, first_name: firstName, last_name: lastName } = account;
  return { id: userId, name: accountName({ username, firstName, lastName }) };
}

function readMessage(message: CommandMessage, systemId: string, by: Author): CommandsWanted {
  const rxIds = typeof message.payload === 'number' ? [message.payload] : message.payload;
  const commandIds = message.commandIds ?? rxIds.map(() => crypto.randomUUID());
  if (commandIds.length !== rxIds.length) throw invalidRequest('A command needs an id for each of its receivers');
  if (new Set(rxIds).size < rxIds.length) throw invalidRequest('A receiver is listed twice');
  if (new Set(commandIds).size < commandIds.length) throw invalidRequest('Two commands have the same id');
  const expiresAt = message.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= Date.now()) throw invalidRequest('The time it could wait until is over');
  if (expiresAt !== null && expiresAt > Date.now() + mostWaitDays * 86_400_000)
    throw invalidRequest(`A command waits at most ${mostWaitDays} days`);
  const commands = rxIds.map((rxId, at) => ({ rxId, commandId: commandIds[at] as string }));
  return { systemId, type: message.type, by, expiresAt, commands };
}

/**
 * Stores commands, all or none, then publishes the status of each (CMD-5). The host that runs them finds them
 * in the database. A command with a known id changes nothing; its status is published again.
 */
export async function ask({ database, bus, log }: CommandParts, asking: CommandsWanted): Promise<void> {
  const { systemId, type, by, expiresAt, commands } = asking;
  const { noted, known, unknown } = await inTransaction(database, async (transaction) => {
    const way = await commandWay(transaction, systemId);
    if (way === undefined) throw invalidRequest('There is no such system');
    const there = new Map(
      (
        await commandedReceivers(
          transaction,
          systemId,
          commands.map(({ rxId }) => rxId),
        )
      ).map((row) => [row.id, row]),
    );
    const unknown = commands.filter(({ rxId }) => !there.has(rxId));
    if (unknown.length > mostUnknown) throw invalidRequest(`${unknown.length} of these receivers are not in this system`);
    const judged = commands.flatMap(({ commandId, rxId }) => {
      const row = there.get(rxId);
      if (row === undefined) return [];
      const { alias, enabled, retired_at, status } = row;
      const commanded = { alias, enabled, retired: retired_at !== null, status: status ?? 0 };
      return [{ commandId, rxId, ...judgeCommand(wayOf(way.kind, way.askedMsAgo), commanded, expiresAt !== null) }];
    });
    const added = await addCommands(transaction, asking, judged);
    const isAdded = new Set(added.map((row) => row.command_id));
    const others = judged.filter(({ commandId }) => !isAdded.has(commandId));
    const repeated = await findCommandRows(
      transaction,
      systemId,
      others.map(({ commandId }) => commandId),
    );
    const isKnown = new Set(repeated.map((row) => row.command_id));
    const refused = others
      .filter(({ commandId }) => !isKnown.has(commandId))
      .map(({ status, ...one }) => ({
        ...one,
        status: 'failed' as const,
        error: status === 'waiting' && expiresAt !== null ? waitsAlreadyText : underWayText,
      }));
    return {
      noted: [...added, ...(await addCommands(transaction, asking, refused))],
      known: repeated,
      unknown,
    };
  });
  const action = { mitasId: systemId, by: by?.id ?? null, command: type, expiresAt };
  if (noted.length > 0) log.info({ ...action, receivers: noted.map(({ rx_id }) => rx_id) }, 'receivers were commanded');
  for (const row of [...noted, ...known]) bus.publish(firstWord(row));
  for (const one of unknown) bus.publish(unknownWord(asking, one));
}

/**
 * Returns the message that a command failed because its receiver is not in the system. The command is not
 * stored, as it belongs to no receiver.
 */
function unknownWord(
  { systemId, type, by, expiresAt }: CommandsWanted,
  { commandId, rxId }: CommandsWanted['commands'][number],
): BusEvent {
  const now = new Date();
  const row: CommandRow = {
    system_id: systemId,
    command_id: commandId,
    rx_id: rxId,
    type,
    status: 'failed',
    attempt: 0,
    error: unknownText,
    user_id: by?.id ?? null,
    user_name: by?.name ?? null,
    asked_at: now,
    changed_at: now,
    expires_at: expiresAt === null ? null : new Date(expiresAt),
    ends_at: null,
    claim: null,
  };
  return firstWord(row);
}
