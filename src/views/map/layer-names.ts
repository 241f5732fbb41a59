import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Scheme } from '../../model/live/palette.ts';
import type { LayerLabel } from '../../model/map/layer-labels.ts';
import { mapColours } from './map-colours.ts';

export { layerLabels } from '../../model/map/layer-labels.ts';

const id = 'layer-names';

/** Draws the names of the layers' features on a MapLibre map (LAY-15), above everything but the pins. */
export function drawLayerNames(map: MapLibreMap, names: readonly LayerLabel[], scheme: Scheme): void {
  const data = collectionOf(names);
  const source = map.getSource<GeoJSONSource>(id);
  if (source === undefined) {
    map.addSource(id, { type: 'geojson', data });
    // `layerLabels` has already made room for the names, so the library must not move or hide any.
    const layout = {
      'text-field': ['get', 'text'],
      'text-size': 12,
      'text-font': ['sans-serif'],
      'text-allow-overlap': true,
      'text-ignore-placement': true,
      'text-max-width': 100,
    } as const;
    map.addLayer({ id, type: 'symbol', source: id, layout: layout as never, paint: { 'text-halo-width': 1.5 } }, 'names');
  } else void source.setData(data);
  map.setPaintProperty(id, 'text-color', mapColours[scheme].text);
  map.setPaintProperty(id, 'text-halo-color', mapColours[scheme].halo);
}

function collectionOf(names: readonly LayerLabel[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: names.map(({ text, longitude, latitude }) => ({
      type: 'Feature',
      properties: { text },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
