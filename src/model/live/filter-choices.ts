import { allAntennas } from '../entities/contact.ts';
import type { ReceiverLooks } from '../entities/receiver.ts';
import type { ContactFilters, GroupKind } from './live-settings.ts';

/** A kind with more values than this can be searched. */
export const fewChoices = 20;
/** So many values of a kind are shown at once: a noisy system has thousands of codes. */
const mostChoices = 200;

export type Choices = {
  /** The values to show, ascending: those kept, and of the others as many as there is room for. */
  readonly shown: readonly number[];
  /** How many more the search finds. */
  readonly more: number;
};

/**
 * What the filter dialog shows of a kind's values: those whose label holds the searched words, in any case.
 * Values in `kept` are shown whatever is searched, so that nothing that is chosen is out of sight.
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
 * The values of a kind that can be chosen: those heard, and every receiver of the system and every antenna,
 * heard or not.
 */
export function filterValues(kind: GroupKind, heard: readonly number[], receivers: ReceiverLooks): readonly number[] {
  if (kind === 'ant') return allAntennas;
  return kind === 'rxId' ? [...new Set([...heard, ...receivers.keys()])].sort(ascending) : heard;
}

/** The filters with a value of a kind chosen, or no longer. */
export function toggleFilter(filters: ContactFilters, kind: GroupKind, value: number): ContactFilters {
  const chosen = filters[kind];
  return { ...filters, [kind]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] };
}

function ascending(one: number, other: number): number {
  return one - other;
}
