import { expect } from 'vitest';
import { retentionMachine } from '../../src/machines/retention/retention-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: retentionMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'retention.edit': [
      { sort: 'contacts', asOf: { epoch: 'one', revision: 7 } },
      { sort: 'changes', asOf: null },
    ],
    'retention.save': [{ days: 365 }, { days: null }],
    'dialog.close': {},
    'place.changed': [],
  },
  actors: { saveRetention: promise({ outputs: [undefined] }) },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { failure } = snapshot.context;
    expect(snapshot.hasTag('failed'), 'it says why').toBe(failure !== null);
  },
});
