import type { Draft } from 'immer';
import * as v from 'valibot';
import { type AsOf, asOfSchema, type ChangeItem } from '../changes/change.ts';
import type { AskedItem } from '../changes/asked-item.ts';
import type { ChangeKind } from '../changes/change-kinds.ts';
import { type DataSort, type Kept, type RetentionFields, retentionIn } from '../entities/retention.ts';
import {
  type Advance,
  advanceToChange,
  advanceToEpoch,
  advanceToLoad,
  noOrder,
  orderSchema,
} from '../journal/read-models/order.ts';
import { screenModel } from '../journal/screen-models/screen-model.ts';

const fields = v.record(v.string(), v.nullable(v.number()));

declare module '../journal/facts.ts' {
  interface ScreenFacts {
    'retention.loaded': { asOf: AsOf; fields: RetentionFields };
  }
}

/** `fields` is null until loaded. */
const retentionModelSchema = v.object({ fields: v.nullable(fields), order: orderSchema });
export type RetentionModel = v.InferOutput<typeof retentionModelSchema>;

/** How long the system keeps its data, and which deletions are announced or done (RET-1). */
export const retentionModel = screenModel<RetentionModel>({
  name: 'retention',
  facts: { 'retention.loaded': { asOf: asOfSchema, fields } },
  schema: retentionModelSchema,
  initial: { fields: null, order: noOrder },
  on: {
    'retention.loaded': (draft, { asOf, fields: loaded }) => {
      const advance = advanceToLoad(draft.order, asOf);
      if (advance === undefined) return;
      draft.fields = { ...loaded };
      catchUp(draft, advance);
    },
    'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(draft.order, epoch)),
    'change.made': (draft, change) => {
      const advance = advanceToChange(draft.order, change);
      if (advance !== undefined) catchUp(draft, advance);
    },
    'change.asked': (draft, { items }) => foldFields(draft, items),
  },
});

function catchUp(draft: Draft<RetentionModel>, { order, fold }: Advance): void {
  for (const { items } of fold) foldFields(draft, items ?? []);
  draft.order = order;
}

const kinds: readonly ChangeKind[] = ['system.retentionChanged', 'system.deletionAnnounced', 'system.deletionMade'];

function foldFields(draft: Draft<RetentionModel>, items: readonly (AskedItem | ChangeItem)[]): void {
  if (draft.fields === null) return;
  for (const { kind, after } of items) if (kinds.includes(kind)) Object.assign(draft.fields, after);
}

/** Returns the retention of each sort of data; null until loaded. */
export function shownRetention({ fields: known }: RetentionModel): Record<DataSort, Kept> | null {
  return known === null ? null : retentionIn(known);
}

/** Returns the newest change that the shown retention includes; null while it must be reloaded. */
export function retentionAsOf({ order: { epoch, revision } }: RetentionModel): AsOf | null {
  return epoch === null || revision === null ? null : { epoch, revision };
}

/**
 * The sort of data whose retention is edited, and the newest change that was shown when the dialog opened.
 */
export type KeptSort = { sort: DataSort; asOf: AsOf | null };
