import { expect, test } from 'vitest';
import { createActor, createMachine, fromTransition } from 'xstate';
import type { ChangeReply } from '#model/changes/sequence.ts';
import { FailureError } from '#model/contract/failure.ts';
import { repeatableChanges } from '../../src/machines/receiver-editor/repeatable-changes.ts';

const reply: ChangeReply = { epoch: 'one', revision: 9, items: [] };
const unanswered = new FailureError({ kind: 'network' });
const refused = new FailureError({ kind: 'server', code: 409, type: 'Conflict' });
const busy = new FailureError({ kind: 'server', code: 429, type: 'TooManyRequests' });

/** Requests in a session; the host answers one after another as the test says. */
function start() {
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
  const change = repeatableChanges();
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

test('what was not answered is asked again under its name, until the host has answered (CHG-5)', async () => {
  const ask = start();
  const first = await ask({ rxId: 7, squelch: -80 }, unanswered);
  expect(await ask({ rxId: 7, squelch: -80 }, busy), 'too many calls say nothing of it').toBe(first);
  expect(await ask({ rxId: 7, squelch: -80 }, reply)).toBe(first);
  expect(await ask({ rxId: 7, squelch: -80 }, reply), 'the same once more is another change').not.toBe(first);
});

test('another request, and one that was refused, is another operation (CHG-5)', async () => {
  const ask = start();
  const first = await ask({ rxId: 7, squelch: -80 }, unanswered);
  const other = await ask({ rxId: 7, squelch: -90 }, refused);
  expect(other).not.toBe(first);
  expect(await ask({ rxId: 7, squelch: -90 }, reply)).not.toBe(other);
  expect(await ask({ rxId: 7, squelch: -80 }, reply)).toBe(first);
});
