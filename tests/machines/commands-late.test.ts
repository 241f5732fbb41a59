import { expect, test } from 'vitest';
import { progressText } from '#model/commands/command-batch.ts';
import { commandTimeoutMs, resultShownMs } from '#model/commands/command-words.ts';
import { startCommands as start } from '../support/session-commands.ts';

/** SEND-1, SEND-2: words on commands that come late, or in another order than they were said. */

test('what a late word brought back is under way again: the host is asked how it ended, and it is not sent twice', async () => {
  const { ask, acknowledge, lose, reconnect, known, states, clock, finds, sent } = start();
  ask('rxReboot', [12]);
  clock.increment(commandTimeoutMs);
  expect(states()).toEqual(['failed']);
  acknowledge(1);
  expect(states()).toEqual(['executing']);
  ask('rxReboot', [12]);
  expect(sent).toHaveLength(1);
  lose();
  await reconnect([known(1, 'completed')]);
  expect(finds.at(-1)?.commandIds).toEqual(['command-00000001']);
  expect(states()).toEqual(['completed']);
});

test('of a batch it counts as failed no more', () => {
  const { ask, acknowledge, report, clock, batches } = start();
  ask('rxReboot', [12, 13]);
  clock.increment(commandTimeoutMs);
  acknowledge(1);
  report(2, 'retrying', null, 13);
  expect(batches().map(progressText)).toEqual(['0 of 2 done']);
});

test('what the receiver refused is brought back by no word', () => {
  const { ask, acknowledge, report, states } = start();
  ask('rxReboot', [12]);
  report(1, 'failed', 'The receiver refused it');
  acknowledge(1);
  report(1, 'executing');
  expect(states()).toEqual(['failed']);
});

test('an answer that was read before an end that was told since raises nothing', async () => {
  const { answer, known, states, listed, report } = start();
  report(9, 'completed');
  await answer([known(9, 'executing')]);
  expect(states()).toEqual([]);
  expect(listed()).toMatchObject([{ status: 'completed' }]);
});

test('nor does it one of its own, and what was told of meanwhile is not taken for unknown', async () => {
  const { ask, lose, tell, answer, known, states, report, acknowledge, sent, clock } = start();
  ask('rxReboot', [12, 13]);
  lose();
  tell({ type: 'line.opened' });
  report(1, 'failed', 'The receiver refused it');
  acknowledge(2, 13);
  await answer([known(1, 'executing')]);
  expect([states(), sent.length]).toEqual([['failed', 'executing'], 1]);
  clock.increment(resultShownMs);
  expect(states()).toEqual(['executing']);
});
