import { createActor, fromPromise } from 'xstate';
import { expect, test } from 'vitest';
import { FailureError, type Failure } from '#model/contract/failure.ts';
import { type RegistryDone, registryMachine, type RowOrder } from '../../src/machines/registry/registry-machine.ts';

/** The revision of the row that the person saw decides what they may overwrite (REG-16). */

const opened = { epoch: 'one', revision: 5 };
const conflict = { value: 1, by: null, at: 0, revision: 8 };
const server: Failure = { kind: 'server', code: 409, type: 'Conflict', message: 'Changed' };

/** Returns the revision sent with the second try, after the first was refused with `failure`. */
async function askedAfter(failure: Failure): Promise<number | undefined> {
  const asked: RowOrder[] = [];
  const saveRow = fromPromise<RegistryDone, RowOrder>(({ input }) => {
    asked.push(input);
    return Promise.reject(new FailureError(failure));
  });
  const actor = createActor(registryMachine.provide({ actors: { saveRow } }), { input: { mitasId: 'demo', search: '' } }).start();
  actor.send({ type: 'row.edit', id: 1, seen: opened });
  for (const tries of [1, 2]) {
    actor.send({ type: 'form.submit', values: {} });
    await expect.poll(() => actor.getSnapshot().matches({ writing: 'refused' })).toBe(true);
    expect(asked).toHaveLength(tries);
  }
  return asked[1]?.seen?.revision;
}

test.each<[string, Failure, number]>([
  ['who was told of a change has seen it, and no later one', { ...server, conflict }, 8],
  ['who was refused for another reason has seen no more than before', server, 5],
  ['who got no answer likewise', { kind: 'network' }, 5],
])('%s', async (_, failure, revision) => {
  expect(await askedAfter(failure)).toBe(revision);
});
