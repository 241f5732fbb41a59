import { expect, test } from 'vitest';
import { commandNames, endedNotice, errorText, offeredCommands, statusText } from '#model/commands/command-words.ts';
import { commandStatuses, commandTypes } from '#model/entities/command.ts';

const command = { rxId: 12, commandType: 'rxReboot', attemptNumber: 2 } as const;

test('the end of a command is said in the words of the field (SEND-1)', () => {
  const said = (
    commandType: (typeof commandTypes)[number],
    status: (typeof commandStatuses)[number],
    error: string | null = null,
  ) => endedNotice({ ...command, commandType, status, error })?.message;
  expect(said('rxReboot', 'completed')).toBe('Command completed for receiver 12');
  expect(said('rxReboot', 'failed', 'The receiver refused it')).toBe('Command failed for receiver 12 (The receiver refused it)');
  expect(said('rxEraseMemory', 'failed', 'TIMEOUT')).toBe('Command timeout for receiver 12');
  expect(said('rxScheduleRefresh', 'failed', 'TIMEOUT')).toBe('Schedule refresh timeout for receiver 12');
  expect(said('rxForceRefresh', 'failed', 'TIMEOUT')).toBe('Force refresh timeout for receiver 12');
  for (const status of ['waiting', 'pending', 'executing', 'retrying', 'cancelled'] as const)
    expect(said('rxReboot', status)).toBeUndefined();
});

test('every command has a name and is offered once; every status has a word', () => {
  expect(offeredCommands.toSorted()).toEqual([...commandTypes].toSorted());
  expect(new Set(Object.values(commandNames)).size).toBe(commandTypes.length);
  expect(commandStatuses.map((status) => statusText({ status, attemptNumber: 2 }))).toEqual([
    'Waiting for the receiver',
    'Sent',
    'Executing',
    'Retrying, try 2',
    'Completed',
    'Failed',
    'Cancelled',
  ]);
  expect(errorText({ status: 'failed', error: 'TIMEOUT' })).toBe('No answer in time');
  expect(errorText({ status: 'failed', error: 'no' })).toBe('no');
  expect(errorText({ status: 'completed', error: null })).toBeNull();
});
