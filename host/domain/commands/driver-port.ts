import type { CommandType } from '#model/entities/command.ts';

/**
 * A command for a receiver. `attempt` is the number of the try that another host had begun before it stopped,
 * else 0.
 */
export type SentCommand = { commandId: string; rxId: number; commandType: CommandType; attempt: number };

/** The steps of a command, in order. The last is 'completed' or 'failed'. */
export type CommandStep =
  | { kind: 'acknowledged' }
  | { kind: 'executing' }
  | { kind: 'retrying'; attempt: number }
  | { kind: 'completed' }
  /** `error` is a message for people. */
  | { kind: 'failed'; error: string };

/**
 * Carries commands to receivers (CMD-7). If a receiver does not answer, the steps end without a last one, and
 * the command fails when its time is over. The driver stops when `signal` aborts, and may then reject.
 */
export type CommandDriver = { execute(command: SentCommand, signal: AbortSignal): AsyncIterable<CommandStep> };
