import { expect, test } from 'vitest';
import { endOf, historyAsked, listed } from '#model/commands/command-history.ts';
import type { Command, CommandStatus } from '#model/entities/command.ts';

const command = (at: number, status: CommandStatus = 'completed', rxId = 1): Command => ({
  commandId: `command-of-a-test-${at}`,
  rxId,
  commandType: 'rxReboot',
  status,
  attemptNumber: 1,
  error: null,
  by: null,
  askedAt: at,
  changedAt: at,
  expiresAt: null,
});
const times = (commands: readonly Command[]): number[] => commands.map(({ askedAt }) => askedAt);

test('a list is whole where there are no more, and else ends at the last that has ended (SEND-4)', () => {
  expect(endOf({ commands: [command(5), command(4)], more: false })).toBeNull();
  expect(endOf({ commands: [command(1, 'waiting'), command(5), command(4)], more: true })).toEqual({
    commandId: 'command-of-a-test-4',
    askedAt: 4,
  });
  expect(endOf({ commands: [], more: true })).toBeNull();
});

test('a list shows the newest first, of one receiver or all, and nothing older than its end but what is not over', () => {
  const known = [command(1, 'waiting'), command(2), command(3, 'failed', 2), command(4), command(5, 'pending')];
  expect(times(listed(known, null, null))).toEqual([5, 4, 3, 2, 1]);
  expect(times(listed(known, 2, null))).toEqual([3]);
  expect(times(listed(known, null, { commandId: 'command-of-a-test-3', askedAt: 3 }))).toEqual([5, 4, 3, 1]);
});

test.each([
  ['', null],
  ['?search=ridge', null],
  ['?commands=1', { rxId: null }],
  ['?receiver=7', { rxId: 7 }],
  ['?commands=1&receiver=7', { rxId: 7 }],
  ['?commands=1&retired=1', null],
])('an address shows the list of a receiver, or of all where it is opened: %s (SEND-4)', (search, asked) => {
  expect(historyAsked(search)).toEqual(asked);
});
