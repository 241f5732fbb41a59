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

/**
 * `offlineMinutes` is null until loaded. `webhookTurns` grows with each change of the webhook, and with each
 * later load, before which the webhook may have changed.
 */
const alarmSettingsModelSchema = v.object({
  offlineMinutes: v.nullable(v.number()),
  webhookTurns: v.number(),
  order: orderSchema,
});
type AlarmSettingsModel = v.InferOutput<typeof alarmSettingsModelSchema>;

/**
 * The system's alarm settings: how long a receiver is offline before an alarm (ALM-5), and whether its
 * webhook has changed (ALM-16).
 */
export const alarmSettingsModel = screenModel<AlarmSettingsModel>({
  name: 'alarmSettings',
  facts: { 'alarmSettings.loaded': { asOf: asOfSchema, offlineMinutes: v.number() } },
  schema: alarmSettingsModelSchema,
  initial: { offlineMinutes: null, webhookTurns: 0, order: noOrder },
  on: {
    'alarmSettings.loaded': (draft, { asOf, offlineMinutes }) => {
      const advance = advanceToLoad(draft.order, asOf);
      if (advance === undefined) return;
      if (draft.offlineMinutes !== null) draft.webhookTurns += 1;
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
  for (const { items } of fold) {
    foldMinutes(draft, items ?? []);
    if (items?.some(({ kind }) => kind === 'system.webhookChanged') === true) draft.webhookTurns += 1;
  }
  draft.order = order;
}

function foldMinutes(draft: AlarmSettingsModel, items: readonly (AskedItem | ChangeItem)[]): void {
  if (draft.offlineMinutes === null) return;
  for (const { kind, after } of items) {
    if (kind === 'system.offlineAlarmChanged') draft.offlineMinutes = Number(after?.offlineAlarmMinutes);
  }
}
