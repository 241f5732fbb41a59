import { commandTimeout } from '#model/entities/command.ts';
import type { CommandNote } from '../../platform/store/fleet/commands.ts';
import type { CommandStep } from './driver-port.ts';

/**
 * Replaces a receiver's error text if it equals `commandTimeout`. Only the host may use that text, because a
 * command with it still accepts late answers (CMD-4).
 */
const saidTimeout = 'The receiver ran out of time';

/** Returns the stored form of a receiver's step. */
export function noteOf(commandId: string, step: CommandStep): CommandNote {
  switch (step.kind) {
    case 'acknowledged':
      return { commandId, status: 'executing', attempt: 0, error: null };
    case 'executing':
      return { commandId, status: 'executing', attempt: 1, error: null };
    case 'retrying':
      return { commandId, status: 'retrying', attempt: step.attempt, error: null };
    case 'completed':
      return { commandId, status: 'completed', attempt: 0, error: null };
    case 'failed':
      return { commandId, status: 'failed', attempt: 0, error: step.error === commandTimeout ? saidTimeout : step.error };
  }
}
