import { expect } from 'vitest';
import { transmittersMachine } from '../../src/machines/transmitters/transmitters-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: transmittersMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'transmitters.retry': {} },
  actors: { loadTransmitters: promise({ outputs: [{ transmitters: [] }] }) },
  invariant: ({ snapshot }) => {
    if (snapshot.hasTag('failed')) expect(snapshot.context.failure).not.toBeNull();
  },
});
