import { expect } from 'vitest';
import { beaconsPageMachine } from '../../src/machines/beacons-page/beacons-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

/** REG-26. */
export default samples({
  machine: beaconsPageMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?open=7' },
  ],
  events: { 'place.changed': [{ search: '' }, { search: '?open=7,9' }, { search: '?open=9' }] },
  actors: { detections: child({}) },
  invariant: ({ snapshot }) => {
    const asked = Object.keys(snapshot.children).toSorted();
    expect(asked, 'each beacon that is open is asked for, and no other').toEqual(
      snapshot.context.opened.map((id) => `beacon ${id}`).toSorted(),
    );
  },
});
