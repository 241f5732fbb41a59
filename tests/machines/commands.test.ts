import { expect, test } from 'vitest';
import { progressText } from '#model/commands/command-batch.ts';
import { commandTimeoutMs, resultShownMs } from '#model/commands/command-words.ts';
import { startCommands as start } from '../support/session-commands.ts';

test('a command is sent, acknowledged, executed and done, which is said and shown for 5 s (SEND-1)', () => {
  const { ask, sent, acknowledge, report, states, said, clock } = start();
  ask('rxReboot', [12]);
  expect(sent).toEqual([{ type: 'rxReboot', payload: [12], commandIds: ['command-00000001'] }]);
  expect(states()).toEqual([{ pending: 'sent' }]);
  acknowledge(1);
  expect(states()).toEqual([{ underWay: 'executing' }]);
  clock.increment(commandTimeoutMs * 10);
  report(1, 'retrying');
  expect(states()).toEqual([{ underWay: 'retrying' }]);
  report(1, 'completed');
  expect([states(), said]).toEqual([['completed'], ['Command completed for receiver 12']]);
  clock.increment(resultShownMs);
  expect(states(), 'nothing is left of it').toEqual([]);
});

test.each([
  ['rxReboot', 'Command timeout for receiver 12'],
  ['rxScheduleRefresh', 'Schedule refresh timeout for receiver 12'],
  ['rxForceRefresh', 'Force refresh timeout for receiver 12'],
] as const)('nothing heard of %s for 10 s is a failure; a late answer counts (SEND-1)', (commandType, text) => {
  const { ask, report, said, clock, states } = start();
  ask(commandType, [12]);
  clock.increment(commandTimeoutMs - 1);
  expect(states()).toEqual([{ pending: 'sent' }]);
  clock.increment(1);
  expect([states(), said]).toEqual([['failed'], [text]]);
  report(1, 'completed', null, 12, commandType);
  expect(said).toEqual([text, 'Command completed for receiver 12']);
});

test('what the receiver refuses is said with its reason, and the same can be sent again at once', () => {
  const { ask, report, said, sent, states } = start();
  ask('rxReboot', [12]);
  ask('rxReboot', [12]);
  expect(sent, 'one of a type is under way for a receiver').toHaveLength(1);
  report(1, 'failed', 'Crest is offline');
  expect(said).toEqual(['Command failed for receiver 12 (Crest is offline)']);
  ask('rxReboot', [12]);
  expect([sent.length, states()]).toEqual([2, [{ pending: 'sent' }]]);
});

test('what the host refuses as a whole ends at once with its reason, and nothing else does (CMD-3)', () => {
  const { ask, report, tell, said, states, batches, clock } = start();
  ask('rxReboot', [11, 12]);
  ask('rxSyncClock', [12]);
  ask('rxUpdate', [13]);
  report(4, 'completed', null, 13, 'rxUpdate');
  const commandIds = ['command-00000001', 'command-00000002', 'command-00000004', 'command-of-another'];
  tell({ type: 'commands.refused', commandIds, message: 'This system has expired' });
  expect(states()).toEqual(['failed', 'failed', { pending: 'sent' }, 'completed']);
  expect(batches().map(progressText)).toEqual(['0 of 2 done, 2 failed']);
  tell({ type: 'commands.refused', commandIds: ['command-00000003'], message: 'Too much at once' });
  expect(said).toEqual(['Command completed for receiver 13', 'Command failed for receiver 12 (Too much at once)']);
  clock.increment(commandTimeoutMs);
  expect(said, 'no TIMEOUT comes after it').toHaveLength(2);
});

test('a refusal of a frame that was sent again ends nothing that a receiver carries out (CMD-3)', () => {
  const { ask, acknowledge, report, tell, states, said } = start();
  ask('rxReboot', [12]);
  acknowledge(1);
  tell({ type: 'commands.refused', commandIds: ['command-00000001'], message: 'Too many commands wait' });
  report(1, 'retrying');
  expect([states(), said]).toEqual([[{ underWay: 'retrying' }], []]);
});

test('what had arrived when the line was lost goes on as the host says (SEND-2)', async () => {
  const { ask, lose, reconnect, known, states, said, clock, sent } = start();
  ask('rxReboot', [12]);
  lose();
  expect(states()).toEqual([{ pending: 'unsure' }]);
  clock.increment(commandTimeoutMs * 2);
  expect([states(), said], 'nobody knows that it failed').toEqual([[{ pending: 'late' }], []]);
  await reconnect([known(1, 'completed')]);
  expect([states(), said, sent.length]).toEqual([['completed'], ['Command completed for receiver 12'], 1]);
});

