import { describe, expect, test } from 'vitest';
import { type AnyActorRef, createActor, createMachine, fromTransition } from 'xstate';
import type { ChangeReply } from '#model/journal/sequence.ts';
import { FailureError } from '#model/contract/failure.ts';
import { doneOnce } from '../../src/machines/operations/own-change.ts';
import { repeatableChanges } from '../../src/machines/receiver-editor/repeatable-changes.ts';

const reply: ChangeReply = { epoch: 'one', revision: 9, items: [] };
const unanswered = new FailureError({ kind: 'network' });
const refused = new FailureError({ kind: 'server', code: 409, type: 'Conflict' });
const busy = new FailureError({ kind: 'server', code: 429, type: 'TooManyRequests' });

type Answered = (operation: string) => Promise<ChangeReply>;

/** The ways to make a change in which equal requests are one operation until the host has decided it. */
const ways = {
  'of several requests': () => {
    const change = repeatableChanges();
    return (system: AnyActorRef['system'], request: unknown, answered: Answered) => change(system, request, answered);
  },
  'of the last request': () => {
    let answer: Answered;
    const change = doneOnce((_: { request: unknown }, operation: string) => answer(operation));
    return (system: AnyActorRef['system'], request: unknown, answered: Answered) => {
      answer = answered;
      return change(system, { request });
    };
  },
} as const;

/** Starts a session with requests, which the host answers one by one as the test decides. */
function start(way: keyof typeof ways) {
  let named = 0;
  const { system } = createActor(
    createMachine({
      invoke: [
        ...['journal', 'changeLine'].map((systemId) => ({ systemId, src: createMachine({ on: { '*': {} } }) })),
        {
          systemId: 'operations',
          src: fromTransition((context) => context, { newId: () => `operation ${++named}`, by: null, now: () => 1_000 }),
        },
      ],
    }),
  ).start();
  const change = ways[way]();
  return async (request: unknown, answer: ChangeReply | Error): Promise<string> => {
    let under = '';
    const asked = change(system, request, (operation) => {
      under = operation;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
    if (answer instanceof Error) await expect(asked).rejects.toBe(answer);
    else expect(await asked).toBe(answer);
    return under;
  };
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('the operation %s', (way) => {
  test('is kept without an answer, and asked again until the host has done it (CHG-5)', async () => {
    const ask = start(way);
    const first = await ask({ rxId: 7, squelch: -80 }, unanswered);
    expect(await ask({ rxId: 7, squelch: -80 }, busy), 'too many calls say nothing of it').toBe(first);
    expect(await ask({ rxId: 7, squelch: -80 }, reply)).toBe(first);
    expect(await ask({ rxId: 7, squelch: -80 }, reply), 'the same once more is another change').not.toBe(first);
  });

  test('is another one after a refusal (CHG-5)', async () => {
    const ask = start(way);
    const first = await ask({ rxId: 7, squelch: -90 }, refused);
    expect(await ask({ rxId: 7, squelch: -90 }, reply)).not.toBe(first);
  });
});

test('of several requests each has an operation, which is kept while another one is asked for (CHG-5)', async () => {
  const ask = start('of several requests');
  const first = await ask({ rxId: 7, squelch: -80 }, unanswered);
  expect(await ask({ rxId: 7, squelch: -90 }, refused)).not.toBe(first);
  expect(await ask({ rxId: 7, squelch: -80 }, reply)).toBe(first);
});
