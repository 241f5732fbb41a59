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

/** A list that was loaded, and as of which change: the fields of the one fact that such a model brings. */
export type RowsLoaded<Row> = { asOf: AsOf; rows: Row[] };

/** Rows by their numbers; none before they were loaded once, as `order.epoch` is null then. */
export type RowsState<Row> = { rows: Record<string, Row>; order: v.InferOutput<typeof orderSchema> };
export type RowsModel<Row> = ScreenModel<RowsState<Row>>;

type LoadedFact<Row> = {
  [Type in keyof ScreenFacts]: ScreenFacts[Type] extends RowsLoaded<Row> ? Type : never;
}[keyof ScreenFacts];

/**
 * The rows of a list, as they were loaded and changed since (JRN-11, CHG-12). `loaded` names the fact
 * that brings them; `fresh` is what a row that comes by a change shows of what no change holds, or null
 * where such a row is loaded before it is shown.
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
      // What is asked for before the list has come would be taken for the list.
      'change.asked': ({ rows, order }, { items }) => {
        if (order.epoch !== null) foldRows(rows as State['rows'], items);
      },
    },
  });
}

/** The rows as they were loaded, in the order of their numbers; null before that. */
export function listedRows<Row>({ rows, order }: RowsState<Row>): Row[] | null {
  return order.epoch === null ? null : Object.values(rows);
}

/** True where the same rows are to be drawn. */
export function areSameRows(one: readonly unknown[] | null, other: readonly unknown[] | null): boolean {
  return one === other || (one?.length === other?.length && (one ?? []).every((row, at) => row === other?.[at]));
}
