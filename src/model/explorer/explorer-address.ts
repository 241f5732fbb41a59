import { contactTypes, maxAntennas } from '../entities/contact.ts';
import { SearchReader } from '../navigation/search-reader.ts';
import { instantIn, instantText } from '../time/iso-instant.ts';

/**
 * The contacts to explore: those that a receiver heard on some antennas from `from` to before `to` (ms since
 * 1970).
 */
export type ExplorerPlace = {
  readonly rxId: number;
  readonly antennas: readonly number[];
  readonly from: number;
  readonly to: number;
};

/** The ways to group contacts. `codeFreq` exists because one code on two frequencies is two tags. */
export const explorerGroups = ['code', 'codeFreq', 'freq', 'type', 'ant'] as const;
export type ExplorerGroup = (typeof explorerGroups)[number];

/** The allowed values of each kind; an empty list allows all. Frequencies in MHz with three decimals. */
export type ExplorerFilters = {
  readonly ant: readonly number[];
  readonly freq: readonly number[];
  readonly code: readonly number[];
  readonly type: readonly number[];
};

/** Grouping and filters of the explorer; when another place is opened, they reset to `firstLook`. */
export type ExplorerLook = { readonly groupBy: ExplorerGroup; readonly filters: ExplorerFilters };
export const firstLook: ExplorerLook = { groupBy: 'code', filters: { ant: [], freq: [], code: [], type: [] } };

/** The state of an open explorer. */
export type Explored = { readonly place: ExplorerPlace; readonly look: ExplorerLook };

/** Describes the valid values of the address parameters. */
export const explorerTakes = {
  explore: 'the number of a receiver',
  antennas: `antennas from 1 to ${maxAntennas}`,
  start: 'a time such as 2026-11-20T08:15:00Z',
  end: 'a time such as 2026-11-20T08:15:00Z',
  group: explorerGroups.join(', '),
  filteredAnts: `antennas from 1 to ${maxAntennas}`,
  freqs: 'frequencies in MHz',
  codes: 'codes',
  types: 'numbers of types',
} as const;

/**
 * Reads parameters such as '&explore=4&antennas=1,2&start=…&end=…&group=freq&codes=17'; null if the explorer
 * is closed.
 */
export function readExplored(reader: SearchReader<keyof typeof explorerTakes>): Explored | null {
  const rxId = reader.id('explore');
  const antennas = reader.one('antennas', [], (text) => numbersIn(text, isAntenna));
  const instant = (name: 'start' | 'end'): number | null => reader.one<number | null>(name, null, instantIn);
  const [from, to] = [instant('start'), instant('end')];
  const groupBy = reader.one('group', firstLook.groupBy, (text) => explorerGroups.find((each) => each === text));
  const filters = {
    ant: reader.one('filteredAnts', [], (text) => numbersIn(text, isAntenna)),
    freq: reader.one('freqs', [], (text) => numbersIn(text, (value) => value > 0)),
    code: reader.one('codes', [], (text) => numbersIn(text, Number.isInteger)),
    type: reader.one('types', [], (text) => numbersIn(text, (value) => value in contactTypes)),
  };
  if (rxId === null || antennas.length === 0 || from === null || to === null || from >= to) return null;
  return { place: { rxId, antennas, from, to }, look: { groupBy, filters } };
}

/** Returns the place that an address explores; null if the explorer is closed. */
export function placeIn(search: string): ExplorerPlace | null {
  return readExplored(new SearchReader(search, explorerTakes))?.place ?? null;
}

/** Writes the explorer's parameters. */
export function writeExplored(params: URLSearchParams, { place, look }: Explored): void {
  const { rxId, antennas, from, to } = place;
  params.set('explore', String(rxId));
  params.set('antennas', antennas.join(','));
  params.set('start', instantText(from));
  params.set('end', instantText(to));
  if (look.groupBy !== firstLook.groupBy) params.set('group', look.groupBy);
  for (const [name, kind] of [
    ['filteredAnts', 'ant'],
    ['freqs', 'freq'],
    ['codes', 'code'],
    ['types', 'type'],
  ] as const)
    if (look.filters[kind].length > 0) params.set(name, look.filters[kind].join(','));
}

function isAntenna(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxAntennas;
}

function numbersIn(text: string, isFit: (value: number) => boolean): number[] | undefined {
  const parts = text.split(',').filter((part) => part !== '');
  const values = parts.map(Number);
  return values.every((value) => Number.isFinite(value) && isFit(value)) ? [...new Set(values)] : undefined;
}
