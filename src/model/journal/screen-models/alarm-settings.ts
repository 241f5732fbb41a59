import * as v from 'valibot';
import { type AsOf, asOfSchema, type ChangeItem } from '../../changes/change.ts';
import type { AskedItem } from '../../changes/asked-item.ts';
import { type Advance, advanceToChange, advanceToEpoch, advanceToLoad, noOrder, orderSchema } from '../read-models/order.ts';
import { screenModel } from './screen-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'alarmSettings.loaded': { asOf: AsOf; offlineMinutes: number };
  }
}

/** Null until loaded. */
const alarmSettingsModelSchema = v.object({ offlineMinutes: v.nullable(v.number()), order: orderSchema });
type AlarmSettingsModel = v.InferOutput<typeof alarmSettingsModelSchema>;

/** How the system alarms (ALM-5): after how many minutes offline. */
export const alarmSettingsModel = screenModel<AlarmSettingsModel>({
  name: 'alarmSettings',
  facts: { 'alarmSettings.loaded': { asOf: asOfSchema, offlineMinutes: v.number() } },
  schema: alarmSettingsModelSchema,
  initial: { offlineMinutes: null, order: noOrder },
  on: {
    'alarmSettings.loaded': (draft, { asOf, offlineMinutes }) => {
      const advance = advanceToLoad(draft.order, asOf);
      if (advance === undefined) return;
      draft.offlineMinutes = offlineMinutes;
      catchUp(draft, advance);
    },
    'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(draft.order, epoch)),
    'change.made': (draft, change) => {
      const advance = advanceToChange(draft.order, change);
      if (advance !== undefined) catchUp(draft, advance);
    },
    'change.asked': (draft, { items }) => foldMinutes(draft, items),
  },
});

function catchUp(draft: AlarmSettingsModel, { order, fold }: Advance): void {
  for (const { items } of fold) foldMinutes(draft, items ?? []);
  draft.order = order;
}

function foldMinutes(draft: AlarmSettingsModel, items: readonly (AskedItem | ChangeItem)[]): void {
  if (draft.offlineMinutes === null) return;
  for (const { kind, after } of items) {
    if (kind === 'system.offlineAlarmChanged') draft.offlineMinutes = Number(after?.offlineAlarmMinutes);
  }
}
