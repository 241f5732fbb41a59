import { expect } from 'vitest';
import { mapMachine } from '../../src/machines/map/map-machine.ts';
import { selectDrawing } from '../../src/machines/map/map-selectors.ts';
import { groupedPins } from '#model/map/pin-groups.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';
import { quietWindow } from '../support/quiet-window.ts';

const pins = [7, 9].map((id) => ({
  id,
  alias: `Rx ${id}`,
  latitude: 45 + id / 10_000,
  longitude: -113,
  siteId: null,
  siteName: null,
  look: 'online' as const,
}));
const [heap = null] = groupedPins(pins, 9);

/** MAP-1. */
export default samples({
  machine: mapMachine.provide({ actions: { writeAddress: () => undefined } }),
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?at=45.00000,-113.00000,9' },
    { mitasId: 'demo', search: '?receiver=7' },
  ],
  events: {
    'place.changed': [{ search: '?at=45.00000,-113.00000,9' }, { search: '?receiver=7' }],
    'frame.sized': [{ size: { width: 800, height: 600 } }],
    'camera.moved': [{ camera: { latitude: 30, longitude: -112, zoom: 8 } }],
    'camera.panned': [{ by: { x: 10, y: 0 } }],
    'camera.zoomed': [{ by: 1, at: null }],
    'receiver.chosen': [{ rxId: 7 }, { rxId: 8 }],
    'receiver.closed': {},
    'group.pressed': [{ group: null }, { group: heap }],
    'look.fit': {},
    'look.held': [{ camera: null }, { camera: { latitude: 45, longitude: -113, zoom: 9 } }],
    'look.released': {},
    'webgl.drawn': {},
    'webgl.lost': {},
    'webgl.retry': {},
  },
  actors: {
    ground: child({ errors: [new Error('broken')] }),
    layers: child({ errors: [new Error('broken')] }),
    locatedReceivers: callback({
      sends: [
        { type: 'places.changed', places: [] },
        { type: 'places.changed', places: pins },
      ],
      errors: [new Error('no journal')],
    }),
    findWebgl: promise({ outputs: [true, false] }),
    locationEdit: child({ errors: [new Error('broken')] }),
    past: child({
      sends: [
        { type: 'past.changed', isOpen: true, places: pins },
        { type: 'past.changed', isOpen: true, places: null },
        { type: 'past.changed', isOpen: false, places: null },
        { type: 'day.settled', day: '2025-05-03' },
      ],
      errors: [new Error('broken')],
    }),
  },
  systems: { contactWindow: quietWindow },
  invariant: ({ snapshot }) => {
    expect(snapshot.context.camera === null, 'a map that is fitted stands nowhere else').toBe(
      snapshot.matches({ look: 'fitted' }) || snapshot.matches({ look: 'opening' }),
    );
    expect(selectDrawing(snapshot) === 'broken', 'nobody says that there are no locations who does not know it').toBe(
      snapshot.children['locatedReceivers']?.getSnapshot().status === 'error',
    );
    if (snapshot.matches({ pulses: 'stilled' })) expect(snapshot.context.heard, 'of another day nothing is heard').toBeNull();
    expect(snapshot.context.now, 'what is said has an age').toBeGreaterThan(0);
  },
  serializeState: ({ value, context: { search, places, size } }) =>
    JSON.stringify([value, search.includes('at='), places.length, size !== null]),
});
