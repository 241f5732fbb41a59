import type { Draft } from 'immer';
import * as v from 'valibot';
import { type AsOf, asOfSchema } from '../../changes/change.ts';
import { changeKinds } from '../../changes/change-kinds.ts';
import type { AskedItem } from '../../changes/asked-item.ts';
import { layerRowSchema, type LayerRow, type MapLayer } from '../../entities/map-layer.ts';
import { type Advance, advanceToChange, advanceToEpoch, advanceToLoad, noOrder, orderSchema } from '../read-models/order.ts';
import { screenModel } from './screen-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'layers.loaded': { asOf: AsOf; layers: LayerRow[] };
  }
}

const layersModelSchema = v.object({ rows: v.record(v.string(), layerRowSchema), order: orderSchema });
type LayersModel = v.InferOutput<typeof layersModelSchema>;

/** The layers of the system, by their numbers. */
export const layersModel = screenModel<LayersModel>({
  name: 'layers',
  facts: { 'layers.loaded': { asOf: asOfSchema, layers: v.array(layerRowSchema) } },
  schema: layersModelSchema,
  initial: { rows: {}, order: noOrder },
  on: {
    'layers.loaded': (draft, { asOf, layers }) => {
      const advance = advanceToLoad(draft.order, asOf);
      if (advance === undefined) return;
      draft.rows = Object.fromEntries(layers.map((layer) => [layer.id, { ...layer }]));
      catchUp(draft, advance);
    },
    'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(draft.order, epoch)),
    'change.made': (draft, change) => {
      const advance = advanceToChange(draft.order, change);
      if (advance !== undefined) catchUp(draft, advance);
    },
    // What is asked for before the list has come would be taken for the list.
    'change.asked': ({ rows, order }, { items }) => {
      if (order.epoch !== null) foldRows(rows, items);
    },
  },
});

function catchUp(draft: Draft<LayersModel>, { order, fold }: Advance): void {
  for (const { items } of fold) foldRows(draft.rows, items ?? []);
  draft.order = order;
}

function foldRows(rows: Record<string, LayerRow>, items: readonly AskedItem[]): void {
  for (const { kind, id, after } of items) {
    const { entity, sort } = changeKinds[kind];
    if (entity !== 'layer') continue;
    const known = rows[id];
    if (sort === 'deleted') delete rows[id];
    else if (sort === 'created') rows[id] = { id, ...(after as Omit<LayerRow, 'id'>) };
    else if (known !== undefined) Object.assign(known, after);
  }
}

/** What the map needs of a layer as it was loaded. */
export function layerRow({ id, name, color, shown, place, content }: MapLayer): LayerRow {
  return { id, name, color, shown, place, content };
}

/** All of them, from below. */
export function layersOf({ rows }: LayersModel): LayerRow[] {
  return Object.values(rows).toSorted((one, other) => one.place - other.place || one.id - other.id);
}

/** True where the same is to be drawn. */
export function areSameLayers(one: readonly LayerRow[], other: readonly LayerRow[]): boolean {
  return one.length === other.length && one.every((row, at) => row === other[at]);
}
