import * as v from 'valibot';
import { activityCalls } from '../contract/activity-calls.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { leftOut } from '../navigation/left-out.ts';
import { fitsNothing, unknownIdTexts } from '../journal/unknown-ids.ts';
import { type Change, knownItems } from '../changes/change.ts';
import { type Author } from '../entities/author.ts';
import { type ChangedEntity, changedEntities, changeKinds } from '../changes/change-kinds.ts';

/**
 * The filters of Activity; null means any. `by` is a person's id, or 0 for changes that no person made. `id`
 * is the id of a thing of `entity`. `from` and `to` are inclusive, in ms since the epoch. `countedFilters`
 * returns the filters in effect.
 */
export type ActivityFilters = {
  readonly by: number | null;
  readonly entity: ChangedEntity | null;
  readonly id: number | null;
  readonly from: number | null;
  readonly to: number | null;
};

export const noActivityFilters: ActivityFilters = { by: null, entity: null, id: null, from: null, to: null };

const names = ['by', 'entity', 'id', 'from', 'to'] as const;

/** What each filter accepts. The message about a wrong value in an address contains it. */
const takes: Record<(typeof names)[number], string> = {
  by: "must be a person's number, or 0 for the host",
  entity: `must be ${changedEntities.slice(0, -1).join(', ')} or ${changedEntities.at(-1)}`,
  id: 'must be a number',
  from: 'must be a time such as 2026-11-20T08:15:00Z',
  to: 'must be a time such as 2026-11-20T08:15:00Z',
};

/**
 * Reads and writes the filters in the search part of an address ('?by=3&entity=receiver&id=7'). Refuses
 * values that the call would refuse (CHG-22). Ignores other parameters.
 */
export const activityAddress: AddressCodec<ActivityFilters> = { read: readFilters, write: writeFilters };

function readFilters(search: string): { state: ActivityFilters; refused: readonly string[] } {
  const params = new URLSearchParams(search);
  const fields = activityCalls.listActivity.query.entries;
  const refused: string[] = [];
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const text = params.get(name);
    if (text === null || text === '') continue;
    const parsed = v.safeParse(fields[name], text);
    if (parsed.success) read[name] = parsed.output;
    else refused.push(leftOut(name, text, takes[name]));
  }
  const filters = { ...noActivityFilters, ...read } as ActivityFilters;
  const withoutThing = filters.id !== null && filters.entity === null;
  if (withoutThing) refused.push(`‘id=${filters.id}’ is ignored: id also needs an entity`);
  return { state: { ...filters, ...(withoutThing ? { id: null } : {}) }, refused };
}

function writeFilters({ by, entity, id, from, to }: ActivityFilters): string {
  const params = new URLSearchParams();
  if (by !== null) params.set('by', String(by));
  if (entity !== null) params.set('entity', entity);
  if (entity !== null && id !== null) params.set('id', String(id));
  if (from !== null) params.set('from', instantText(from));
  if (to !== null) params.set('to', instantText(to));
  const text = params.toString();
  return text === '' ? '' : `?${text.replaceAll('%3A', ':')}`;
}

function instantText(ts: number): string {
  return new Date(ts).toISOString().replace('.000Z', 'Z');
}

/** Returns true if no filter is set. */
export function isUnfiltered(filters: ActivityFilters): boolean {
  return names.every((name) => filters[name] === null);
}

/** The message beside the times if From is after To (CHG-28). */
export const timesReversedText = 'From is after To: both times were ignored';

/** Returns true if From is after To. Neither is in effect then. */
export function areTimesReversed({ from, to }: ActivityFilters): boolean {
  return from !== null && to !== null && from > to;
}

/** Returns the filters in effect: without the times if From is after To. */
export function countedFilters(filters: ActivityFilters): ActivityFilters {
  return areTimesReversed(filters) ? { ...filters, from: null, to: null } : filters;
}

/** Returns the filters in effect as the query of the call. */
export function activityQuery(filters: ActivityFilters): v.InferInput<typeof activityCalls.listActivity.query> {
  const counted = countedFilters(filters);
  return Object.fromEntries(names.flatMap((name) => (counted[name] === null ? [] : [[name, counted[name]]])));
}

/** Returns true if the host would list the change under these filters; used for changes that arrive live. */
export function isAsked(change: Change, filters: ActivityFilters): boolean {
  const { by, entity, id, from, to } = countedFilters(filters);
  if (by !== null && (change.by?.id ?? 0) !== by) return false;
  if ((from !== null && change.at < from) || (to !== null && change.at > to)) return false;
  if (entity === null) return true;
  return knownItems(change.items).some((item) => changeKinds[item.kind].entity === entity && (id === null || item.id === id));
}

/**
 * Returns messages about ids in the filters that do not exist (NAV-20); none before the first page is loaded.
 * A deleted receiver or site counts as existing if its changes are listed. A member is called unknown only if
 * no other filter is set, because another filter may hide the changes that show that the person exists.
 */
export function activityUnknownTexts(
  filters: ActivityFilters,
  list: { people: readonly NonNullable<Author>[]; changes: readonly Change[] } | null,
  fleet: Parameters<typeof unknownIdTexts>[3],
): string[] {
  if (list === null) return [];
  const { by, entity, id } = filters;
  const texts: string[] = [];
  if (by !== null && by !== 0 && list.people.every((person) => person.id !== by))
    texts.push(fitsNothing('by', by, `no person ${by} has changed anything in this system`));
  if (entity === 'member' && id !== null && isUnfiltered({ ...filters, entity: null, id: null })) {
    const isKnown = list.changes.length > 0 || list.people.some((person) => person.id === id);
    if (!isKnown) texts.push(fitsNothing('id', id, `nothing was changed of a person ${id} in this system`));
  }
  const isThing = (entity === 'receiver' || entity === 'site') && id !== null;
  if (isThing && list.changes.length === 0) texts.push(...unknownIdTexts('id', entity, [id], fleet));
  return texts;
}
