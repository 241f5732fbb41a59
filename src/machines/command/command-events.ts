import type { CommandStatus, CommandType } from '../../model/entities/command.ts';

/** One command to one receiver. */
export type CommandName = { commandId: string; rxId: number; commandType: CommandType };

/** `status`: how it stands as it is begun with; one that was just sent is 'pending'. */
export type CommandInput = CommandName & { status: CommandStatus; attemptNumber: number };

/** How the host says that it stands. */
export type CommandReport = { status: CommandStatus; attemptNumber?: number | undefined; error: string | null };

export type CommandEvent =
  /** The receiver has it. */
  | { type: 'command.acknowledged' }
  | ({ type: 'command.reported' } & CommandReport)
  /** The host did not take the frame that it came in. */
  | { type: 'command.refused'; error: string }
  /** The host, asked after the line was lost, does not know it. */
  | { type: 'command.unknown' }
  | { type: 'line.lost' };

/** What its parent hears. */
export type CommandWord =
  /** It has ended, or waits for its receiver: so far, as a late answer may say otherwise. */
  | ({ type: 'command.settled'; status: CommandStatus; error: string | null } & CommandName)
  /** A late answer: it is under way all the same. */
  | ({ type: 'command.resumed' } & CommandName)
  /** Nothing was heard for long of one that executes. */
  | ({ type: 'command.silent' } & CommandName)
  /** It never reached the host, and is to be sent again under its id. */
  | ({ type: 'command.sendAgain' } & CommandName)
  /** Its end was shown for long enough. */
  | ({ type: 'command.gone' } & CommandName);
