import type { FeatureCollection, Position } from 'geojson';
import { type WorldLine, worldLine } from '../geo/base-map.ts';
import type { GeoPoint } from '../geo/mercator.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { LayerFeature } from './layer-geometry.ts';

/** One part of a feature, with the feature's name if it has one. */
export type LayerShape = { readonly name: string | undefined } & (
  | { readonly kind: 'area' | 'line'; readonly line: WorldLine }
  | { readonly kind: 'point'; readonly at: GeoPoint }
);

/** The features of a layer, ready to draw. */
export type LayerDrawing = {
  readonly collection: FeatureCollection;
  /** The same features: areas as projected rings, lines as projected lines, and points in degrees. */
  readonly areas: readonly (readonly WorldLine[])[];
  readonly lines: readonly WorldLine[];
  readonly points: readonly GeoPoint[];
  /** The same features as separate parts with their names; of an area only its outer ring. */
  readonly shapes: readonly LayerShape[];
};

/** Reads a layer's features as the host stores them (LAY-3); refuses anything else. */
export function readLayerDrawing(document: unknown): Result<LayerDrawing> {
  if (!isCollection(document)) return refused('It is no layer');
  const areas: (readonly WorldLine[])[] = [];
  const lines: WorldLine[] = [];
  const points: GeoPoint[] = [];
  const shapes: LayerShape[] = [];
  for (const { geometry, properties } of document.features) {
    const name = (properties as LayerFeature['properties'] | null)?.name;
    for (const rings of areasOf(geometry)) {
      const drawn = rings.map(worldLine);
      areas.push(drawn);
      if (drawn[0] !== undefined) shapes.push({ kind: 'area', name, line: drawn[0] });
    }
    for (const positions of linesOf(geometry)) {
      const line = worldLine(positions);
      lines.push(line);
      shapes.push({ kind: 'line', name, line });
    }
    for (const [longitude = 0, latitude = 0] of pointsOf(geometry)) {
      const at = { latitude, longitude };
      points.push(at);
      shapes.push({ kind: 'point', name, at });
    }
  }
  return accepted({ collection: document, areas, lines, points, shapes });
}

function areasOf(geometry: LayerFeature['geometry']): readonly Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

function linesOf(geometry: LayerFeature['geometry']): readonly Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}

function pointsOf(geometry: LayerFeature['geometry']): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'MultiPoint' ? geometry.coordinates : [];
}

function isCollection(document: unknown): document is FeatureCollection & { features: LayerFeature[] } {
  return typeof document === 'object' && document !== null && 'features' in document && Array.isArray(document.features);
}
