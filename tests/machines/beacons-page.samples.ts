import { expect } from 'vitest';
import { beaconsPageMachine } from '../../src/machines/beacons-page/beacons-page-machine.ts';
import { child, samples } from '../support/machine-paths.ts';

/** REG-26, EXP-1. */
export default samples({
  machine: beaconsPageMachine,
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?open=7' },
  ],
  events: { 'place.changed': [{ search: '' }, { search: '?open=7,9' }, { search: '?open=9' }] },
  actors: { detections: child({}), explorer: child({ errors: [new Error('broken')] }) },
  invariant: ({ snapshot }) => {
    const { explorer, ...beacons } = snapshot.children;
    expect(explorer !== undefined, 'the explorer hears of each place').toBe(snapshot.matches({ explorer: 'going' }));
    const asked = Object.keys(beacons).toSorted();
    expect(asked, 'each beacon that is open is asked for, and no other').toEqual(
      snapshot.context.opened.map((id) => `beacon ${id}`).toSorted(),
    );
  },
});
