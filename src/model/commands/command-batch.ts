import type { CommandMessage } from '../contract/socket-messages.ts';
import { maxListed } from '../fields/value-fields.ts';
import type { CommandStatus, CommandType } from '../entities/command.ts';

/**
 * A command for several receivers. `waitMs` is how long (ms) it may wait for receivers that are not online;
 * null if it may not wait.
 */
export type CommandPlan = { commandType: CommandType; rxIds: readonly number[]; waitMs: number | null };

/** One command of a batch. */
export type NamedCommand = { commandId: string; rxId: number };

/** The status with which a command ended, or 'waiting', and the error of a failed command. */
export type CommandOutcome = { status: CommandStatus; error: string | null };

/** Commands sent to several receivers at once, with the outcomes known so far (SEND-3). */
export type CommandBatch = {
  /** The id of the batch's first command. */
  batchId: string;
  plan: CommandPlan;
  commands: readonly NamedCommand[];
  outcomes: Readonly<Record<string, CommandOutcome>>;
};

/**
 * The most updates in a batch. Each update is a message of its own, and the host accepts at most 60 messages
 * at once from a console.
 */
export const maxUpdates = 40;

/**
 * Returns the messages that send these commands, as few as possible. `expiresAt` is the time until which the
 * commands may wait; null if they may not.
 */
export function messagesOf(
  commandType: CommandType,
  commands: readonly NamedCommand[],
  expiresAt: number | null,
): CommandMessage[] {
  const wait = expiresAt === null ? {} : { expiresAt };
  if (commandType === 'rxUpdate')
    return commands.map(({ commandId, rxId }) => ({ type: 'rxUpdate', payload: rxId, commandIds: [commandId], ...wait }));
  return Array.from({ length: Math.ceil(commands.length / maxListed) }, (_, at) => {
    const part = commands.slice(at * maxListed, (at + 1) * maxListed);
    const commandIds = part.map(({ commandId }) => commandId);
    return { type: commandType, payload: part.map(({ rxId }) => rxId), commandIds, ...wait };
  });
}

/**
 * Returns true if the command belongs to a batch. The progress bar of the batch then shows how the command
 * ends.
 */
export function isInBatch(batches: readonly CommandBatch[], commandId: string): boolean {
  return batches.some(({ commands }) => commands.some((one) => one.commandId === commandId));
}

/** Adds the outcome of a command to the batch that it belongs to, if any. */
export function withOutcome(
  batches: readonly CommandBatch[],
  commandId: string,
  outcome: CommandOutcome,
): readonly CommandBatch[] {
  if (!isInBatch(batches, commandId)) return batches;
  return batches.map((batch) =>
    isInBatch([batch], commandId) ? { ...batch, outcomes: { ...batch.outcomes, [commandId]: outcome } } : batch,
  );
}

/** Removes the outcome of a command that is in progress again. */
export function withoutOutcome(batches: readonly CommandBatch[], commandId: string): readonly CommandBatch[] {
  return batches.map((batch) => {
    if (batch.outcomes[commandId] === undefined) return batch;
    const { [commandId]: _, ...outcomes } = batch.outcomes;
    return { ...batch, outcomes };
  });
}

/** Returns the progress of a batch. The batch is over when every command has ended or waits. */
export function progressOf({ commands, outcomes }: CommandBatch) {
  const count = (status: CommandStatus): number => Object.values(outcomes).filter((each) => each.status === status).length;
  const [done, failed, waiting] = [count('completed'), count('failed'), count('waiting')];
  return { total: commands.length, done, failed, waiting, isOver: Object.keys(outcomes).length === commands.length };
}

/** Returns text such as '17 of 40 done, 2 failed, 3 waiting'. */
export function progressText(batch: CommandBatch): string {
  const { total, done, failed, waiting } = progressOf(batch);
  const more = [failed === 0 ? '' : `, ${failed} failed`, waiting === 0 ? '' : `, ${waiting} waiting`];
  return `${done} of ${total} done${more.join('')}`;
}

/** Returns a plan that repeats the failed commands of a batch; null if none failed. */
export function failedPlan({ plan, commands, outcomes }: CommandBatch): CommandPlan | null {
  const rxIds = commands.flatMap(({ commandId, rxId }) => (outcomes[commandId]?.status === 'failed' ? [rxId] : []));
  return rxIds.length === 0 ? null : { ...plan, rxIds };
}

/** Returns true if all commands of a batch are completed. */
export function isDone(batch: CommandBatch): boolean {
  const { total, done } = progressOf(batch);
  return done === total;
}
