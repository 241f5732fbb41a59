import type { CommandBatch, CommandPlan, NamedCommand } from '../../model/commands/command-batch.ts';
import type { CommandWordAt } from '../../model/commands/command-order.ts';
import type { IncomingOf } from '../../model/contract/socket-messages.ts';
import type { CommandName, CommandWord } from '../command/command-events.ts';
import type { CommandRef } from '../command/command-machine.ts';
import type { LiveCommands } from './live-commands.ts';

/** What the line reports of commands. */
export type CommandMessageReceived = { message: IncomingOf<'commandAck'> | IncomingOf<'commandStatus'> };

export type CommandsRefused = { type: 'commands.refused'; commandIds: readonly string[]; message: string };

export type CommandUpdate =
  | ({ type: 'message.received' } & CommandMessageReceived)
  | { type: 'line.opened' }
  | { type: 'line.lost' }
  /** The host took none of these, for that reason. */
  | CommandsRefused
  /** Something was not sent on the line that may have been of commands. */
  | { type: 'commands.missed' };

/** A plan with ids for its commands; `expiresAt` in ms since the epoch by the host's clock. */
export type NamedPlan = { plan: CommandPlan; commands: readonly NamedCommand[]; expiresAt: number | null };

export type CommandsEvent =
  | { type: 'commands.ask'; plan: CommandPlan }
  | ({ type: 'commands.named' } & NamedPlan)
  /** Those of a batch that failed are wanted once more; nothing of a batch needs to be shown any more. */
  | { type: 'batch.retry'; batchId: string }
  | { type: 'batch.dismiss'; batchId: string }
  /** All that are to be sent again are known. */
  | { type: 'commands.gathered' }
  | CommandWord
  | CommandUpdate;

/** A command that is under way, or whose end is shown; `ref` is its actor. */
export type LiveCommand = CommandName & {
  ref: CommandRef;
  expiresAt: number | null;
  /** Its end is told to the person: they asked for it, and for no other at the same time. */
  isAnnounced: boolean;
  isSettled: boolean;
};

/** What was told of a command last. */
export type ReportedWord = CommandWordAt & { attemptNumber: number };

export type CommandsContext = {
  mitasId: string;
  live: LiveCommands;
  batches: readonly CommandBatch[];
  /** Those of which the host is asked what became of them. */
  asked: readonly LiveCommand[];
  /** While it is asked: what was told since, which its answer may not know yet. */
  reported: Readonly<Record<string, ReportedWord>> | null;
  /** Those that never reached it. */
  again: readonly LiveCommand[];
};
