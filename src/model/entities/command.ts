import * as v from 'valibot';
import { authorSchema } from './author.ts';
import { operationId } from '../fields/value-fields.ts';

/** What receivers are told to do (CMD-1), by the names that the messages have. */
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
 * What is known of a command (CMD-2). 'waiting': asked for when its receiver comes online, not sent yet;
 * 'pending': sent, nothing heard of it; 'executing': the receiver acknowledged it; 'cancelled': a waiting one
 * that somebody took back.
 */
export const commandStatuses = ['waiting', 'pending', 'executing', 'retrying', 'completed', 'failed', 'cancelled'] as const;
export const commandStatus = v.picklist(commandStatuses);
export type CommandStatus = v.InferOutput<typeof commandStatus>;

/** What ends a command that nobody answered in time (CMD-4); other errors are sentences. */
export const commandTimeout = 'TIMEOUT';

/**
 * A command as it stands in the host's list: `commandId` is the one that its sender gave it, `by` is null for
 * the host itself. `expiresAt` of one that waits or waited: until when its receiver had to come online. Times
 * in ms since the epoch.
 */
export const commandSchema = v.object({
  commandId: operationId,
  rxId: v.number(),
  commandType,
  status: commandStatus,
  /** Which try is under way or was the last, the first being 1; 0 before it. */
  attemptNumber: v.number(),
  error: v.nullable(v.string()),
  by: authorSchema,
  askedAt: v.number(),
  /** When its status became what it is. */
  changedAt: v.number(),
  expiresAt: v.nullable(v.number()),
});
export type Command = v.InferOutput<typeof commandSchema>;

/** True for a command of which nothing more is to come. */
export function isOver(status: CommandStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
