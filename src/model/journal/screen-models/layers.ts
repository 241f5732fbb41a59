import { layerRowSchema, type LayerRow, type MapLayer } from '../../entities/map-layer.ts';
import { type RowsLoaded, rowsModel, type RowsState } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'layers.loaded': RowsLoaded<LayerRow>;
  }
}

/** The layers of the system, by their numbers. */
export const layersModel = rowsModel<LayerRow>({
  name: 'layers',
  entities: ['layer'],
  loaded: 'layers.loaded',
  row: layerRowSchema,
});

/** What the map needs of a layer as it was loaded. */
export function layerRow({ id, name, color, shown, place, content }: MapLayer): LayerRow {
  return { id, name, color, shown, place, content };
}

/** All of them, from below. */
export function layersOf({ rows }: RowsState<LayerRow>): LayerRow[] {
  return Object.values(rows).toSorted((one, other) => one.place - other.place || one.id - other.id);
}
