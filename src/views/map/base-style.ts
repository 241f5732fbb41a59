import type { FeatureCollection } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import type { Scheme } from '../../model/live/palette.ts';
import type { BaseMap } from '../../model/map/base-map.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import { graticule } from '../../model/map/graticule.ts';
import { mapColours } from './map-colours.ts';

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/**
 * What lies under the pins as a style (MAP-4). It names no glyphs: names are drawn from the page's font.
 */
export function baseStyle(base: BaseMap | null, scheme: Scheme, net: ReturnType<typeof netOf>): StyleSpecification {
  const { water, land, border, net: lines, text } = mapColours[scheme];
  const names = (base?.names ?? []).map(({ name, fromZoom, latitude, longitude }) => ({
    type: 'Feature' as const,
    properties: { name, fromZoom },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  }));
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: base?.land ?? nothing, tolerance: 0.2 },
      borders: { type: 'geojson', data: base?.borders ?? nothing, tolerance: 0.2 },
      names: { type: 'geojson', data: { type: 'FeatureCollection', features: names } },
      net: { type: 'geojson', data: net },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land, 'fill-outline-color': border } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': border, 'line-width': 1, 'line-dasharray': [4, 3] },
      },
      { id: 'net', type: 'line', source: 'net', paint: { 'line-color': lines, 'line-width': 0.7 } },
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        filter: ['<=', ['get', 'fromZoom'], ['zoom']],
        layout: { 'text-field': ['get', 'name'], 'text-size': 12, 'text-font': ['sans-serif'] },
        paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.5 },
      },
    ],
  };
}

/** The net of degrees in sight and around it. */
export function netOf(camera: MapCamera, size: MapSize) {
  const { meridians, parallels } = graticule(camera, size, 1);
  const [west, east] = [camera.longitude - 180, camera.longitude + 180];
  const upright = meridians.map((longitude) => [85, -85].map((latitude) => [longitude, latitude]));
  const level = parallels.map((latitude) => [west, camera.longitude, east].map((longitude) => [longitude, latitude]));
  return { type: 'MultiLineString' as const, coordinates: [...upright, ...level] };
}
