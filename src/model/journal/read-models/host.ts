import type { Draft } from 'immer';
import * as v from 'valibot';
import type { AskedItem } from '../../changes/asked-item.ts';
import type { ChangeKind } from '../../changes/change-kinds.ts';
import { hostConfigSchema, withCollaborators } from '../../entities/system.ts';
import { type Advance, advanceToChange, advanceToEpoch, advanceToLoad, noOrder, orderSchema } from './order.ts';
import { readModel } from './read-model.ts';

const hostModelSchema = v.object({ config: v.nullable(hostConfigSchema), order: orderSchema });
export type HostModel = v.InferOutput<typeof hostModelSchema>;

/** The settings of the system that this session shows. */
export const hostModel = readModel<HostModel>({
  schema: hostModelSchema,
  initial: { config: null, order: noOrder },
  on: {
    'host.configLoaded': (draft, { asOf, config }) => {
      const advance = advanceToLoad(draft.order, asOf);
      if (advance === undefined) return;
      draft.config = { ...config };
      catchUp(draft, advance);
    },
    'epoch.began': (draft, { epoch }) => void (draft.order = advanceToEpoch(draft.order, epoch)),
    'change.made': (draft, change) => {
      const advance = advanceToChange(draft.order, change);
      if (advance !== undefined) catchUp(draft, advance);
    },
    'change.asked': ({ config }, { items }) => foldConfig(config, items),
    'timezone.changed': ({ config }, { autoTimezone }) => {
      if (config !== null) config.autoTimezone = autoTimezone;
    },
  },
});

function catchUp(draft: Draft<HostModel>, { order, fold }: Advance): void {
  for (const { items } of fold) foldConfig(draft.config, items ?? []);
  draft.order = order;
}

/**
 * The kinds of changes that alter the configuration of a system. Enabling a system is not one of them,
 * because the host sends no changes of a disabled system.
 */
const inConfig: readonly ChangeKind[] = [
  'system.renamed',
  'system.timezoneChanged',
  'system.clockSyncIntervalChanged',
  'system.limitChanged',
  'system.expiryChanged',
];

function foldConfig(config: Draft<HostModel['config']>, items: readonly AskedItem[]): void {
  if (config === null) return;
  for (const { kind, after } of items) {
    if (inConfig.includes(kind)) Object.assign(config, after);
    else if (kind === 'system.collaboratorsSwitched') config.sidebar = withCollaborators(config.sidebar, after.collaborators);
  }
}
