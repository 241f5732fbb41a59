import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  type CommandBatch,
  type CommandOutcome,
  failedPlan,
  isDone,
  maxUpdates,
  messagesOf,
  progressOf,
  progressText,
  withOutcome,
} from '#model/commands/command-batch.ts';
import { maxClientFrameBytes, outgoingSchemas } from '#model/contract/socket-messages.ts';
import { commandTypes } from '#model/entities/command.ts';

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ commandId: at.toString(16).padStart(32, '0'), rxId: 2_000_000_000 + at }));
const batchOf = (outcomes: readonly CommandOutcome['status'][], count = 4): CommandBatch => ({
  batchId: named(1)[0]?.commandId ?? '',
  plan: { commandType: 'rxReboot', rxIds: named(count).map(({ rxId }) => rxId), waitMs: null },
  commands: named(count),
  outcomes: Object.fromEntries(outcomes.map((status, at) => [at.toString(16).padStart(32, '0'), { status, error: null }])),
});

test.each(commandTypes)('%s to many receivers goes in as few frames as the host takes (SEND-3)', (type) => {
  const commands = named(type === 'rxUpdate' ? maxUpdates : 1_500);
  const messages = messagesOf(type, commands, 1_700_000_000_000);
  expect(messages).toHaveLength(type === 'rxUpdate' ? maxUpdates : 2);
  for (const message of messages) {
    expect(v.is(outgoingSchemas[type], message)).toBe(true);
    expect(JSON.stringify(message).length).toBeLessThan(maxClientFrameBytes);
  }
  expect(messages.flatMap(({ payload }) => payload)).toEqual(commands.map(({ rxId }) => rxId));
  expect(messages.flatMap(({ commandIds = [] }) => commandIds)).toEqual(commands.map(({ commandId }) => commandId));
});

test('what is not to wait says nothing of it', () => {
  expect(messagesOf('rxReboot', named(1), null)).toEqual([
    { type: 'rxReboot', payload: [2_000_000_000], commandIds: ['0'.repeat(32)] },
  ]);
});

test.each([
  [batchOf([]), '0 of 4 done', false, false],
  [batchOf(['completed', 'completed', 'failed']), '2 of 4 done, 1 failed', false, false],
  [batchOf(['completed', 'waiting', 'failed', 'waiting']), '1 of 4 done, 1 failed, 2 waiting', true, false],
  [batchOf(['completed', 'completed', 'completed', 'completed']), '4 of 4 done', true, true],
] as const)('how far several commands are: %#', (batch, text, isOver, done) => {
  expect([progressText(batch), progressOf(batch).isOver, isDone(batch)]).toEqual([text, isOver, done]);
});

test('an outcome is that of its own batch, the last one counts, and another batch stays the same', () => {
  const other = { ...batchOf([]), commands: [{ commandId: 'another-command-01', rxId: 1 }] };
  const [first = batchOf([]), second] = withOutcome([batchOf(['failed']), other], '0'.repeat(32), {
    status: 'completed',
    error: null,
  });
  expect(progressText(first)).toBe('1 of 4 done');
  expect(second).toBe(other);
  const none = [other];
  expect(withOutcome(none, 'unknown-command-01', { status: 'failed', error: 'no' })).toBe(none);
});

test('those that failed are wanted once more, and no others', () => {
  expect(failedPlan(batchOf(['completed', 'waiting']))).toBeNull();
  expect(failedPlan(batchOf(['completed', 'failed', 'waiting', 'failed']))).toEqual({
    commandType: 'rxReboot',
    rxIds: [2_000_000_001, 2_000_000_003],
    waitMs: null,
  });
});
