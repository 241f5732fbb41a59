import { expect, test } from 'vitest';
import { asksForSame, endOf, historyAsked, listed } from '#model/commands/command-history.ts';
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
  expect(times(listed(known, { rxId: null, by: null }, null))).toEqual([5, 4, 3, 2, 1]);
  expect(times(listed(known, { rxId: 2, by: null }, null))).toEqual([3]);
  expect(times(listed(known, { rxId: null, by: null }, { commandId: 'command-of-a-test-3', askedAt: 3 }))).toEqual([5, 4, 3, 1]);
});

test('a list of what people sent leaves out what the host asked for by itself', () => {
  const ada = { id: 1, name: 'Ada' };
  const known = [{ ...command(1), by: ada }, command(2), { ...command(3, 'completed', 2), by: ada }];
  expect(times(listed(known, { rxId: null, by: 'people' }, null))).toEqual([3, 1]);
  expect(times(listed(known, { rxId: 1, by: 'people' }, null))).toEqual([1]);
});

test.each([
  ['?commands=1', '?commands=1&search=ridge', true],
  ['?commands=1', '?commands=1&by=people', false],
  ['?receiver=7', '?commands=1', false],
  ['?commands=1', '', false],
  ['', '?by=people', true],
])('of %s and %s it is said whether they show the same list', (one, other, isSame) => {
  expect(asksForSame(historyAsked(one), other)).toBe(isSame);
});

test.each([
  ['', null],
  ['?search=ridge', null],
  ['?commands=1', { rxId: null, by: null }],
  ['?receiver=7', { rxId: 7, by: null }],
  ['?commands=1&receiver=7', { rxId: 7, by: null }],
  ['?commands=1&retired=1', null],
  ['?commands=1&by=people', { rxId: null, by: 'people' }],
  ['?receiver=7&by=people', { rxId: 7, by: 'people' }],
  ['?by=people', null],
])('an address shows the list of a receiver, or of all where it is opened: %s (SEND-4)', (search, asked) => {
  expect(historyAsked(search)).toEqual(asked);
});
