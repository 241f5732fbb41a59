import { type Receiver, receiverStatusName } from '../entities/receiver.ts';
import { hasWarning, memoryLevel, memoryUsedPercent, receiverHealth } from '../entities/receiver-health.ts';
import type { FleetModel } from '../journal/read-models/fleet.ts';
import type { SiteGroup } from '../journal/read-models/fleet-selectors.ts';
import { type Sort, addressText, isRunning, sorted } from './columns.ts';
import type { ReceiversState, ShownKind } from './receivers-address.ts';

/** A row of the list: a site that heads its receivers (null: those without one), or a receiver. */
export type ListRow =
  | { readonly key: string; readonly kind: 'site'; readonly id: number | null }
  | { readonly key: string; readonly kind: 'receiver'; readonly id: number };

type Fleet = Pick<FleetModel, 'receivers' | 'sites'>;
type Filters = Pick<ReceiversState, 'search' | 'show' | 'only'>;

/** True for a receiver that is enabled and not online (or on its way there). */
export function isOffline(rx: Receiver): boolean {
  return rx.enabled && ['offline', 'open'].includes(receiverStatusName(rx.status));
}

/** True for a running receiver whose card is nearly full, full, or not there. */
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

/** How many filters are on. */
export function filterCount({ search, show, only }: Filters): number {
  return [search.trim() !== '', show !== 'all', only.length > 0].filter(Boolean).length;
}

/**
 * The receivers that the filters let through (FLEET-4), by id: a search is found in name, address or the
 * name of the site, whatever its case.
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

/** How many of the selected the filters do not let through: they stay selected, unseen (FLEET-11). */
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

/** What is said where the filters let none through: of one state alone, that none is in it. */
export function nothingFound({ search, show, only }: Filters): { title: string; text: string } {
  return search.trim() === '' && only.length === 0 && show !== 'all'
    ? { title: noneOf[show], text: 'Clear the filters to see the others.' }
    : { title: 'No receivers match', text: 'Search for something else, or clear the filters.' };
}

/** What a person may select at once. */
export type Choice = 'shown' | 'offline' | 'lowMemory' | 'none';

const isChosen: Readonly<Record<Choice, (rx: Receiver) => boolean>> = {
  shown: () => true,
  offline: isOffline,
  lowMemory: isLowOnMemory,
  none: () => false,
};

/** The receivers of a choice, among those that the filters let through. */
export function chosenIds(fleet: Fleet, filters: Filters, choice: Choice): readonly number[] {
  return [...matchingIds(fleet, filters)].filter(
    (id) => fleet.receivers[id] !== undefined && isChosen[choice](fleet.receivers[id]),
  );
}

/** True when two sets hold the same ids. */
export function haveSameIds(one: ReadonlySet<number> | null, other: ReadonlySet<number> | null): boolean {
  return one === other || (one !== null && other !== null && one.size === other.size && one.isSubsetOf(other));
}

const known = new Map<string, ListRow>();
/** Rows of more systems than a person opens in a day; then they are made again. */
const mostKnown = 20_000;

/** One and the same object for a row, so that a list draws only what came, went or moved. */
function rowOf(kind: ListRow['kind'], id: number | null): ListRow {
  const key = `${kind} ${id ?? 'none'}`;
  const row = known.get(key);
  if (row !== undefined) return row;
  if (known.size >= mostKnown) known.clear();
  const made = { key, kind, id } as ListRow;
  known.set(key, made);
  return made;
}

/**
 * The rows of the list: each site with its receivers in the order of a column. `matching` is null where
 * nothing is filtered: then sites without receivers are rows too, otherwise only those with a match.
 * Receivers are sorted as they are now: the list does not jump as their values change (FLEET-5). With no
 * grouping all of them are one list in that order (FLEET-15).
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
