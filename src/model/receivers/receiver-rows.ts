import { type Receiver, receiverStatusName } from '../entities/receiver.ts';
import { hasWarning, memoryLevel, memoryUsedPercent, receiverHealth } from '../entities/receiver-health.ts';
import type { FleetModel } from '../journal/read-models/fleet.ts';
import type { SiteGroup } from '../journal/read-models/fleet-selectors.ts';
import { type Sort, addressText, isRunning, sorted } from './columns.ts';
import type { ReceiversState, ShownKind } from './receivers-address.ts';

/** A row of the list: a receiver, or the heading of a site (null: receivers without a site). */
export type ListRow =
  | { readonly key: string; readonly kind: 'site'; readonly id: number | null }
  | { readonly key: string; readonly kind: 'receiver'; readonly id: number };

type Fleet = Pick<FleetModel, 'receivers' | 'sites'>;
type Filters = Pick<ReceiversState, 'search' | 'show' | 'only'>;

/** Returns true for an enabled receiver that is offline or only connecting. */
export function isOffline(rx: Receiver): boolean {
  return rx.enabled && ['offline', 'open'].includes(receiverStatusName(rx.status));
}

/** Returns true for a running receiver whose card is nearly full, full or missing. */
export function isLowOnMemory(rx: Receiver): boolean {
  return isRunning(rx) && memoryLevel(memoryUsedPercent(rx)) !== 'good';
}

const kinds: Readonly<Record<ShownKind, (rx: Receiver) => boolean>> = {
  all: () => true,
  online: (rx) => rx.enabled && receiverStatusName(rx.status) === 'online',
  warning: hasWarning,
  trouble: (rx) => ['warn', 'error'].includes(receiverHealth(rx)),
  offline: isOffline,
  lowMemory: isLowOnMemory,
  disabled: ({ enabled }) => !enabled,
};

export function isUnfiltered(filters: Filters): boolean {
  return filterCount(filters) === 0;
}

/** Returns how many filters are active. */
export function filterCount({ search, show, only }: Filters): number {
  return [search.trim() !== '', show !== 'all', only.length > 0].filter(Boolean).length;
}

/**
 * Returns the ids of the receivers that match the filters (FLEET-4). The search matches name, address and
 * site name, ignoring case.
 */
export function matchingIds(fleet: Fleet, { search, show, only }: Filters): ReadonlySet<number> {
  const wanted = search.trim().toLowerCase();
  const chosen = new Set(only);
  const siteMatches = new Map(Object.values(fleet.sites).map(({ id, alias }) => [id, alias.toLowerCase().includes(wanted)]));
  const isFound = (rx: Receiver): boolean =>
    wanted === '' ||
    rx.alias.toLowerCase().includes(wanted) ||
    addressText(rx)?.includes(wanted) === true ||
    (rx.SiteId !== null && siteMatches.get(rx.SiteId) === true);
  const found = Object.values(fleet.receivers).filter(
    (rx) => (chosen.size === 0 || chosen.has(rx.id)) && kinds[show](rx) && isFound(rx),
  );
  return new Set(found.map(({ id }) => id));
}

/** Counts the selected receivers that the filters hide; they stay selected (FLEET-11). */
export function hiddenCount(fleet: Fleet, state: Filters & Pick<ReceiversState, 'selected'>): number {
  const found = matchingIds(fleet, state);
  return state.selected.filter((id) => fleet.receivers[id] !== undefined && !found.has(id)).length;
}

const noneOf: Readonly<Record<Exclude<ShownKind, 'all'>, string>> = {
  online: 'No receiver is online',
  warning: 'No receiver is online with a warning',
  trouble: 'No receiver has problems',
  offline: 'No receiver is offline',
  lowMemory: 'No receiver is low on memory',
  disabled: 'No receiver is disabled',
};

/**
 * Returns what an empty list says. If only the state filter is active, it says that no receiver is in that
 * state.
 */
export function nothingFound({ search, show, only }: Filters): { title: string; text: string } {
  return search.trim() === '' && only.length === 0 && show !== 'all'
    ? { title: noneOf[show], text: 'Clear the filters to see the others.' }
    : { title: 'No receivers match', text: 'Search for something else, or clear the filters.' };
}

/** The groups of receivers that a person can select in one step. */
export type Choice = 'shown' | 'offline' | 'lowMemory' | 'none';

const isChosen: Readonly<Record<Choice, (rx: Receiver) => boolean>> = {
  shown: () => true,
  offline: isOffline,
  lowMemory: isLowOnMemory,
  none: () => false,
};

/** Returns the ids of the receivers in a choice, among those that match the filters. */
export function chosenIds(fleet: Fleet, filters: Filters, choice: Choice): readonly number[] {
  return [...matchingIds(fleet, filters)].filter(
    (id) => fleet.receivers[id] !== undefined && isChosen[choice](fleet.receivers[id]),
  );
}

/** Returns true if both sets hold the same ids. */
export function haveSameIds(one: ReadonlySet<number> | null, other: ReadonlySet<number> | null): boolean {
  return one === other || (one !== null && other !== null && one.size === other.size && one.isSubsetOf(other));
}

const known = new Map<string, ListRow>();
/** The most rows in the cache, more than the systems opened in a day need. A full cache is cleared. */
const maxKnown = 20_000;

/** Returns the same object for the same row, so that React redraws only rows that appeared, left or moved. */
function rowOf(kind: ListRow['kind'], id: number | null): ListRow {
  const key = `${kind} ${id ?? 'none'}`;
  const row = known.get(key);
  if (row !== undefined) return row;
  if (known.size >= maxKnown) known.clear();
  const made = { key, kind, id } as ListRow;
  known.set(key, made);
  return made;
}

/**
 * Returns the rows of the list: each site with its receivers, sorted by a column. If `matching` is null,
 * nothing is filtered and empty sites get rows too; otherwise only sites with a match do. Without grouping,
 * all receivers are one sorted list (FLEET-15). The page does not call this when a receiver's values change,
 * so that the list does not jump (FLEET-5).
 */
export function rowsOf(
  groups: readonly SiteGroup[],
  matching: ReadonlySet<number> | null,
  sort: Sort,
  receivers: Fleet['receivers'],
  group: ReceiversState['group'] = 'site',
): readonly ListRow[] {
  if (group === 'none') {
    const all = groups.flatMap(({ rxIds }) => rxIds.flatMap((id) => receivers[id] ?? []));
    const found = matching === null ? all : all.filter(({ id }) => matching.has(id));
    return sorted(found, sort).map(({ id }) => rowOf('receiver', id));
  }
  return groups.flatMap(({ site, rxIds }) => {
    const ids = matching === null ? rxIds : rxIds.filter((id) => matching.has(id));
    if (matching !== null && ids.length === 0) return [];
    const present = ids.flatMap((id) => receivers[id] ?? []);
    return [rowOf('site', site?.id ?? null), ...sorted(present, sort).map(({ id }) => rowOf('receiver', id))];
  });
}
