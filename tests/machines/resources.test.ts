import { createActor, createMachine, fromPromise } from 'xstate';
import { expect, test } from 'vitest';
import type { LoadedResource, ResourcePlan } from '#model/session/resources.ts';
import { resourceMachine } from '../../src/machines/resource/resource-machine.ts';
import { resourcesMachine } from '../../src/machines/resources/resources-machine.ts';

/** What is loaded again when the line is back: lists whose messages may have been missed (ROLE-8). */
test.each<[Partial<ResourcePlan>, number]>([
  [{ afterLine: true }, 2],
  [{}, 1],
])('with %j, it is loaded %i times', async (more, times) => {
  let loads = 0;
  const load = fromPromise<LoadedResource, { mitasId: string; name: string }>(() => {
    loads += 1;
    return Promise.resolve({ facts: [], asOf: null });
  });
  const logic = resourcesMachine.provide({
    actors: { resource: resourceMachine.provide({ actors: { load }, actions: { recordFacts: () => {} } }) },
  });
  const parent = createMachine({
    invoke: {
      id: 'resources',
      src: logic,
      input: { mitasId: 'demo', plans: [{ name: 'people', begins: 'now', ...more }], isConnected: true },
    },
  });
  const actor = createActor(parent).start();
  const resources = () => actor.getSnapshot().children['resources'];
  const isShown = () => (resources()?.getSnapshot().children['people']?.getSnapshot().hasTag('busy') as boolean) === false;
  await expect.poll(isShown).toBe(true);
  resources()?.send({ type: 'line.opened' });
  await expect.poll(isShown).toBe(true);
  expect(loads).toBe(times);
});
