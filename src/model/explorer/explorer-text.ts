import { csvText } from '../text/csv-cell.ts';
import { contactTypeName, noCode } from '../entities/contact.ts';
import { countText, powerText, codeNumberText } from '../text/number-text.ts';
import { mostExplored, type ExploredContacts } from '../contract/packed-contacts.ts';
import { paletteLooks } from '../live/palette.ts';
import type { Exploration } from './explored-contacts.ts';
import type { ExplorerPlace } from './explorer-address.ts';
import { animalsOf, type Wearers, withAnimals } from './worn-tags.ts';

type Clock = { stamp: (ts: number) => string; zone: (ts: number) => string; exact: (ts: number) => string };

/** A warning is shown for more contacts than this (spec: contact explorer). */
const manyContacts = 10_000;

/**
 * Returns the title, e.g. 'Receiver Crest contacts on antenna 1, 2 from 2026-11-20 08:00:00 MST to 2026-11-20
 * 09:00:00 MST'.
 */
export function exploredTitle(receiver: string, { antennas, from, to }: ExplorerPlace, times: Clock): string {
  const stamp = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)}`;
  return `Receiver ${receiver} contacts on antenna ${antennas.join(', ')} from ${stamp(from)} to ${stamp(to)}`;
}

/** Returns the warning shown before many contacts are loaded; null for fewer or an unknown count. */
export function largeDatasetText(count: number | null): string | null {
  if (count === null || count <= manyContacts) return null;
  return `Large dataset detected (${countText(count)} contacts). Consider narrowing the time range for better performance.`;
}

/** Returns the text for more contacts than can be loaded (EXP-3). */
export function tooManyText(count: number): string {
  return `${countText(count)} contacts are too many to show. Choose a time range with at most ${countText(mostExplored)} contacts.`;
}

/**
 * Describes a contact: 'Code 17 (Sam), 150.120 MHz, Lotek 2003, antenna 1: −87 dBm at 14:03:20.125 MDT'; the
 * names are of the animals that may have worn the tag.
 */
export function exploredText(contacts: ExploredContacts, at: number, times: Clock, wearers: Wearers): string {
  const { ts, power, ant, khz, code, type } = contacts;
  const heard = code[at] ?? noCode;
  const frequency = `${((khz[at] ?? 0) / 1_000).toFixed(3)} MHz`;
  const time = times.exact(ts[at] ?? 0);
  const tag = withAnimals(`Code ${codeNumberText(heard === noCode ? null : heard)}`, animalsOf(wearers, at));
  return `${tag}, ${frequency}, ${contactTypeName(type[at] ?? 0)}, antenna ${ant[at]}: ${powerText(power[at] ?? 0)} at ${time}`;
}

/**
 * The most lines to hold as cells before they are written as text, because a million lines take half a
 * gigabyte as cells.
 */
const csvLines = 20_000;

/** Returns text such as '3 contacts selected' or '1,284 contacts selected, the first 200 listed'. */
export function selectedText(count: number, listed: number): string {
  const all = `${countText(count)} ${count === 1 ? 'contact' : 'contacts'} selected`;
  return listed < count ? `${all}, the first ${countText(listed)} listed` : all;
}

/** Returns the line below a legend: 'and 1 more group', 'and 312 more groups; some groups look the same'. */
export function moreGroupsText(groups: number, named: number): string {
  const more = groups - named;
  const alike = groups > paletteLooks ? '; some groups look the same' : '';
  return `and ${countText(more)} more ${more === 1 ? 'group' : 'groups'}${alike}`;
}

/** Returns the shown contacts as parts of a CSV file (FILE-2). */
export function exploredCsv(contacts: ExploredContacts, { groupOf }: Exploration, receiver: string, times: Clock): string[] {
  const { ts, power, ant, khz, code, type } = contacts;
  const parts: string[] = [];
  let lines: (string | number)[][] = [['Receiver', 'Time', 'Zone', 'Antenna', 'Frequency (MHz)', 'Code', 'Type', 'Power (dBm)']];
  for (let at = 0; at < contacts.count; at++) {
    if (groupOf[at] === 0) continue;
    const time = ts[at] ?? 0;
    const heard = code[at] ?? noCode;
    lines.push([
      receiver,
      `${times.stamp(time)}.${String(time % 1_000).padStart(3, '0')}`,
      times.zone(time),
      ant[at] ?? 0,
      (khz[at] ?? 0) / 1_000,
      heard === noCode ? '' : heard,
      contactTypeName(type[at] ?? 0),
      Math.round((power[at] ?? 0) * 100) / 100,
    ]);
    if (lines.length < csvLines) continue;
    parts.push(csvText(lines));
    lines = [];
  }
  return lines.length === 0 ? parts : [...parts, csvText(lines)];
}
