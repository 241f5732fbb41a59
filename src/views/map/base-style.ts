import type { FeatureCollection } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import type { Scheme } from '../../model/live/palette.ts';
import type { BaseMap } from '../../model/geo/base-map.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import { graticule } from '../../model/map/graticule.ts';
import { mapColours } from './map-colours.ts';

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/**
 * The style of the ground below the pins (MAP-4), without its data and colours. It names no glyphs: names are
 * drawn in the page's font.
 */
export const baseStyle: StyleSpecification = {
  version: 8,
  sources: {
    land: { type: 'geojson', data: nothing, tolerance: 0.2 },
    borders: { type: 'geojson', data: nothing, tolerance: 0.2 },
    names: { type: 'geojson', data: nothing },
    net: { type: 'geojson', data: nothing },
  },
  layers: [
    { id: 'water', type: 'background' },
    { id: 'land', type: 'fill', source: 'land' },
    { id: 'borders', type: 'line', source: 'borders', paint: { 'line-width': 0.8 } },
    // An invisible layer that marks a place: the operator's base map is inserted below it, the system's own
    // layers above.
    { id: 'detail', type: 'background', layout: { visibility: 'none' } },
    { id: 'net', type: 'line', source: 'net', paint: { 'line-width': 0.7 } },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      filter: ['<=', ['get', 'fromZoom'], ['zoom']],
      layout: { 'text-field': ['get', 'name'], 'text-size': 12, 'text-font': ['sans-serif'] },
      paint: { 'text-halo-width': 1.5 },
    },
  ],
};

/**
 * Returns the colours of the ground's layers in a scheme. `plain` is the ground's colour before the land has
 * loaded, when nothing is known to be water.
 */
export function baseColours(
  scheme: Scheme,
  plain: string | null,
): readonly (readonly [layer: string, property: BaseColour, colour: string])[] {
  const { water, land, border, net, text } = mapColours[scheme];
  return [
    ['water', 'background-color', plain ?? water],
    ['land', 'fill-color', land],
    ['land', 'fill-outline-color', border],
    ['borders', 'line-color', border],
    ['net', 'line-color', net],
    ['names', 'text-color', text],
    ['names', 'text-halo-color', land],
  ];
}

type BaseColour = 'background-color' | 'fill-color' | 'fill-outline-color' | 'line-color' | 'text-color' | 'text-halo-color';

/** Returns the names of countries as GeoJSON. */
export function namesOf({ names }: BaseMap): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: names.map(({ name, fromZoom, latitude, longitude }) => ({
      type: 'Feature',
      properties: { name, fromZoom },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** Returns the grid of degrees in view and around it. */
export function netOf(camera: MapCamera, size: MapSize) {
  const { meridians, parallels } = graticule(camera, size, 1);
  const [west, east] = [camera.longitude - 180, camera.longitude + 180];
  const upright = meridians.map((longitude) => [85, -85].map((latitude) => [longitude, latitude]));
  const level = parallels.map((latitude) => [west, camera.longitude, east].map((longitude) => [longitude, latitude]));
  return { type: 'MultiLineString' as const, coordinates: [...upright, ...level] };
}
