import type { CommandType } from '#model/entities/command.ts';

/** A command that is sent to a receiver. `attempt`: the try that was under way when another host left it. */
export type SentCommand = { commandId: string; rxId: number; commandType: CommandType; attempt: number };

/** What is heard of a command that was sent, in this order; the last is 'completed' or 'failed'. */
export type CommandStep =
  | { kind: 'acknowledged' }
  | { kind: 'executing' }
  | { kind: 'retrying'; attempt: number }
  | { kind: 'completed' }
  /** `error` is a sentence for people. */
  | { kind: 'failed'; error: string };

/**
 * What brings commands to receivers (CMD-7). It ends without a last step where a receiver says nothing:
 * then the command fails when its time is over. It stops when `signal` is aborted, and may reject then.
 */
export type CommandDriver = { execute(command: SentCommand, signal: AbortSignal): AsyncIterable<CommandStep> };
