import { type Receiver, statusBy } from '../entities/receiver.ts';
import type { Site } from '../entities/site.ts';
import type { AskedItem } from './asked-item.ts';
import { type ChangeKind, type ChangeSort, type ChangedEntity, changeKinds } from './change-kinds.ts';

/** The receivers and sites that changes are folded into, by id. */
export type Rows = { receivers: Record<string, Receiver>; sites: Record<string, Site> };

/** The values of a new receiver or site that its change does not contain. */
const unseen = {
  receiver: {
    status: 0,
    statusTime: null,
    memoryUsedMb: null,
    memoryTotalMb: null,
    voltage: null,
    firmwareMajor: null,
    firmwareMinor: null,
    firmwarePatch: null,
    infoTime: null,
    heardTime: null,
    uploadsEveryMs: null,
  },
  site: { rxIds: [] },
};

/** The kinds that may change which receivers a site has, or their order. */
const placing: ReadonlySet<ChangeKind> = new Set([
  'receiver.created',
  'receiver.deleted',
  'receiver.retired',
  'receiver.restored',
  'receiver.renamed',
  'receiver.moved',
  'site.created',
]);

/** The kinds whose fields are not in rows: configuration and field notes are loaded separately. */
const unshown: ReadonlySet<ChangeKind> = new Set(['receiver.configured', 'receiver.noted']);

/**
 * Folds items of receivers and sites into rows, in order. Ignores items of other entities, and edits and
 * deletions of rows that do not exist. `revision` becomes the `rev` of the rows touched. It is null for a
 * proposal; a proposal to create a row that already exists has no effect. A receiver that is created although
 * its row exists keeps the values that it reported. Unchanged rows keep their identity.
 */
export function foldItems<Model extends Rows>(model: Model, items: readonly AskedItem[], revision: number | null): Model {
  const folded = items.reduce((rows, item) => foldItem(rows, item, revision), model);
  return folded !== model && items.some(({ kind }) => placing.has(kind)) ? placeReceivers(folded) : folded;
}

function foldItem<Model extends Rows>(model: Model, { kind, id, after }: AskedItem, revision: number | null): Model {
  const { entity, sort } = changeKinds[kind] as { entity: ChangedEntity; sort: ChangeSort };
  if (entity !== 'receiver' && entity !== 'site') return model;
  const table = `${entity}s` as const;
  const rows: Record<string, Receiver | Site> = model[table];
  const known = rows[id];
  if (sort === 'deleted') {
    if (known === undefined) return model;
    const { [id]: _, ...others } = rows;
    return { ...model, [table]: others };
  }
  if (sort === 'created' ? known !== undefined && revision === null : known === undefined) return model;
  const shown = unshown.has(kind) ? {} : after;
  const merged = { ...(known ?? unseen[entity]), ...shown, id, rev: revision ?? known?.rev ?? 0 } as Receiver | Site;
  const row =
    'enabled' in merged ? { ...merged, status: statusBy(merged, (known as Receiver | undefined)?.status ?? null) } : merged;
  return known !== undefined && isSame(row, known) ? model : { ...model, [table]: { ...rows, [id]: row } };
}

function isSame(row: Receiver | Site, known: Receiver | Site): boolean {
  return Object.entries(row).every(([field, value]) => known[field as keyof typeof known] === value);
}

/** Derives `rxIds` of each site from the receivers, sorted by alias and id as on the host. */
function placeReceivers<Model extends Rows>(model: Model): Model {
  const sorted = Object.values(model.receivers)
    .map(({ id, SiteId, alias }) => ({ id, SiteId, alias: alias.toLowerCase() }))
    .sort((one, other) => (one.alias === other.alias ? one.id - other.id : one.alias < other.alias ? -1 : 1));
  const bySite = Map.groupBy(sorted, ({ SiteId }) => SiteId);
  const moved = Object.values(model.sites).flatMap((site) => {
    const rxIds = (bySite.get(site.id) ?? []).map(({ id }) => id);
    const isSo = rxIds.length === site.rxIds.length && rxIds.every((id, at) => site.rxIds[at] === id);
    return isSo ? [] : [[site.id, { ...site, rxIds }] as const];
  });
  return moved.length === 0 ? model : { ...model, sites: { ...model.sites, ...Object.fromEntries(moved) } };
}
