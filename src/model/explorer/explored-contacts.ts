import type { ExploredContacts } from '../contract/packed-contacts.ts';
import { allAntennas, contactTypeName, noCode } from '../entities/contact.ts';
import { codeNumberText } from '../text/number-text.ts';
import { animalsBy, type Wearers, withAnimals } from './worn-tags.ts';
import type { ExplorerFilters, ExplorerGroup, ExplorerLook } from './explorer-address.ts';

/** A group of the legend; its place in the list is its colour. */
export type ExploredGroup = { readonly label: string; readonly count: number };

/** What the look makes of contacts: `groupOf` each the place of its group and 1; 0 where it is not shown. */
export type Exploration = { readonly groups: readonly ExploredGroup[]; readonly groupOf: Uint32Array; readonly shown: number };

/** Groups and filters contacts; groups in the order of their values. */
export function explore(contacts: ExploredContacts, { groupBy, filters }: ExplorerLook): Exploration {
  const { count } = contacts;
  const isShown = showing(contacts, filters);
  const keyAt = keysOf(contacts, groupBy);
  const found = new Map<number, { first: number; key: number; count: number; place: number }>();
  const groupOf = new Uint32Array(count);
  const inOrder: { first: number; key: number; count: number; place: number }[] = [];
  for (let at = 0; at < count; at++) {
    if (!isShown(at)) continue;
    const key = keyAt(at);
    let group = found.get(key);
    if (group === undefined) {
      group = { first: at, key, count: 0, place: found.size + 1 };
      found.set(key, group);
      inOrder.push(group);
    }
    group.count += 1;
    groupOf[at] = group.place;
  }
  const sorted = inOrder.toSorted((one, other) => one.key - other.key);
  const places = new Uint32Array(sorted.length + 1);
  sorted.forEach(({ place }, at) => (places[place] = at + 1));
  for (let at = 0; at < count; at++) groupOf[at] = places[groupOf[at]!]!;
  return {
    groups: sorted.map((group) => ({ label: labelOf(groupBy, contacts, group.first), count: group.count })),
    groupOf,
    shown: sorted.reduce((sum, group) => sum + group.count, 0),
  };
}

function showing(contacts: ExploredContacts, { ant, freq, code, type }: ExplorerFilters): (at: number) => boolean {
  const [ants, khz] = [new Set(ant), new Set(freq.map((mhz) => Math.round(mhz * 1_000)))];
  const [codes, types] = [new Set(code), new Set(type)];
  const passes = (set: ReadonlySet<number>, value: number | undefined): boolean => set.size === 0 || set.has(value ?? noCode);
  return (at) =>
    passes(ants, contacts.ant[at]) &&
    passes(khz, contacts.khz[at]) &&
    passes(codes, contacts.code[at]) &&
    passes(types, contacts.type[at]);
}

/** No frequency has so many kHz: a code and a frequency make one number, which sorts as the two do. */
const codeStep = 2 ** 21;

/** By which number each contact is grouped; groups are in its order. */
function keysOf({ code, khz, ...more }: ExploredContacts, groupBy: ExplorerGroup): (at: number) => number {
  if (groupBy === 'codeFreq') return (at) => (code[at] === noCode ? -(2 ** 31) - 1 : code[at]!) * codeStep + khz[at]!;
  const column = { code, freq: khz, type: more.type, ant: more.ant }[groupBy];
  return (at) => column[at]!;
}

function labelOf(groupBy: ExplorerGroup, { code, khz, type, ant }: ExploredContacts, at: number): string {
  const heard = code[at] ?? noCode;
  const codeText = heard === noCode ? codeNumberText(null) : `Code ${codeNumberText(heard)}`;
  const frequency = `${((khz[at] ?? 0) / 1_000).toFixed(3)} MHz`;
  return {
    code: codeText,
    codeFreq: `${codeText}, ${frequency}`,
    freq: frequency,
    type: contactTypeName(type[at] ?? 0),
    ant: `Antenna ${ant[at]}`,
  }[groupBy];
}

/** What groups are called: those of codes with the animals that wore them (EXP-6). */
export function groupLabels(groupBy: ExplorerGroup, { groups, groupOf }: Exploration, wearers: Wearers): string[] {
  const isOfCodes = groupBy === 'code' || groupBy === 'codeFreq';
  const animals = isOfCodes ? animalsBy(groupOf, wearers) : null;
  return groups.map(({ label }, at) => withAnimals(label, animals?.get(at + 1)));
}

/** The values to filter by, ascending: of each kind those that were heard, and every antenna. */
export function heardValues(contacts: ExploredContacts): Record<keyof ExplorerFilters, number[]> {
  const ascending = (values: Iterable<number>): number[] => [...new Set(values)].toSorted((one, other) => one - other);
  return {
    ant: [...allAntennas],
    freq: ascending(contacts.khz).map((khz) => khz / 1_000),
    code: ascending(contacts.code),
    type: ascending(contacts.type),
  };
}
