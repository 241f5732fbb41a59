import * as v from 'valibot';

/** LAY-1: the formats of layer files, which are also their extensions. */
export const layerFormats = ['geojson', 'gpx', 'kml'] as const;
export type LayerFormat = (typeof layerFormats)[number];

/** LAY-2: the limits of a layer, and the most layers of a system. */
export const maxLayerBytes = 10 * 1024 * 1024;
export const maxLayerVertices = 200_000;
export const maxLayerFeatures = 50_000;
export const maxLayers = 20;

/** LAY-1: the maximum length of a layer's name, in characters. */
export const layerNameMaxLength = 60;

const rowEntries = {
  id: v.number(),
  name: v.string(),
  color: v.string(),
  shown: v.boolean(),
  place: v.number(),
  content: v.string(),
};

/**
 * The fields of a layer that the map needs (LAY-1). `place` counts from the bottom; `content` is the hash of
 * the features.
 */
export const layerRowSchema = v.strictObject(rowEntries);
export type LayerRow = v.InferOutput<typeof layerRowSchema>;

export const mapLayerSchema = v.object({
  ...rowEntries,
  format: v.picklist(layerFormats),
  /** The size of its features as GeoJSON, uncompressed. */
  bytes: v.number(),
  features: v.number(),
  vertices: v.number(),
  /** West, south, east and north, in degrees. */
  bounds: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  /** The revision that last changed it. */
  rev: v.number(),
});
export type MapLayer = v.InferOutput<typeof mapLayerSchema>;
