import type { Generated } from 'kysely';
import type { LayerFormat } from '#model/entities/map-layer.ts';
import type { DefaultTimestamp, NullableTimestamp } from './column-types.ts';

/**
 * The features of layers by their hash, as packed GeoJSON. `released_at`: when the last layer with these
 * features was deleted.
 */
type MapLayerContentTable = {
  system_id: string;
  hash: string;
  packed: Buffer;
  bytes: number;
  format: LayerFormat;
  features: number;
  vertices: number;
  bounds: number[];
  released_at: NullableTimestamp;
};

/** The layers under the pins of a system's map. Only changes write them. */
type MapLayerTable = {
  id: Generated<number>;
  system_id: string;
  name: string;
  color: Generated<string>;
  shown: Generated<boolean>;
  place: Generated<number>;
  content: string;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/** The tables of map layers. */
export type LayerTables = { map_layer_contents: MapLayerContentTable; map_layers: MapLayerTable };