test('what never arrived is sent again under its id while its 10 s last, in one frame, and never after them (SEND-2)', async () => {
  const { ask, lose, reconnect, states, sent, clock, said } = start();
  ask('rxReboot', [11, 12]);
  lose();
  await reconnect([]);
  expect(sent.slice(1)).toEqual([{ type: 'rxReboot', payload: [11, 12], commandIds: ['command-00000001', 'command-00000002'] }]);
  expect(states()).toEqual([{ pending: 'sent' }, { pending: 'sent' }]);
  lose();
  clock.increment(commandTimeoutMs);
  await reconnect([]);
  expect([states(), sent.length]).toEqual([['failed', 'failed'], 2]);
  expect(said, 'of several the progress tells').toEqual([]);
});

test('a host that does not answer what became of them is asked again', async () => {
  const { ask, lose, tell, finds, answer, known, states, clock } = start();
  ask('rxReboot', [12]);
  lose();
  tell({ type: 'line.opened' });
  finds.at(-1)?.reject({ kind: 'network' });
  await finds.at(-1)?.promise.catch(() => {});
  await Promise.resolve();
  expect(finds).toHaveLength(2);
  clock.increment(60_000);
  expect(finds.map(({ commandIds }) => commandIds)).toEqual([[], ['command-00000001'], ['command-00000001']]);
  await answer([known(1, 'executing')]);
  expect(states()).toEqual([{ underWay: 'executing' }]);
});

test('without a line nothing is sent, which is said (SEND-2)', () => {
  const { ask, lose, sent, said } = start();
  lose();
  ask('rxReboot', [12]);
  expect([sent, said]).toEqual([[], ['WebSocket not connected']]);
});

test('several at once are one frame and one progress, and those that failed are wanted again (SEND-3)', () => {
  const { ask, report, sent, said, batches, commands, clock } = start();
  ask('rxReboot', [11, 12, 13]);
  expect(sent).toHaveLength(1);
  report(1, 'completed', null, 11);
  report(2, 'failed', 'Crest is offline');
  expect(batches().map(progressText)).toEqual(['1 of 3 done, 1 failed']);
  clock.increment(commandTimeoutMs);
  expect([batches().map(progressText), said]).toEqual([['1 of 3 done, 2 failed'], []]);
  report(3, 'completed', null, 13);
  expect(batches().map(progressText), 'a late answer counts').toEqual(['2 of 3 done, 1 failed']);
  clock.increment(resultShownMs);
  commands.send({ type: 'batch.retry', batchId: 'command-00000001' });
  expect(sent.at(-1)).toEqual({ type: 'rxReboot', payload: [12], commandIds: ['command-00000004'] });
  expect(batches(), 'one is said by itself').toEqual([]);
});

test('a batch of which all is done goes by itself; one with failures stays until it is dismissed', () => {
  const { ask, report, batches, clock, commands } = start();
  ask('rxReboot', [11, 12]);
  ask('rxSyncClock', [11, 12]);
  for (const [at, rxId] of [
    [1, 11],
    [2, 12],
  ] as const)
    report(at, 'completed', null, rxId);
  for (const [at, rxId] of [
    [3, 11],
    [4, 12],
  ] as const)
    report(at, 'failed', 'no', rxId, 'rxSyncClock');
  clock.increment(resultShownMs);
  expect(batches().map(({ batchId }) => batchId)).toEqual(['command-00000003']);
  commands.send({ type: 'batch.dismiss', batchId: 'command-00000003' });
  expect(batches()).toEqual([]);
});

test('one that waits for its receiver has no actor and no time, and holds up no other (SEND-5)', () => {
  const { ask, report, sent, states, said, clock } = start();
  ask('rxReboot', [12], 3_600_000);
  expect(sent).toEqual([{ type: 'rxReboot', payload: [12], commandIds: ['command-00000001'], expiresAt: 1_000_000 }]);
  report(1, 'waiting');
  clock.increment(commandTimeoutMs * 2);
  expect([states(), said]).toEqual([[], []]);
  ask('rxReboot', [12]);
  expect([sent.length, states()]).toEqual([2, [{ pending: 'sent' }]]);
});

test('what is under way when the page is opened has an actor and tells its end to who asked for it (SEND-4)', async () => {
  const { answer, known, states, said, report, listed } = start();
  const others = known(8, 'pending', { rxId: 13, by: null });
  const done = known(7, 'completed', { rxId: 14 });
  await answer([known(9, 'executing'), others, done]);
  expect(states()).toEqual([{ underWay: 'executing' }, { pending: 'sent' }]);
  expect(listed().map(({ rxId, status }) => [rxId, status])).toEqual([
    [12, 'executing'],
    [13, 'pending'],
    [14, 'completed'],
  ]);
  report(8, 'failed', 'no', 13);
  report(9, 'completed');
  expect(said).toEqual(['Command completed for receiver 12']);
});

test('a command of somebody else to the same receiver does not take the place of one’s own', () => {
  const { ask, report, states, said } = start();
  ask('rxReboot', [12]);
  report(77, 'executing');
  expect(states()).toEqual([{ pending: 'sent' }]);
  report(1, 'failed', 'The same command is already running');
  expect(said).toEqual(['Command failed for receiver 12 (The same command is already running)']);
  report(77, 'executing');
  expect(states()).toEqual([{ underWay: 'executing' }]);
});
