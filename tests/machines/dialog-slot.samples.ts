import { expect } from 'vitest';
import { dialogSlotMachine } from '../../src/machines/dialog-slot/dialog-slot-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

/** DET-20, DET-21. */
export default samples({
  machine: dialogSlotMachine,
  inputs: [{ request: { jobId: 'one' } }],
  events: { 'dialog.confirm': {}, 'dialog.close': {} },
  actors: { act: promise({ outputs: [{ message: 'OK' }] }) },
  invariant: ({ snapshot }) => {
    const { refusal, answer } = snapshot.context;
    if (snapshot.matches('refused')) expect(refusal, 'a refusal says why').not.toBeNull();
    if (answer !== null) expect(snapshot.output, 'what is done closes the dialog').toEqual({ answer });
  },
});
