import { expect } from 'vitest';
import { resourceMachine } from '../../src/machines/resource/resource-machine.ts';
import type { LoadedResource } from '#model/session/resources.ts';
import { factSamples } from '../support/fact-samples.ts';
import { promise, samples } from '../support/machine-paths.ts';

const forbidden = { kind: 'server', code: 403, type: 'Forbidden' };
const asOf = { epoch: 'one', revision: 3 };

export default samples({
  machine: resourceMachine,
  inputs: [
    { name: 'fleet', mitasId: 'demo', begins: 'now', refreshMs: null },
    { name: 'beacons', mitasId: 'demo', begins: 'asked', refreshMs: 300_000 },
  ],
  events: { 'resource.load': {}, 'resource.invalidate': {}, 'resource.retry': {} },
  actors: {
    load: promise<LoadedResource>({
      outputs: [
        { asOf, facts: [factSamples['fleet.loaded']] },
        { asOf: null, facts: [factSamples['alarms.loaded']] },
      ],
      errors: [{ kind: 'network' }, forbidden],
    }),
  },
  systems: ['changeLine'],
  invariant: ({ snapshot }) => {
    const { wasShown, failure } = snapshot.context;
    expect(snapshot.hasTag('busy'), 'busy exactly while it is asked for').toBe(Object.keys(snapshot.children).length > 0);
    if (snapshot.hasTag('ready')) expect(wasShown).toBe(true);
    expect(snapshot.hasTag('failed') && failure === null, 'what failed says why').toBe(false);
  },
});
