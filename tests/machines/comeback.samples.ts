import { expect } from 'vitest';
import { comebackMachine } from '../../src/machines/comeback/comeback-machine.ts';
import type { Failure } from '#model/contract/failure.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const network: Failure = { kind: 'network' };
const offline: Failure = { kind: 'server', code: 503, type: 'SystemOffline' };
const forbidden: Failure = { kind: 'server', code: 403, type: 'Forbidden' };

export default samples({
  machine: comebackMachine,
  inputs: [network, offline, forbidden].map((failure) => ({ mitasId: 'demo', failure })),
  events: {},
  actors: {
    checkSystem: promise<void>({ outputs: [undefined], errors: [network, offline, forbidden] }),
    surroundings: callback({
      sends: [{ type: 'network.returned' }, { type: 'clock.jumped' }],
      errors: [new Error('no page')],
    }),
  },
  serializeState: ({ value, context: { failure } }) => JSON.stringify([value, failure]),
  invariant: ({ snapshot }) => {
    if (snapshot.hasTag('busy')) expect(snapshot.context.times, 'it waits before it asks').toBeGreaterThan(0);
  },
});
