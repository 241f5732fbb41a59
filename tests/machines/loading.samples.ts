import { expect } from 'vitest';
import { loadingMachine } from '../../src/machines/loading/loading-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: loadingMachine,
  inputs: [{ request: { rxId: 7 } }],
  events: { 'loading.retry': {} },
  actors: { load: promise({ outputs: ['the receiver'], errors: [{ kind: 'network' }] }) },
  invariant: ({ snapshot }) => {
    expect(snapshot.context.failure !== null, 'a failure is named while there is one').toBe(snapshot.hasTag('failed'));
    if (snapshot.status === 'done') expect(snapshot.output).toEqual({ content: 'the receiver' });
  },
});
