import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Slices } from '../../../../host/entry/ingest/slices.ts';

const never = new AbortController().signal;

/**
 * Requests slices of these many items at once; returns how many were done when the event loop first turned.
 */
async function doneInOneTurn(items: readonly number[], msEach = 0): Promise<number> {
  // A slice takes the time that the test sets, however busy the machine.
  let now = 0;
  const slices = new Slices(() => now);
  let done = 0;
  const all = items.map((count, key) =>
    slices.run(key, never, () => {
      done += 1;
      now += msEach;
      return count;
    }),
  );
  await nextTurn();
  const first = done;
  await Promise.all(all);
  expect(done).toBe(items.length);
  return first;
}

test('requests of a few contacts are read in one turn of the event loop', async () => {
  expect(await doneInOneTurn([1, 1, 1, 1, 1, 1, 1, 1])).toBe(8);
});

test('the event loop turns after every long slice, and after many short ones', async () => {
  expect(await doneInOneTurn([1_024, 1])).toBe(1);
  expect(await doneInOneTurn([1, 1], 2)).toBe(1);
  expect(await doneInOneTurn([...Array.from({ length: 128 }, () => 1), 1])).toBeLessThanOrEqual(128);
});

test('a slice that fails ends its turn, and one that nobody waits for any more takes none', async () => {
  const slices = new Slices();
  const gone = new AbortController();
  const failing = slices.run(1, never, () => {
    throw new Error('not to be read');
  });
  const left = slices.run(2, gone.signal, () => 1);
  gone.abort(new Error('went away'));
  await expect(failing).rejects.toThrow('not to be read');
  await expect(left).rejects.toThrow('went away');
  expect(await slices.run(3, never, () => 1)).toBeGreaterThanOrEqual(0);
});
