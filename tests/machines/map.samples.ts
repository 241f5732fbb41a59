import { expect } from 'vitest';
import { mapMachine, selectDrawing } from '../../src/machines/map/map-machine.ts';
import type { BaseMap } from '#model/map/base-map.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';
import { quietWindow } from '../support/quiet-window.ts';

const base: BaseMap = {
  land: { type: 'FeatureCollection', features: [] },
  borders: { type: 'MultiLineString', coordinates: [] },
  rings: [],
  borderLines: [],
  names: [],
};

/** MAP-1. */
export default samples({
  machine: mapMachine.provide({ actions: { writeAddress: () => undefined } }),
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'place.changed': [{ search: '?at=45.00000,-113.00000,9' }, { search: '?receiver=7' }],
    'camera.moved': [{ camera: { latitude: 44, longitude: -112, zoom: 8 } }],
    'look.fit': {},
    'base.retry': {},
    'webgl.lost': {},
    'webgl.retry': {},
  },
  actors: {
    locatedReceivers: callback({
      sends: [
        { type: 'located.counted', count: 0 },
        { type: 'located.counted', count: 3 },
      ],
      errors: [new Error('no journal')],
    }),
    loadBase: promise({ outputs: [base] }),
    findWebgl: promise({ outputs: [true, false] }),
  },
  systems: { contactWindow: quietWindow },
  invariant: ({ snapshot }) => {
    expect(snapshot.context.base !== null, 'land is there once it came').toBe(snapshot.matches({ base: 'shown' }));
    expect(snapshot.context.moved !== null, 'where it was moved to is known while it moves').toBe(
      snapshot.matches({ look: 'moving' }),
    );
    expect(selectDrawing(snapshot) === 'broken', 'nobody says that there are no locations who does not know it').toBe(
      snapshot.children['locatedReceivers']?.getSnapshot().status === 'error',
    );
    expect(snapshot.context.now, 'what is said has an age').toBeGreaterThan(0);
  },
});
