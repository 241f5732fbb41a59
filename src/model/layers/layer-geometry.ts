import type { Feature, Geometry, Position } from 'geojson';
import { maxDegrees } from '../fields/value-fields.ts';
import { maxLayerFeatures, maxLayerVertices } from '../entities/map-layer.ts';
import { grouped, quoted, refuseLayer } from './layer-refusal.ts';

/**
 * The stored part of a feature: its geometry, and its name as plain text. The rest of the file is dropped.
 */
export type LayerFeature = Feature<DrawnGeometry, { name?: string }>;
export type DrawnGeometry = Exclude<Geometry, { type: 'GeometryCollection' }>;

/** The features of a layer, the number of their positions, and their bounds: west, south, east, north. */
export type LayerFeatures = { features: LayerFeature[]; vertices: number; bounds: [number, number, number, number] };

/** How deep the positions of each geometry are nested. */
const depths = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 } as const;

/** Coordinates are rounded to a centimetre: further digits are noise, and take space. */
const perDegree = 1e7;
const longestName = 100;
/** The deepest nesting of geometry collections that is accepted. */
const deepestCollection = 8;

type Loose = Readonly<Record<string, unknown>>;

/**
 * Returns the checked features of a GeoJSON document (LAY-3): only what can be drawn, in degrees of WGS 84,
 * within bounds.
 * @throws LayerRefusal.
 */
export function layerFeatures(document: unknown): LayerFeatures {
  const found = new Collecting();
  if (!isLoose(document)) refuseLayer(`The file is not GeoJSON: it holds ${quoted(document)} where an object should be.`);
  refuseOtherCrs(document);
  if (document['type'] === 'FeatureCollection') {
    const { features } = document;
    if (!Array.isArray(features)) refuseLayer('The file is not GeoJSON: its FeatureCollection has no list of features.');
    for (const [at, feature] of features.entries()) found.addFeature(feature, `Feature ${grouped(at + 1)}`);
  } else if (document['type'] === 'Feature') found.addFeature(document, 'The feature');
  else found.addGeometry(document, {}, 'The file', 0);
  if (found.features.length === 0)
    refuseLayer('The file has nothing to draw: no point, line or area with coordinates. Export the features themselves.');
  return found;
}

