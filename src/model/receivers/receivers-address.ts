import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { type Sort, byName, columnIds } from './columns.ts';

/** The values of the state filter. */
export const shownKinds = ['all', 'online', 'warning', 'trouble', 'offline', 'lowMemory', 'disabled'] as const;
export type ShownKind = (typeof shownKinds)[number];

/** Receivers are grouped by site, or listed without groups (FLEET-15). */
export const groupings = ['site', 'none'] as const;
type Grouping = (typeof groupings)[number];

export const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];

/** The state of the receivers' screen that its address holds (FLEET-3). */
export type ReceiversState = {
  readonly search: string;
  readonly show: ShownKind;
  /** Shows only these receivers; empty for all. */
  readonly only: readonly number[];
  readonly sort: Sort;
  readonly group: Grouping;
  readonly density: Density;
  readonly selected: readonly number[];
  /** The receiver whose page is open. */
  readonly receiver: number | null;
  /** The receiver whose configuration is open in the editor. */
  readonly edit: number | null;
  /** The batch edit of the selected receivers is open. */
  readonly batch: boolean;
  /** The list of retired receivers is open. */
  readonly retired: boolean;
  /** The list of commands is open. */
  readonly commands: boolean;
  /** Filters the list of commands to those that people sent; null for all. */
  readonly by: 'people' | null;
};

export const plainList: ReceiversState = {
  search: '',
  show: 'all',
  only: [],
  sort: byName,
  group: 'site',
  density: 'comfortable',
  selected: [],
  receiver: null,
  edit: null,
  batch: false,
  retired: false,
  commands: false,
  by: null,
};

/** Returns the state of a list that searches for one site's name, without other filters (FLEET-17). */
export function listAtSite(before: ReceiversState, siteName: string): ReceiversState {
  const { show, only } = plainList;
  return { ...before, search: siteName, show, only, receiver: null, retired: false };
}

/** The longest search text, in characters. The rest of a longer one is cut off. */
const maxSearchLength = 100;

const takes = {
  show: shownKinds.slice(1).join(', '),
  only: 'numbers of receivers',
  sort: `${columnIds.join(', ')}, with a leading - for descending`,
  group: groupings.join(' or '),
  density: densities.join(' or '),
  selected: 'numbers of receivers',
  receiver: "a receiver's number",
  edit: "a receiver's number",
  batch: '1',
  retired: '1',
  commands: '1',
  by: 'people',
} as const;

/**
 * Reads and writes addresses such as '?search=ridge&sort=-voltage&selected=3,4'; defaults are not written.
 */
export const receiversAddress: AddressCodec<ReceiversState> = { read, write };

function read(search: string): { state: ReceiversState; refused: readonly string[] } {
  const reader = new SearchReader(search, takes);
  const state: ReceiversState = {
    search: reader.text('search', maxSearchLength),
    show: reader.one('show', plainList.show, (text) => shownKinds.find((kind) => kind === text)),
    only: reader.ids('only'),
    sort: reader.one('sort', byName, sortIn),
    group: reader.one('group', plainList.group, (text) => groupings.find((group) => group === text)),
    density: reader.one('density', plainList.density, (text) => densities.find((density) => density === text)),
    selected: reader.ids('selected'),
    receiver: reader.id('receiver'),
    edit: reader.id('edit'),
    batch: reader.flag('batch'),
    retired: reader.flag('retired'),
    commands: reader.flag('commands'),
    by: reader.one('by', null, (text) => (text === 'people' ? text : undefined)),
  };
  return { state, refused: reader.refused };
}

function write(state: ReceiversState): string {
  const params = new URLSearchParams();
  if (state.search !== '') params.set('search', state.search);
  if (state.show !== plainList.show) params.set('show', state.show);
  if (state.only.length > 0) params.set('only', state.only.join(','));
  if (state.sort.by !== byName.by || state.sort.direction !== byName.direction)
    params.set('sort', `${state.sort.direction === 'descending' ? '-' : ''}${state.sort.by}`);
  if (state.group !== plainList.group) params.set('group', state.group);
  if (state.density !== plainList.density) params.set('density', state.density);
  if (state.selected.length > 0) params.set('selected', state.selected.join(','));
  if (state.receiver !== null) params.set('receiver', String(state.receiver));
  if (state.edit !== null) params.set('edit', String(state.edit));
  if (state.batch) params.set('batch', '1');
  if (state.retired) params.set('retired', '1');
  if (state.commands) params.set('commands', '1');
  if (state.by !== null) params.set('by', state.by);
  return searchOf(params);
}

function sortIn(text: string): Sort | undefined {
  const by = columnIds.find((id) => id === text.replace(/^-/, ''));
  return by === undefined ? undefined : { by, direction: text.startsWith('-') ? 'descending' : 'ascending' };
}
