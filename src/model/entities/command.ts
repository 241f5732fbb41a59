import * as v from 'valibot';
import { authorSchema } from './author.ts';
import { operationId } from '../fields/value-fields.ts';

/** The commands to receivers (CMD-1), by the names of their messages. */
export const commandTypes = [
  'rxUpdate',
  'rxReboot',
  'rxEraseMemory',
  'rxSyncClock',
  'rxScheduleRefresh',
  'rxForceRefresh',
] as const;
export const commandType = v.picklist(commandTypes);
export type CommandType = v.InferOutput<typeof commandType>;

/**
 * The status of a command (CMD-2). 'waiting': not sent yet, until its receiver comes online. 'pending': sent,
 * no answer yet. 'executing': acknowledged by the receiver. 'cancelled': taken back while it waited.
 */
export const commandStatuses = ['waiting', 'pending', 'executing', 'retrying', 'completed', 'failed', 'cancelled'] as const;
export const commandStatus = v.picklist(commandStatuses);
export type CommandStatus = v.InferOutput<typeof commandStatus>;

/** The error of a command that was not answered in time (CMD-4). All other errors are sentences. */
export const commandTimeout = 'TIMEOUT';

/**
 * A command in the host's list. Its sender chose `commandId`; `by` is null if the host sent it. If the
 * command waits or waited for its receiver, `expiresAt` is when the wait ends. Times are in ms since 1970.
 */
export const commandSchema = v.object({
  commandId: operationId,
  rxId: v.number(),
  commandType,
  status: commandStatus,
  /** The number of the current or last try, from 1; 0 before the first. */
  attemptNumber: v.number(),
  error: v.nullable(v.string()),
  by: authorSchema,
  askedAt: v.number(),
  /** When its status last changed. */
  changedAt: v.number(),
  expiresAt: v.nullable(v.number()),
});
export type Command = v.InferOutput<typeof commandSchema>;

export function isOver(status: CommandStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
