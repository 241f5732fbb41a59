import { expect, test } from 'vitest';
import { SimulatedClock, createActor, fromPromise } from 'xstate';
import { loadingMachine } from '../../src/machines/loading/loading-machine.ts';

test('what does not come within 15 s counts as not coming: its call is cut off, and Retry asks again (CFG-15)', () => {
  const clock = new SimulatedClock();
  const signals: AbortSignal[] = [];
  const load = fromPromise<unknown, object>(({ signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const loading = createActor(loadingMachine.provide({ actors: { load } }), { clock, input: { request: { rxId: 7 } } }).start();
  clock.increment(14_999);
  expect(loading.getSnapshot().hasTag('failed')).toBe(false);
  clock.increment(1);
  expect(loading.getSnapshot().context.failure).toEqual({ kind: 'network' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  loading.send({ type: 'loading.retry' });
  expect(loading.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: null } });
  expect(signals).toHaveLength(2);
});
