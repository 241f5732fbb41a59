import type { Generated } from 'kysely';
import type { LayerFormat } from '#model/entities/map-layer.ts';
import type { DefaultTimestamp, NullableTimestamp } from './column-types.ts';

/** Features by their hash, as packed GeoJSON; `released_at` when the last layer of them went. */
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

/** What lies under the pins of a system's map; written by changes alone. */
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

/** The tables of layers of the map. */
export type LayerTables = { map_layer_contents: MapLayerContentTable; map_layers: MapLayerTable };
