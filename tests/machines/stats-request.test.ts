import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { statsRequestMachine } from '../../src/machines/stats-request/stats-request-machine.ts';

test.each([
  ['?time=recent&amount=1&unit=hour', 300_000],
  ['?time=range&from=2026-11-01&to=2026-11-02', undefined],
])('%s: a recent time is asked again every five minutes, past days never (STAT-9)', (search, refreshMs) => {
  const inputs: unknown[] = [];
  const noted = fromPromise(({ input }) => {
    inputs.push((input as { refreshMs?: number }).refreshMs);
    return new Promise<never>(() => {});
  });
  const names = ['states', 'perAntenna', 'aggregate', 'frequencies', 'codes', 'powers', 'timeline', 'beacons'];
  const actors = Object.fromEntries(names.map((name) => [name, noted]));
  const actor = createActor(statsRequestMachine.provide({ actors: actors as never }), { input: { mitasId: 'demo', search } });
  actor.start();
  expect(inputs).toEqual(names.map(() => refreshMs));
  actor.stop();
});
