import { expect } from 'vitest';
import { type Saved, savingMachine } from '../../src/machines/saving/saving-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

/** NAV-31. */
export default samples({
  machine: savingMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: { 'thing.save': [{ of: 'clock', value: 3_600 }], 'place.changed': [] },
  actors: {
    save: promise<Saved>({
      outputs: [
        { message: 'Saved' },
        { message: 'A test is on its way', stays: true },
        { message: 'Saved', facts: [{ type: 'timezone.changed', timezone: 'UTC', autoTimezone: true }] },
      ],
    }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { of, failure, said } = snapshot.context;
    expect(snapshot.hasTag('failed'), 'what was refused has its reason').toBe(failure !== null);
    expect(snapshot.hasTag('busy') && (failure ?? said) !== null, 'what was said last is gone').toBe(false);
    expect(snapshot.hasTag('busy') && of === null, 'what is saved is named').toBe(false);
  },
});
