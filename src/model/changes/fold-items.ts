import { current, type Draft, isDraft } from 'immer';
import type { Receiver } from '../entities/receiver.ts';
import type { Site } from '../entities/site.ts';
import type { AskedItem } from './asked-item.ts';
import { type ChangeKind, type ChangeSort, type ChangedEntity, changeKinds } from './change-kinds.ts';

/** What changes of receivers and sites are folded into: rows by id. */
export type Rows = { receivers: Record<string, Receiver>; sites: Record<string, Site> };

/** What is known of a receiver that nobody has heard of itself. */
const unheard = {
  status: 0,
  statusTime: null,
  memoryUsedMb: null,
  memoryTotalMb: null,
  voltage: null,
  firmwareMajor: null,
  firmwareMinor: null,
  firmwarePatch: null,
  infoTime: null,
};

/** What may change which receivers stand at a site, or in which order. */
const placing: ReadonlySet<ChangeKind> = new Set([
  'receiver.created',
  'receiver.deleted',
  'receiver.renamed',
  'receiver.moved',
  'site.created',
]);

/**
 * Folds items of receivers and sites, in order; those of other things are no concern of these rows, nor are edits of rows that are not there.
 * `revision` becomes the `rev` of what they touch; null for what is only asked for: of that what is there already does not come again. Of a
 * receiver that comes (back) what it reported stays.
 */
export function foldItems(rows: Draft<Rows>, items: readonly AskedItem[], revision: number | null): void {
  for (const item of items) foldItem(rows, item, revision);
  if (items.some(({ kind }) => placing.has(kind))) placeReceivers(rows);
}

function isOfRows(entity: ChangedEntity): entity is 'receiver' | 'site' {
  return entity === 'receiver' || entity === 'site';
}

function foldItem(rows: Draft<Rows>, item: AskedItem, revision: number | null): void {
  const { entity, sort } = changeKinds[item.kind] as { entity: ChangedEntity; sort: ChangeSort };
  if (!isOfRows(entity)) return;
  const table = rows[`${entity}s`];
  const known = table[item.id];
  const rev = { rev: revision ?? known?.rev ?? 0 };
  if (sort === 'created' && revision === null && known !== undefined) return;
  if (sort === 'deleted') delete table[item.id];
  else if (sort === 'edited') {
    if (known !== undefined) Object.assign(known, item.after, rev);
  } else if (item.kind === 'receiver.created') {
    rows.receivers[item.id] = { ...unheard, ...rows.receivers[item.id], ...item.after, id: item.id, ...rev };
  } else if (item.kind === 'site.created') {
    rows.sites[item.id] = { rxIds: [], ...rows.sites[item.id], ...item.after, id: item.id, ...rev };
  }
}

/** Which receivers stand at a site follows from the receivers; as the host lists them, by alias and id. */
function placeReceivers({ receivers, sites }: Draft<Rows>): void {
  // Reading all of them through a draft would make a draft of each.
  const sorted = Object.values(isDraft(receivers) ? current(receivers) : receivers)
    .map(({ id, SiteId, alias }) => ({ id, SiteId, alias: alias.toLowerCase() }))
    .sort((one, other) => (one.alias === other.alias ? one.id - other.id : one.alias < other.alias ? -1 : 1));
  for (const site of Object.values(sites)) {
    const rxIds = sorted.filter(({ SiteId }) => SiteId === site.id).map(({ id }) => id);
    if (rxIds.length !== site.rxIds.length || rxIds.some((id, at) => site.rxIds[at] !== id)) site.rxIds = rxIds;
  }
}
