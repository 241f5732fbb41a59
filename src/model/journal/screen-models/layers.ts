import { layerRowSchema, type LayerRow, type MapLayer } from '../../entities/map-layer.ts';
import { type RowsLoaded, rowsModel, type RowsState } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'layers.loaded': RowsLoaded<LayerRow>;
  }
}

export const layersModel = rowsModel<LayerRow>({
  name: 'layers',
  entities: ['layer'],
  loaded: 'layers.loaded',
  row: layerRowSchema,
});

/** Returns the fields of a loaded layer that the map needs. */
export function layerRow({ id, name, color, shown, place, content }: MapLayer): LayerRow {
  return { id, name, color, shown, place, content };
}

/** Returns all layers, from bottom to top. */
export function layersOf({ rows }: RowsState<LayerRow>): LayerRow[] {
  return Object.values(rows).toSorted((one, other) => one.place - other.place || one.id - other.id);
}
