import { expect } from 'vitest';
import { layersMachine } from '../../src/machines/layers/layers-machine.ts';
import type { LayerDrawing } from '#model/layers/layer-drawing.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const drawing: LayerDrawing = {
  collection: { type: 'FeatureCollection', features: [] },
  areas: [],
  lines: [],
  points: [],
  shapes: [],
};
const file = (name: string, size = 100) => ({ name, size, bytes: () => Promise.resolve(new Uint8Array()) });
const layer = { id: 1, name: 'Rivers' };

/** LAY-9. */
export default samples({
  machine: layersMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'layers.retry': {},
    'layers.open': {},
    'file.chosen': {},
    'dialog.close': {},
    'layer.add': [
      { layer: { name: 'Rivers', color: '#2f7fd1', file: file('rivers.gpx') } },
      { layer: { name: 'Rivers', color: '#2f7fd1', file: file('rivers.gpx', 20_000_000) } },
    ],
    'layer.cancel': {},
    'layer.edit': [{ edit: { layer, action: 'delete' } }],
  },
  actors: {
    layerContents: callback({
      sends: [{ type: 'layer.read', content: 'f00d', drawing }, { type: 'layer.missed' }],
      errors: [new Error('no journal')],
    }),
    addLayer: promise({ outputs: [{ epoch: 'one', revision: 7 }, null] }),
    editLayer: promise({ outputs: [{ epoch: 'one', revision: 7 }, null] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot }) => {
    const { failure, words, contents } = snapshot.context;
    expect(snapshot.hasTag('failed'), 'it says why').toBe(failure !== null);
    expect(snapshot.hasTag('busy') && words.done === '', 'what is asked for has words').toBe(false);
    expect([...contents.value.keys()].every((hash) => hash === 'f00d')).toBe(true);
  },
});
