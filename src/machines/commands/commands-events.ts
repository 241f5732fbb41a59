import type { CommandBatch, CommandPlan, NamedCommand } from '../../model/commands/command-batch.ts';
import type { CommandWordAt } from '../../model/commands/command-order.ts';
import type { IncomingOf } from '../../model/contract/socket-messages.ts';
import type { CommandName, CommandWord } from '../command/command-events.ts';
import type { CommandRef } from '../command/command-machine.ts';
import type { LiveCommands } from './live-commands.ts';

/** A message about commands from the line. */
export type CommandMessageReceived = { message: IncomingOf<'commandAck'> | IncomingOf<'commandStatus'> };

export type CommandsRefused = { type: 'commands.refused'; commandIds: readonly string[]; message: string };

export type CommandUpdate =
  | ({ type: 'message.received' } & CommandMessageReceived)
  | { type: 'line.opened' }
  | { type: 'line.lost' }
  /** The host refused all these commands, with a reason. */
  | CommandsRefused
  /** The line dropped messages that may have been about commands. */
  | { type: 'commands.missed' };

/** A plan with ids for its commands; `expiresAt` in ms since the epoch by the host's clock. */
export type NamedPlan = { plan: CommandPlan; commands: readonly NamedCommand[]; expiresAt: number | null };

export type CommandsEvent =
  | { type: 'commands.ask'; plan: CommandPlan }
  | ({ type: 'commands.named' } & NamedPlan)
  /** Repeats the failed commands of a batch, or hides a batch. */
  | { type: 'batch.retry'; batchId: string }
  | { type: 'batch.dismiss'; batchId: string }
  /** All commands to send again are collected. */
  | { type: 'commands.gathered' }
  | CommandWord
  | CommandUpdate;

/** A command that is in progress or whose result is shown; `ref` is its actor. */
export type LiveCommand = CommandName & {
  ref: CommandRef;
  expiresAt: number | null;
  /** True if its result is shown as a message: the person sent this command, and no others with it. */
  isAnnounced: boolean;
  isSettled: boolean;
};

/** The last report on a command. */
export type ReportedWord = CommandWordAt & { attemptNumber: number };

export type CommandsContext = {
  mitasId: string;
  live: LiveCommands;
  batches: readonly CommandBatch[];
  /** The commands whose state was requested from the host. */
  asked: readonly LiveCommand[];
  /**
   * The reports received since the request was sent, which its answer may not include; null if there is no
   * request.
   */
  reported: Readonly<Record<string, ReportedWord>> | null;
  /** The commands to send again, because they never reached the host. */
  again: readonly LiveCommand[];
};
