import { allAntennas } from '../entities/contact.ts';
import type { ReceiverLooks } from '../entities/receiver.ts';
import type { ContactFilters, GroupKind } from './live-settings.ts';

/** A kind with more values than this can be searched. */
export const fewChoices = 20;
/** How many values of a kind are shown at once: a noisy system has thousands of codes. */
const mostChoices = 200;

export type Choices = {
  /** The values to show, ascending: all kept ones, and as many others as fit. */
  readonly shown: readonly number[];
  /** How many more values match the search. */
  readonly more: number;
};

/**
 * Returns the values that the filter dialog shows of a kind: those whose label contains the search text,
 * ignoring case. Values in `kept` are always shown, so that no chosen value is out of sight.
 */
export function choicesOf(
  values: readonly number[],
  kept: readonly number[],
  search: string,
  labelOf: (value: number) => string,
): Choices {
  const wanted = search.trim().toLowerCase();
  const always = new Set(kept);
  const found = [...new Set(values)].filter((value) => !always.has(value) && labelOf(value).toLowerCase().includes(wanted));
  found.sort(ascending);
  const room = Math.max(0, mostChoices - always.size);
  return { shown: [...always, ...found.slice(0, room)].sort(ascending), more: Math.max(0, found.length - room) };
}

/**
 * Returns the values of a kind that can be chosen: those heard, and every antenna and every receiver of the
 * system, heard or not.
 */
export function filterValues(kind: GroupKind, heard: readonly number[], receivers: ReceiverLooks): readonly number[] {
  if (kind === 'ant') return allAntennas;
  return kind === 'rxId' ? [...new Set([...heard, ...receivers.keys()])].sort(ascending) : heard;
}

/** Adds a value to the chosen ones of a kind, or removes it if it was chosen. */
export function toggleFilter(filters: ContactFilters, kind: GroupKind, value: number): ContactFilters {
  const chosen = filters[kind];
  return { ...filters, [kind]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] };
}

function ascending(one: number, other: number): number {
  return one - other;
}
