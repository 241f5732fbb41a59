import type { ExploredContacts } from '../contract/packed-contacts.ts';
import { allAntennas, contactTypeName, noCode } from '../entities/contact.ts';
import { codeNumberText } from '../text/number-text.ts';
import { animalsBy, type Wearers, withAnimals } from './worn-tags.ts';
import type { ExplorerFilters, ExplorerGroup, ExplorerLook } from './explorer-address.ts';

/** A group of the legend; its index decides its colour. */
export type ExploredGroup = { readonly label: string; readonly count: number };

/**
 * The grouped contacts: `groupOf` holds for each contact the index of its group plus 1, or 0 if it is
 * filtered out; `shownBy` the number of shown contacts before every 4,096th contact.
 */
export type Exploration = {
  readonly groups: readonly ExploredGroup[];
  readonly groupOf: Uint32Array;
  readonly shown: number;
  readonly shownBy: Uint32Array;
};

const shownStep = 4_096;

/** Returns the number of shown contacts before a contact. */
export function shownBefore({ groupOf, shownBy }: Exploration, contact: number): number {
  const step = Math.floor(contact / shownStep);
  let shown = shownBy[step] ?? 0;
  for (let at = step * shownStep; at < contact; at++) if (groupOf[at] !== 0) shown += 1;
  return shown;
}

/** Groups and filters contacts; the groups are sorted by value. */
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
  const shownBy = new Uint32Array(Math.floor(count / shownStep) + 1);
  let shown = 0;
  for (let at = 0; at < count; at++) {
    if (at % shownStep === 0) shownBy[at / shownStep] = shown;
    groupOf[at] = places[groupOf[at]!]!;
    if (groupOf[at] !== 0) shown += 1;
  }
  if (count % shownStep === 0) shownBy[count / shownStep] = shown;
  const groups = sorted.map((group) => ({ label: labelOf(groupBy, contacts, group.first), count: group.count }));
  return { groups, groupOf, shown, shownBy };
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

/**
 * Larger than any frequency in kHz, so that code and frequency combine into one number that sorts by both.
 */
const codeStep = 2 ** 21;

/** Returns a function that gives each contact's group key; groups are sorted by it. */
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

/** Returns the labels of groups; those of codes include the animals that wore them (EXP-6). */
export function groupLabels(groupBy: ExplorerGroup, { groups, groupOf }: Exploration, wearers: Wearers): string[] {
  const isOfCodes = groupBy === 'code' || groupBy === 'codeFreq';
  const animals = isOfCodes ? animalsBy(groupOf, wearers) : null;
  return groups.map(({ label }, at) => withAnimals(label, animals?.get(at + 1)));
}

/** Returns the values to filter by, ascending: the values that occur, and every antenna. */
export function heardValues(contacts: ExploredContacts): Record<keyof ExplorerFilters, number[]> {
  const ascending = (values: Int32Array | Float64Array | Uint8Array): number[] => {
    const heard = new Set<number>();
    let last: number | null = null;
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      // Most contacts have the values of the one before, which is quicker to compare than to look up.
      if (value !== last) heard.add(value);
      last = value;
    }
    return [...heard].toSorted((one, other) => one - other);
  };
  return {
    ant: [...allAntennas],
    freq: ascending(contacts.khz).map((khz) => khz / 1_000),
    code: ascending(contacts.code),
    type: ascending(contacts.type),
  };
}
