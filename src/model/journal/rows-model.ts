import type { Draft } from 'immer';
import * as v from 'valibot';
import { computedSchema } from '../fields/computed-schema.ts';
import type { AskedItem } from '../changes/asked-item.ts';
import { type AsOf, asOfSchema } from '../changes/change.ts';
import { type ChangedEntity, changeKinds } from '../changes/change-kinds.ts';
import type { SchemaOf } from './entry-check.ts';
import type { ScreenFacts } from './facts.ts';
import { type Advance, advanceToChange, advanceToEpoch, advanceToLoad, noOrder, orderSchema } from './read-models/order.ts';
import { type ScreenModel, screenModel } from './screen-models/screen-model.ts';

/** The fields of the fact that brings a list: its rows, and the change up to which they are complete. */
export type RowsLoaded<Row> = { asOf: AsOf; rows: Row[] };

/** Rows by id. `order.epoch` is null until they are loaded for the first time. */
export type RowsState<Row> = { rows: Record<string, Row>; order: v.InferOutput<typeof orderSchema> };
export type RowsModel<Row> = ScreenModel<RowsState<Row>>;

type LoadedFact<Row> = {
  [Type in keyof ScreenFacts]: ScreenFacts[Type] extends RowsLoaded<Row> ? Type : never;
}[keyof ScreenFacts];

/**
 * Defines a read model of a list: its rows as loaded, with the changes since (JRN-11, CHG-12). `loaded` is
 * the type of the fact that brings the list. `fresh` has the values of a newly created row that its change
 * does not contain; null if such a row must be loaded before it is shown.
 */
export function rowsModel<Row extends { id: number }>({
  name,
  entities,
  loaded,
  row,
  fresh = {},
}: {
  name: string;
  entities: readonly ChangedEntity[];
  loaded: LoadedFact<Row>;
  row: SchemaOf<Row>;
  fresh?: Partial<Row> | null;
}): RowsModel<Row> {
  type State = RowsState<Row>;
  const foldRows = (rows: Record<string, Row>, items: readonly AskedItem[]): void => {
    for (const { kind, id, after } of items) {
      const { entity: changed, sort } = changeKinds[kind];
      if (!entities.includes(changed)) continue;
      const known = rows[id];
      if (sort === 'deleted') delete rows[id];
      else if (sort === 'created' && fresh !== null) rows[id] = { ...fresh, ...known, ...after, id } as Row;
      else if (known !== undefined) Object.assign(known, after);
    }
  };
  const catchUp = (draft: Draft<State>, { order, fold }: Advance): void => {
    for (const { items } of fold) foldRows(draft.rows as State['rows'], items ?? []);
    draft.order = order;
  };
  return screenModel<State>({
    name,
    facts: { [loaded]: { asOf: asOfSchema, rows: v.array(row) } },
    schema: computedSchema<State>(v.object({ rows: v.record(v.string(), row), order: orderSchema })),
    initial: { rows: {}, order: noOrder },
    on: {
      [loaded]: (draft: Draft<State>, { asOf, rows }: RowsLoaded<Row>) => {
        const advance = advanceToLoad(draft.order, asOf);
        if (advance === undefined) return;
        draft.rows = Object.fromEntries(rows.map((each) => [each.id, { ...each }])) as Draft<State['rows']>;
        catchUp(draft, advance);
      },
      'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(draft.order, epoch)),
      'change.made': (draft, change) => {
        const advance = advanceToChange(draft.order, change);
        if (advance !== undefined) catchUp(draft, advance);
      },
      // A proposal before the first load is ignored: its row would look like the complete list.
      'change.asked': ({ rows, order }, { items }) => {
        if (order.epoch !== null) foldRows(rows as State['rows'], items);
      },
    },
  });
}

/** Returns the rows ordered by id; null until loaded. */
export function listedRows<Row>({ rows, order }: RowsState<Row>): Row[] | null {
  return order.epoch === null ? null : Object.values(rows);
}

/** Returns true if both lists consist of the same row objects, or both are null. */
export function areSameRows(one: readonly unknown[] | null, other: readonly unknown[] | null): boolean {
  return one === other || (one?.length === other?.length && (one ?? []).every((row, at) => row === other?.[at]));
}
