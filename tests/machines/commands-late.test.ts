import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { commandUpdates } from '../../src/machines/commands/command-updates.ts';
import { progressOf, progressText } from '#model/commands/command-batch.ts';
import { commandSilenceMs, commandTimeoutMs, resultShownMs } from '#model/commands/command-words.ts';
import { startCommands as start } from '../support/session-commands.ts';

/** SEND-1, SEND-2: messages about commands that arrive late or out of order. */

test('what a late word brought back is under way again: the host is asked how it ended, and it is not sent twice', async () => {
  const { ask, acknowledge, lose, reconnect, known, states, clock, finds, sent } = start();
  ask('rxReboot', [12]);
  clock.increment(commandTimeoutMs);
  expect(states()).toEqual(['failed']);
  acknowledge(1);
  expect(states()).toEqual([{ underWay: 'executing' }]);
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
  expect([states(), sent.length]).toEqual([['failed', { underWay: 'executing' }], 1]);
  clock.increment(resultShownMs);
  expect(states()).toEqual([{ underWay: 'executing' }]);
});

test('one of a batch that waited and is sent then is under way in it', () => {
  const { ask, report, batches } = start();
  ask('rxReboot', [12, 13], 3_600_000);
  report(1, 'waiting');
  report(2, 'waiting', null, 13);
  report(1, 'pending');
  expect(batches().map((batch) => [progressText(batch), progressOf(batch).isOver])).toEqual([['0 of 2 done, 1 waiting', false]]);
  report(1, 'completed');
  expect(batches().map(progressText)).toEqual(['1 of 2 done, 1 waiting']);
});

test('one of a batch whose receiver comes to ask for it tells its end in the progress, and in no message of its own (SEND-3)', () => {
  const { ask, report, tell, known, states, said, batches } = start();
  ask('rxReboot', [12, 13]);
  report(1, 'waiting');
  report(2, 'waiting', null, 13);
  const { by, commandId, rxId, commandType } = known(1, 'pending');
  const payload = { commandId, rxId, commandType, status: 'pending', error: null, at: 7, by } as const;
  tell({ type: 'message.received', message: { type: 'commandStatus', payload } });
  expect(states()).toEqual([{ pending: 'sent' }]);
  report(1, 'completed');
  expect(batches().map(progressText)).toEqual(['1 of 2 done, 1 waiting']);
  expect(said).toEqual([]);
});

test('of changes that were missed the host is asked, whatever it was asked before (SEND-2)', async () => {
  const { ask, acknowledge, tell, answer, known, states, finds } = start();
  ask('rxReboot', [12]);
  acknowledge(1);
  tell({ type: 'commands.missed' });
  tell({ type: 'commands.missed' });
  expect(finds.map(({ commandIds }) => commandIds)).toEqual([[], ['command-00000001'], ['command-00000001']]);
  await answer([known(1, 'completed')]);
  expect(states()).toEqual(['completed']);
});

test('the host says on the line that something of commands was missed, and which of them it refused', () => {
  let missed = 0;
  const refused: unknown[] = [];
  const line = createMachine({ initial: 'host', states: { host: { initial: 'heard', states: { heard: {} } } } });
  const session = createMachine({
    invoke: [
      { systemId: 'socket', src: line },
      { id: 'updates', src: commandUpdates },
    ],
    on: {
      'commands.missed': { actions: () => (missed += 1) },
      'commands.refused': { actions: ({ event }) => void refused.push(event) },
    },
  });
  const updates = createActor(session).start().getSnapshot().children['updates'];
  for (const payload of [['jobs'], ['fleet', 'commands']])
    updates?.send({ type: 'message.received', message: { type: 'invalidate', payload } });
  const commandIds = ['command-00000001'];
  for (const payload of [{ message: 'What is that?' }, { message: 'Too late', commandIds }])
    updates?.send({ type: 'message.received', message: { type: 'refused', payload } });
  expect([missed, refused]).toEqual([1, [{ type: 'commands.refused', message: 'Too late', commandIds }]]);
});

test('of one that executes and is silent the host is asked, once for each silence (SEND-2)', async () => {
  const { ask, acknowledge, report, answer, known, states, finds, clock } = start();
  await answer([]);
  ask('rxReboot', [12, 13]);
  acknowledge(1);
  report(2, 'retrying', null, 13);
  clock.increment(commandSilenceMs - 1);
  report(1, 'executing');
  expect(finds).toHaveLength(1);
  clock.increment(1);
  expect(finds.slice(1).map(({ commandIds }) => commandIds)).toEqual([['command-00000001', 'command-00000002']]);
  await answer([known(1, 'executing'), { ...known(2, 'retrying'), rxId: 13 }]);
  clock.increment(commandSilenceMs - 1);
  expect(finds).toHaveLength(2);
  clock.increment(1);
  expect(finds).toHaveLength(3);
  await answer([known(1, 'completed'), { ...known(2, 'failed', { error: 'no' }), rxId: 13 }]);
  expect(states()).toEqual(['completed', 'failed']);
});

test('at most 40 updates are under way at once, so that as many frames are sent again at the most (SEND-3)', async () => {
  const { ask, lose, reconnect, sent, batches, report } = start();
  const forty = (from: number) => Array.from({ length: 40 }, (_, at) => from + at);
  ask('rxUpdate', forty(1));
  report(1, 'completed', null, 1, 'rxUpdate');
  ask('rxUpdate', forty(101));
  expect(sent).toHaveLength(41);
  expect(batches().map(progressText)).toEqual(['1 of 40 done', '0 of 40 done, 39 failed']);
  lose();
  await reconnect([]);
  expect(sent).toHaveLength(81);
  ask('rxUpdate', [300]);
  expect(batches().map(progressText).at(-1), 'nothing is left out without a word').toBe('0 of 1 done, 1 failed');
});
