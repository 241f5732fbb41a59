import { expect } from 'vitest';
import { dialogSlotMachine } from '../../src/machines/dialog-slot/dialog-slot-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

/** DET-20, DET-21, RET-2. */
export default samples({
  machine: dialogSlotMachine.provide({ actions: { notifyDone: () => {}, reportDone: () => {}, reportRefused: () => {} } }),
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'dialog.open': { subject: { jobId: 'one' } },
    'dialog.confirm': {},
    'dialog.close': {},
    'place.changed': [],
  },
  actors: { act: promise({ outputs: [{ message: 'OK' }] }) },
  invariant: ({ snapshot }) => {
    const { failure, subject } = snapshot.context;
    expect(failure !== null, 'a refusal says why').toBe(snapshot.matches('refused'));
    if (snapshot.hasTag('open')) expect(subject).not.toBeNull();
  },
});
