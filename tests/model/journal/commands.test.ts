import { expect, test } from 'vitest';
import { type Command, commandTimeout } from '#model/entities/command.ts';
import type { Fact } from '#model/journal/facts.ts';
import { commandsModel } from '#model/commands/commands-model.ts';

const name = { commandId: 'command-0000000001', rxId: 1, commandType: 'rxReboot' } as const;
const by = { id: 7, name: 'Ada Byron' };
const fold = (...facts: Fact[]): Command[] => Object.values(facts.reduce(commandsModel.fold, commandsModel.initial).commands);
const reported = (status: Command['status'], at: number, more: object = {}): Fact => ({
  type: 'command.reported',
  ...name,
  status,
  error: null,
  at,
  ...more,
});
const loaded = (status: Command['status'], changedAt: number): Fact => ({
  type: 'commands.loaded',
  commands: [{ ...name, status, attemptNumber: 1, error: null, by, askedAt: 1, changedAt, expiresAt: 99 }],
});

test('a command is known from its first word on, and stands as was said last (SEND-4)', () => {
  const first = reported('pending', 5, { by });
  expect(fold(first)).toMatchObject([{ ...name, status: 'pending', by, askedAt: 5, attemptNumber: 0 }]);
  expect(fold(first, reported('executing', 6))).toMatchObject([{ status: 'executing', changedAt: 6 }]);
  expect(fold(first, reported('retrying', 7, { attemptNumber: 2 }), reported('failed', 8, { error: 'no' }))).toMatchObject([
    { status: 'failed', attemptNumber: 2, error: 'no', askedAt: 5 },
  ]);
  expect(fold(first, reported('completed', 7), reported('executing', 8))).toMatchObject([{ status: 'completed' }]);
});

test('one of which nobody says who asked for it is left to the next load', () => {
  expect(fold(reported('executing', 5), reported('completed', 6))).toEqual([]);
});

test('what is loaded late takes back nothing that was reported since', () => {
  expect(fold(loaded('pending', 4), reported('completed', 6), loaded('executing', 5))).toMatchObject([
    { status: 'completed', changedAt: 6, expiresAt: 99 },
  ]);
  expect(fold(loaded('pending', 4), loaded('failed', 5))).toMatchObject([{ status: 'failed' }]);
});

test('a word that was overtaken on its way takes nothing back, whichever way it comes', () => {
  const first = reported('pending', 5, { by });
  expect(fold(first, reported('executing', 6), reported('pending', 5))).toMatchObject([{ status: 'executing', changedAt: 6 }]);
  expect(
    fold(loaded('pending', 4), reported('executing', 9), loaded('completed', 8)),
    'an end counts by any clock',
  ).toMatchObject([{ status: 'completed' }]);
});

test('one that nobody answered in time is under way again by a later word (SEND-1)', () => {
  const first = reported('pending', 5, { by });
  const late = reported('failed', 8, { error: commandTimeout });
  expect(fold(first, late, reported('executing', 9))).toMatchObject([{ status: 'executing', error: null }]);
  expect(fold(first, late, reported('executing', 7))).toMatchObject([{ status: 'failed' }]);
  expect(fold(first, reported('failed', 8, { error: 'no' }), reported('executing', 9))).toMatchObject([{ status: 'failed' }]);
});

test('until when a command waits is known with the first word of it', () => {
  expect(fold(reported('waiting', 5, { by, expiresAt: 99 }))).toMatchObject([{ status: 'waiting', expiresAt: 99 }]);
  expect(fold(reported('pending', 5, { by }))).toMatchObject([{ expiresAt: null }]);
});

test('of very many the oldest that have ended go, and none that is under way', () => {
  const commands = Array.from({ length: 2_600 }, (_, at): Command => ({
    ...name,
    commandId: `command-of-a-test-${at}`,
    status: at === 0 ? 'waiting' : 'completed',
    attemptNumber: 1,
    error: null,
    by,
    askedAt: at,
    changedAt: at,
    expiresAt: null,
  }));
  const kept = fold({ type: 'commands.loaded', commands }).map(({ askedAt }) => askedAt);
  expect(kept).toHaveLength(2_000);
  expect([kept.includes(0), kept.includes(1), kept.includes(2_599)]).toEqual([true, false, true]);
});
