import type { CommandMessage } from '../contract/socket-messages.ts';
import { maxListed } from '../fields/value-fields.ts';
import type { CommandStatus, CommandType } from '../entities/command.ts';

/** What is wanted of receivers. `waitMs`: how long those that are not online may be waited for; null: not. */
export type CommandPlan = { commandType: CommandType; rxIds: readonly number[]; waitMs: number | null };

/** One command of those that were sent together. */
export type NamedCommand = { commandId: string; rxId: number };

/** How one of them ended, or that it waits. */
export type CommandOutcome = { status: CommandStatus; error: string | null };

/** Commands to several receivers at once, and how those ended of which it is known (SEND-3). */
export type CommandBatch = {
  /** The id of its first command. */
  batchId: string;
  plan: CommandPlan;
  commands: readonly NamedCommand[];
  outcomes: Readonly<Record<string, CommandOutcome>>;
};

/** A console may send 60 frames at once, and one of updates has one receiver. */
export const maxUpdates = 40;

/** The messages that send these commands, as few as there may be. */
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

/** True for a command that was sent together with others: their progress tells how it ends. */
export function isInBatch(batches: readonly CommandBatch[], commandId: string): boolean {
  return batches.some(({ commands }) => commands.some((one) => one.commandId === commandId));
}

/** The batches with the outcome of one command, where it is in one. */
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

/** The batches without an outcome of one command: it is under way. */
export function withoutOutcome(batches: readonly CommandBatch[], commandId: string): readonly CommandBatch[] {
  return batches.map((batch) => {
    if (batch.outcomes[commandId] === undefined) return batch;
    const { [commandId]: _, ...outcomes } = batch.outcomes;
    return { ...batch, outcomes };
  });
}

/** How far a batch is. */
export function progressOf({ commands, outcomes }: CommandBatch) {
  const count = (status: CommandStatus): number => Object.values(outcomes).filter((each) => each.status === status).length;
  const [done, failed, waiting] = [count('completed'), count('failed'), count('waiting')];
  return { total: commands.length, done, failed, waiting, isOver: Object.keys(outcomes).length === commands.length };
}

/** '17 of 40 done, 2 failed, 3 waiting'. */
export function progressText(batch: CommandBatch): string {
  const { total, done, failed, waiting } = progressOf(batch);
  const more = [failed === 0 ? '' : `, ${failed} failed`, waiting === 0 ? '' : `, ${waiting} waiting`];
  return `${done} of ${total} done${more.join('')}`;
}

/** Of a batch those that failed, to be wanted once more; null where none did. */
export function failedPlan({ plan, commands, outcomes }: CommandBatch): CommandPlan | null {
  const rxIds = commands.flatMap(({ commandId, rxId }) => (outcomes[commandId]?.status === 'failed' ? [rxId] : []));
  return rxIds.length === 0 ? null : { ...plan, rxIds };
}

/** True where nothing of a batch is left to be said. */
export function isDone(batch: CommandBatch): boolean {
  const { total, done } = progressOf(batch);
  return done === total;
}
