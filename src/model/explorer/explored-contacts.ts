import { codeOf, contactTypeName, type Contact } from '../entities/contact.ts';
import { noCode } from '../live/live-settings.ts';
import { codeNumberText } from '../live/number-text.ts';
import type { ExplorerFilters, ExplorerGroup, ExplorerLook } from './explorer-address.ts';

/**
 * Contacts by columns, oldest first: ts in ms since the epoch, power in dBm; of none the code is `noCode`.
 */
export type ExploredContacts = {
  readonly count: number;
  readonly ts: Float64Array;
  readonly power: Float32Array;
  readonly ant: Uint8Array;
  readonly khz: Int32Array;
  readonly code: Float64Array;
  readonly type: Uint8Array;
};

/** Puts contacts into columns. */
export function packContacts(contacts: readonly Contact[]): ExploredContacts {
  const count = contacts.length;
  const packed = {
    count,
    ts: new Float64Array(count),
    power: new Float32Array(count),
    ant: new Uint8Array(count),
    khz: new Int32Array(count),
    code: new Float64Array(count),
    type: new Uint8Array(count),
  };
  contacts.forEach((contact, at) => {
    packed.ts[at] = contact.ts;
    packed.power[at] = contact.power;
    packed.ant[at] = contact.ant;
    packed.khz[at] = Math.round(contact.freq * 1_000);
    packed.code[at] = codeOf(contact) ?? noCode;
    packed.type[at] = contact.type;
  });
  return packed;
}

/** A group of the legend; its place in the list is its colour. */
export type ExploredGroup = { readonly label: string; readonly count: number };

/** What the look makes of contacts: `groupOf` each the place of its group and 1; 0 where it is not shown. */
export type Exploration = { readonly groups: readonly ExploredGroup[]; readonly groupOf: Uint32Array; readonly shown: number };

/** Groups and filters contacts; groups in the order of their values. */
export function explore(contacts: ExploredContacts, { groupBy, filters }: ExplorerLook): Exploration {
  const { count } = contacts;
  const isShown = showing(contacts, filters);
  const counts = new Map<string, { values: readonly number[]; count: number }>();
  const keys: string[] = [];
  for (let at = 0; at < count; at++) {
    if (!isShown(at)) {
      keys.push('');
      continue;
    }
    const values = valuesOf(contacts, at, groupBy);
    const key = values.join();
    keys.push(key);
    const group = counts.get(key);
    if (group === undefined) counts.set(key, { values, count: 1 });
    else group.count += 1;
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => compare(one.values, other.values));
  const places = new Map(sorted.map(([key], at) => [key, at + 1]));
  const groupOf = Uint32Array.from(keys, (key) => places.get(key) ?? 0);
  return {
    groups: sorted.map(([, group]) => ({ label: labelOf(groupBy, group.values), count: group.count })),
    groupOf,
    shown: sorted.reduce((sum, [, group]) => sum + group.count, 0),
  };
}

function showing(contacts: ExploredContacts, { freq, code, type }: ExplorerFilters): (at: number) => boolean {
  const sets = { khz: new Set(freq.map((mhz) => Math.round(mhz * 1_000))), code: new Set(code), type: new Set(type) };
  const passes = (set: ReadonlySet<number>, value: number | undefined): boolean => set.size === 0 || set.has(value ?? noCode);
  return (at) =>
    passes(sets.khz, contacts.khz[at]) && passes(sets.code, contacts.code[at]) && passes(sets.type, contacts.type[at]);
}

function valuesOf(contacts: ExploredContacts, at: number, groupBy: ExplorerGroup): number[] {
  const code = contacts.code[at] ?? noCode;
  const khz = contacts.khz[at] ?? 0;
  if (groupBy === 'code') return [code];
  if (groupBy === 'freq') return [khz];
  if (groupBy === 'codeFreq') return [code, khz];
  return [contacts[groupBy][at] ?? 0];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function labelOf(groupBy: ExplorerGroup, [first = 0, second = 0]: readonly number[]): string {
  const code = `Code ${codeNumberText(first === noCode ? null : first)}`;
  const frequency = (khz: number): string => `${(khz / 1_000).toFixed(3)} MHz`;
  return {
    code: first === noCode ? codeNumberText(null) : code,
    codeFreq: `${first === noCode ? codeNumberText(null) : code}, ${frequency(second)}`,
    freq: frequency(first),
    type: contactTypeName(first),
    ant: `Antenna ${first}`,
  }[groupBy];
}

/** The values of each kind that were heard, ascending, to filter by. */
export function heardValues(contacts: ExploredContacts): Record<keyof ExplorerFilters, number[]> {
  const ascending = (values: Iterable<number>): number[] => [...new Set(values)].toSorted((one, other) => one - other);
  return {
    freq: ascending(contacts.khz).map((khz) => khz / 1_000),
    code: ascending(contacts.code),
    type: ascending(contacts.type),
  };
}
