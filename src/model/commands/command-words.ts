import { type Command, type CommandStatus, type CommandType, commandTimeout } from '../entities/command.ts';
import type { Notice } from '../entities/notice.ts';

/** How long a command may be pending, and how long its result is shown, in ms (SEND-1). */
export const commandTimeoutMs = 10_000;
export const resultShownMs = 5_000;

/**
 * How long (ms) the console waits for a report about an executing command before it requests its status from
 * the host. The host gives up 10 s earlier (CMD-4).
 */
export const commandSilenceMs = 190_000;

/** The names of the commands on the screen. */
export const commandNames: Readonly<Record<CommandType, string>> = {
  rxReboot: 'Reboot',
  rxEraseMemory: 'Erase memory',
  rxSyncClock: 'Sync clock',
  rxScheduleRefresh: 'Schedule refresh',
  rxForceRefresh: 'Force refresh',
  rxUpdate: 'Update',
};

/** The commands in the order of the menu; the destructive one is last. */
export const offeredCommands: readonly CommandType[] = [
  'rxReboot',
  'rxSyncClock',
  'rxScheduleRefresh',
  'rxForceRefresh',
  'rxUpdate',
  'rxEraseMemory',
];

/** How long a command may wait for its receiver, in ms. */
export const commandWaits = [
  { id: 'hour', name: '1 hour', ms: 3_600_000 },
  { id: 'day', name: '1 day', ms: 86_400_000 },
  { id: 'week', name: '1 week', ms: 604_800_000 },
] as const;

const timeouts: Partial<Record<CommandType, string>> = {
  rxScheduleRefresh: 'Schedule refresh timeout',
  rxForceRefresh: 'Force refresh timeout',
};

/** Returns the notice for a completed or failed command (SEND-1); null for any other status. */
export function endedNotice(command: Pick<Command, 'rxId' | 'commandType' | 'status' | 'error'>): Notice | null {
  const { rxId, commandType, status, error } = command;
  if (status === 'completed')
    return { message: `Command completed for receiver ${rxId}`, variant: 'success', timeout: resultShownMs };
  if (status !== 'failed') return null;
  const message =
    error === commandTimeout
      ? `${timeouts[commandType] ?? 'Command timeout'} for receiver ${rxId}`
      : `Command failed for receiver ${rxId} (${error ?? ''})`;
  return { message, variant: 'error', timeout: resultShownMs };
}

/** Returns the status of a command in a word or two. */
export function statusText({ status, attemptNumber }: Pick<Command, 'status' | 'attemptNumber'>): string {
  return status === 'retrying' ? `Retrying, try ${attemptNumber}` : statusTexts[status];
}

const statusTexts: Readonly<Record<Exclude<CommandStatus, 'retrying'>, string>> = {
  waiting: 'Waiting for the receiver',
  pending: 'Sent',
  executing: 'Executing',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Shown for a command that may have been lost with the line (SEND-2). */
export const unsureText = 'Sent, then the connection was lost. It may or may not have arrived';

/** Returns the error of a failed command for a list; otherwise null. */
export function errorText({ status, error }: Pick<Command, 'status' | 'error'>): string | null {
  if (status !== 'failed') return null;
  return error === commandTimeout ? 'No answer in time' : error;
}
