import type { Author } from '#model/entities/author.ts';
import type { Command, CommandStatus } from '#model/entities/command.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { CommandRow } from '../../platform/store/fleet/commands.ts';

/** Converts a stored command to the contract's form. */
export function commandOf(row: CommandRow): Command {
  return {
    commandId: row.command_id,
    rxId: row.rx_id,
    commandType: row.type,
    status: row.status,
    attemptNumber: row.attempt,
    error: row.error,
    by: authorOf(row),
    askedAt: row.asked_at.getTime(),
    changedAt: row.changed_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}

function authorOf({ user_id, user_name }: CommandRow): Author {
  return user_id === null || user_name === null ? null : { id: user_id, name: user_name };
}

/** Returns the message about a command that consoles may not know yet (CMD-2). */
export function firstWord(row: CommandRow): BusEvent {
  const { by, expiresAt } = commandOf(row);
  return statusMessage(row, { by, expiresAt });
}

/** Returns the messages about a command whose status changed from `before` (CMD-2). */
export function nextWords(row: CommandRow, before: CommandStatus): BusEvent[] {
  const isAcknowledged = before === 'pending' && (row.status === 'executing' || row.status === 'retrying');
  const isJustThat = isAcknowledged && row.attempt === 0;
  return [...(isAcknowledged ? [ackMessage(row)] : []), ...(isJustThat ? [] : [statusMessage(row, {})])];
}

function ackMessage({ system_id, command_id, rx_id, type, changed_at }: CommandRow): BusEvent {
  const payload = { commandId: command_id, rxId: rx_id, commandType: type, at: changed_at.getTime() };
  return { kind: 'message', mitasId: system_id, message: { type: 'commandAck', payload } };
}

function statusMessage(row: CommandRow, more: { by?: Author; expiresAt?: number | null }): BusEvent {
  const { commandId, rxId, commandType, status, attemptNumber, error, changedAt } = commandOf(row);
  const payload = { commandId, rxId, commandType, status, attemptNumber, error, at: changedAt, ...more };
  return { kind: 'message', mitasId: row.system_id, message: { type: 'commandStatus', payload } };
}
