import type { FeatureCollection, Position } from 'geojson';
import { type WorldLine, worldLine } from '../map/base-map.ts';
import type { GeoPoint } from '../map/mercator.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { LayerFeature } from './layer-geometry.ts';

/** The features of a layer, as a map draws them. */
export type LayerDrawing = {
  readonly collection: FeatureCollection;
  /** The same as lines of a flat world, and points. */
  readonly areas: readonly (readonly WorldLine[])[];
  readonly lines: readonly WorldLine[];
  readonly points: readonly GeoPoint[];
};

/** What the host keeps of a layer's file (LAY-3); refused where it is something else. */
export function readLayerDrawing(document: unknown): Result<LayerDrawing> {
  if (!isCollection(document)) return refused('It is no layer');
  const [areas, lines, points]: [Position[][][], Position[][], Position[]] = [[], [], []];
  for (const { geometry } of document.features) {
    switch (geometry.type) {
      case 'Point':
        points.push(geometry.coordinates);
        break;
      case 'MultiPoint':
        points.push(...geometry.coordinates);
        break;
      case 'LineString':
        lines.push(geometry.coordinates);
        break;
      case 'MultiLineString':
        lines.push(...geometry.coordinates);
        break;
      case 'Polygon':
        areas.push(geometry.coordinates);
        break;
      case 'MultiPolygon':
        areas.push(...geometry.coordinates);
        break;
    }
  }
  return accepted({
    collection: document,
    areas: areas.map((rings) => rings.map(worldLine)),
    lines: lines.map(worldLine),
    points: points.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude })),
  });
}

function isCollection(document: unknown): document is FeatureCollection & { features: LayerFeature[] } {
  return typeof document === 'object' && document !== null && 'features' in document && Array.isArray(document.features);
}
