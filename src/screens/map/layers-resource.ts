import { mapLayerCalls } from '../../model/contract/map-layer-calls.ts';
import { layerRow } from '../../model/journal/screen-models/layers.ts';
import type { ScreenResource } from '../built-screen.ts';

/** LAY-1: what is known of the layers before any of their features has come. */
export const layersResource: ScreenResource = {
  name: 'layers',
  begins: 'now',
  async load({ http }, mitasId, signal) {
    const { asOf, layers } = await http.call(mapLayerCalls.listMapLayers, { params: { mitasId } }, { signal });
    return { asOf, facts: [{ type: 'layers.loaded', asOf, rows: layers.map(layerRow) }] };
  },
};