/** Refuses other reference systems, which GeoJSON could name before RFC 7946. */
function refuseOtherCrs(document: Loose): void {
  const { crs } = document;
  if (crs === undefined || crs === null) return;
  const properties = isLoose(crs) ? crs['properties'] : undefined;
  const name = isLoose(properties) ? properties['name'] : undefined;
  if (typeof name === 'string' && /(^|[:/#])(crs84|epsg:+(\d+(\.\d+)*:)?4326|4326)$/i.test(name.trim())) return;
  refuseLayer(`The file is in the reference system ${quoted(name ?? crs)}: export it in WGS 84 (EPSG:4326).`);
}

class Collecting {
  readonly features: LayerFeature[] = [];
  readonly bounds: [number, number, number, number] = [180, 90, -180, -90];
  vertices = 0;

  addFeature(feature: unknown, where: string): void {
    if (!isLoose(feature) || feature['type'] !== 'Feature') refuseLayer(`${where} is not a GeoJSON feature: ${quoted(feature)}.`);
    refuseOtherCrs(feature);
    // A feature without geometry is valid GeoJSON, but has nothing to draw.
    if (feature['geometry'] === null || feature['geometry'] === undefined) return;
    const properties = isLoose(feature['properties']) ? feature['properties'] : {};
    this.addGeometry(feature['geometry'], nameOf(properties), where, 0);
  }

  addGeometry(geometry: unknown, properties: { name?: string }, where: string, depth: number): void {
    const type = isLoose(geometry) ? geometry['type'] : undefined;
    if (isLoose(geometry) && type === 'GeometryCollection') {
      if (depth >= deepestCollection) refuseLayer(`${where} nests geometry collections more than ${deepestCollection} deep.`);
      const { geometries } = geometry;
      if (!Array.isArray(geometries)) refuseLayer(`${where} has a collection without geometries.`);
      for (const each of geometries) this.addGeometry(each, properties, where, depth + 1);
      return;
    }
    if (!isLoose(geometry) || typeof type !== 'string' || !Object.hasOwn(depths, type))
      refuseLayer(`${where} is of the kind ${quoted(type ?? geometry)}, which the map cannot draw. Use points, lines and areas.`);
    const coordinates = drawnParts(type, this.#positions(geometry['coordinates'], depths[type as keyof typeof depths], where));
    refuseUnfit(type, coordinates, where);
    if (Array.isArray(coordinates) && coordinates.length === 0) return;
    if (this.features.length >= maxLayerFeatures)
      refuseLayer(
        `The file has more than ${grouped(maxLayerFeatures)} features. Split it, or leave out what you do not need on the map.`,
      );
    this.features.push({ type: 'Feature', properties, geometry: { type, coordinates } as DrawnGeometry });
  }

  #positions(value: unknown, depth: number, where: string): unknown {
    if (depth === 0) return this.#position(value, where);
    if (!Array.isArray(value)) refuseLayer(`${where} has ${quoted(value)} where a list of coordinates should be.`);
    return value.map((part) => this.#positions(part, depth - 1, where));
  }

  #position(value: unknown, where: string): Position {
    const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof longitude !== 'number' || typeof latitude !== 'number' || !Number.isFinite(longitude + latitude))
      refuseLayer(`${where} has ${quoted(value)} where a longitude and a latitude should be.`);
    if (Math.abs(longitude) > maxDegrees.longitude || Math.abs(latitude) > maxDegrees.latitude)
      refuseLayer(
        `${where} is at longitude ${longitude}, latitude ${latitude}, which is not on Earth: ${remedy(longitude, latitude)}`,
      );
    this.vertices += 1;
    if (this.vertices > maxLayerVertices)
      refuseLayer(`The file has more than ${grouped(maxLayerVertices)} points. Simplify its lines, or split it.`);
    const position = [rounded(longitude), rounded(latitude)] as const;
    this.bounds[0] = Math.min(this.bounds[0], position[0]);
    this.bounds[1] = Math.min(this.bounds[1], position[1]);
    this.bounds[2] = Math.max(this.bounds[2], position[0]);
    this.bounds[3] = Math.max(this.bounds[3], position[1]);
    return [...position];
  }
}

/** Removes parts without positions: a file may have millions of them, and no limit counts them. */
function drawnParts(type: string, coordinates: unknown): unknown {
  if (type !== 'MultiLineString' && type !== 'MultiPolygon') return coordinates;
  return (coordinates as unknown[][]).filter((part) => part.length > 0);
}

/** Returns advice for coordinates that are out of bounds. */
function remedy(longitude: number, latitude: number): string {
  const swapped = Math.abs(longitude) <= maxDegrees.latitude && Math.abs(latitude) <= maxDegrees.longitude;
  if (swapped) return 'latitude and longitude seem to be in the wrong order.';
  if (Math.abs(longitude) <= 2 * maxDegrees.longitude && Math.abs(latitude) <= maxDegrees.latitude)
    return 'longitudes end at 180° and -180°; split features at that meridian and export again.';
  return 'if these are metres, export the file in degrees of WGS 84 (EPSG:4326).';
}

/** Refuses lines with fewer than two points, and rings with fewer than four or that are not closed. */
function refuseUnfit(type: string, coordinates: unknown, where: string): void {
  const lines = type === 'LineString' ? [coordinates] : type === 'MultiLineString' ? (coordinates as unknown[]) : [];
  for (const line of lines as Position[][])
    if (line.length < 2) refuseLayer(`${where} has a line of ${line.length} points: a line needs two.`);
  const rings =
    type === 'Polygon' ? (coordinates as Position[][]) : type === 'MultiPolygon' ? (coordinates as Position[][][]).flat() : [];
  for (const ring of rings) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (ring.length < 4)
      refuseLayer(`${where} has an area whose edge is ${ring.length} points: it needs four, the last being the first.`);
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      refuseLayer(`${where} has an area whose edge is not closed: its last point must be its first.`);
  }
}

function nameOf(properties: Loose): { name?: string } {
  const name = properties['name'] ?? properties['Name'] ?? properties['NAME'];
  if (typeof name !== 'string' && typeof name !== 'number') return {};
  // Cut first: the cut may leave half of a surrogate pair, which the replacement then removes.
  const text = String(name)
    .slice(0, longestName)
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim();
  return text === '' ? {} : { name: text };
}

function rounded(degrees: number): number {
  return Math.round(degrees * perDegree) / perDegree;
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
