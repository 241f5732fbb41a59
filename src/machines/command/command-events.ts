import type { CommandStatus, CommandType } from '../../model/entities/command.ts';

/** One command to one receiver. */
export type CommandName = { commandId: string; rxId: number; commandType: CommandType };

/** `status` is the initial one; 'pending' for a command just sent. */
export type CommandInput = CommandName & { status: CommandStatus; attemptNumber: number };

/** The host's report on a command. */
export type CommandReport = { status: CommandStatus; attemptNumber?: number | undefined; error: string | null };

export type CommandEvent =
  /** The receiver has the command. */
  | { type: 'command.acknowledged' }
  | ({ type: 'command.reported' } & CommandReport)
  /** The host refused the frame that contained the command. */
  | { type: 'command.refused'; error: string }
  /** After a lost line, the host does not know the command. */
  | { type: 'command.unknown' }
  | { type: 'line.lost' };

/** What the machine reports to its parent. */
export type CommandWord =
  /** The command ended or waits for its receiver; a late answer may still change that. */
  | ({ type: 'command.settled'; status: CommandStatus; error: string | null } & CommandName)
  /** A late answer says that the command is still in progress. */
  | ({ type: 'command.resumed' } & CommandName)
  /** An executing command was silent for too long. */
  | ({ type: 'command.silent' } & CommandName)
  /** The command never reached the host and must be sent again under its id. */
  | ({ type: 'command.sendAgain' } & CommandName)
  /** The result of the command has been shown long enough. */
  | ({ type: 'command.gone' } & CommandName);
