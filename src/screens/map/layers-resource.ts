import { mapLayerCalls } from '../../model/contract/map-layer-calls.ts';
import { layerRow } from '../../model/journal/screen-models/layers.ts';
import type { ScreenResource } from '../built-screen.ts';

/** The layers without their features (LAY-1). */
export const layersResource: ScreenResource = {
  name: 'layers',
  begins: 'now',
  async load({ http }, mitasId, signal) {
    const { asOf, layers } = await http.call(mapLayerCalls.listMapLayers, { params: { mitasId } }, { signal });
    return { asOf, facts: [{ type: 'layers.loaded', asOf, rows: layers.map(layerRow) }] };
  },
};
