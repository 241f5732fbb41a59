import type { Feature, FeatureCollection, GeoJsonProperties, MultiLineString, Polygon, MultiPolygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { accepted, refused, type Result } from '../result.ts';
import { type GeoPoint, toWorld, worldSize } from './mercator.ts';

/** The points of a line in a world of side 1 (x, y, x, y …), and the box around them. */
export type WorldLine = {
  readonly points: Float64Array;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A country's name, its position, and the lowest zoom with room for the name. */
export type CountryName = GeoPoint & { readonly name: string; readonly fromZoom: number };

/** The map below the pins unless another is configured (MAP-4): land, borders and names. */
export type BaseMap = {
  readonly land: FeatureCollection;
  readonly borders: MultiLineString;
  /** The outlines of the land as projected lines; `borderLines` are the borders. */
  readonly rings: readonly WorldLine[];
  readonly borderLines: readonly WorldLine[];
  readonly names: readonly CountryName[];
};

type Area = Polygon | MultiPolygon;
type CountriesOf = { countries: GeometryCollection<{ name?: string }> };

/** Reads a file of the world atlas; refuses anything else. */
export function readBaseMap(file: unknown): Result<BaseMap> {
  if (!isAtlas(file)) return refused('It is no atlas of land and countries');
  const countries = feature(file, file.objects.countries) as FeatureCollection<Area, { name?: string }>;
  const land: Feature<MultiPolygon, GeoJsonProperties> = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: countries.features.flatMap(({ geometry }) => polygonsOf(geometry)) },
  };
  const borders = mesh(file, file.objects.countries, (one, other) => one !== other);
  return accepted({
    land: { type: 'FeatureCollection', features: [land] },
    borders,
    rings: land.geometry.coordinates.flatMap((polygon) => polygon.map(worldLine)),
    borderLines: borders.coordinates.map(worldLine),
    names: countries.features.flatMap(({ geometry, properties }) => nameOf(geometry, properties.name)),
  });
}

function isAtlas(file: unknown): file is Topology<CountriesOf> {
  return (
    typeof file === 'object' &&
    file !== null &&
    'type' in file &&
    file.type === 'Topology' &&
    'objects' in file &&
    typeof file.objects === 'object' &&
    file.objects !== null &&
    'countries' in file.objects
  );
}

function polygonsOf(geometry: Area): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** Projects a line or ring given in degrees. */
export function worldLine(positions: readonly Position[]): WorldLine {
  const points = new Float64Array(positions.length * 2);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  positions.forEach(([longitude = 0, latitude = 0], at) => {
    const { x, y } = toWorld({ latitude, longitude });
    points[2 * at] = x;
    points[2 * at + 1] = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  return { points, left, top, right, bottom };
}

/**
 * Places a country's name in its largest part, from the zoom (2 to 9) at which that part is as wide as the
 * name.
 */
function nameOf(geometry: Area, name: string | undefined): CountryName[] {
  const outer = polygonsOf(geometry).flatMap(([ring]) => (ring === undefined ? [] : [ring]));
  const [largest] = outer.toSorted((one, other) => widthOf(other) - widthOf(one));
  if (name === undefined || largest === undefined) return [];
  const place = centroid(largest);
  const roomAtZero = (widthOf(largest) / 360) * worldSize(0);
  const pixelsPerCharacter = 7.5;
  const fromZoom = Math.max(2, Math.log2((name.length * pixelsPerCharacter) / Math.max(roomAtZero, 1e-6)));
  return [{ ...place, name, fromZoom: Math.min(fromZoom, 9) }];
}

function widthOf(ring: readonly Position[]): number {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  return Math.max(...longitudes) - Math.min(...longitudes);
}

function centroid(ring: readonly Position[]): GeoPoint {
  let [area, x, y] = [0, 0, 0];
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[at] as Position, ring[at + 1] as Position];
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  const [first = [0, 0]] = ring;
  if (area === 0) return { longitude: first[0] ?? 0, latitude: first[1] ?? 0 };
  return { longitude: x / (3 * area), latitude: y / (3 * area) };
}
