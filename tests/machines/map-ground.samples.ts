import { expect } from 'vitest';
import { mapGroundMachine } from '../../src/machines/map/map-ground-machine.ts';
import type { BaseMap } from '#model/geo/base-map.ts';
import { promise, samples } from '../support/machine-paths.ts';

const land: BaseMap = {
  land: { type: 'FeatureCollection', features: [] },
  borders: { type: 'MultiLineString', coordinates: [] },
  rings: [],
  borderLines: [],
  names: [],
};
const ask = () => Promise.reject(new Error('Nothing is asked'));

/** MAP-4, LAY-10. */
export default samples({
  machine: mapGroundMachine,
  events: { 'land.retry': {} },
  actors: {
    loadLand: promise({ outputs: [land] }),
    findDetail: promise({ outputs: [null, { archive: '/a.pmtiles', readStyle: null, styleFailed: false, ask }] }),
  },
  invariant: ({ snapshot }) => {
    const { land: kept, detail } = snapshot.context;
    expect(kept !== null, 'land is there once it came, whatever else does').toBe(snapshot.matches({ land: 'shown' }));
    if (detail !== null) expect(snapshot.matches({ detail: 'known' }), 'and so is what is set').toBe(true);
    expect(snapshot.hasTag('failed')).toBe(snapshot.matches({ land: 'failed' }));
  },
});
