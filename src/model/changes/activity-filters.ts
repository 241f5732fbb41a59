import * as v from 'valibot';
import { changeCalls } from '../contract/change-calls.ts';
import { endsFirst } from '../contract/instant-fields.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { leftOut } from '../navigation/left-out.ts';
import { type Change, knownItems } from './change.ts';
import { type ChangedEntity, changeKinds } from './change-kinds.ts';

/**
 * Which changes Activity shows; null for all. `by` is a person's number, 0 the host itself; `id` is of one
 * thing of `entity`; `from` and `to` are in ms since the epoch, both within.
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

/** What a filter takes, for those who typed the address. */
const takes: Record<(typeof names)[number], string> = {
  by: "takes a person's number, or 0 for the host",
  entity: 'takes receiver, site, system or member',
  id: 'takes the number of a thing',
  from: 'takes a time such as 2026-11-20T08:15:00Z',
  to: 'takes a time such as 2026-11-20T08:15:00Z',
};

/**
 * The filters in the search part of an address ('?by=3&entity=receiver&id=7'), bounded as the call is
 * (CHG-22). Names that are no filter's are nobody's business here.
 */
export const activityAddress: AddressCodec<ActivityFilters> = { read: readFilters, write: writeFilters };

function readFilters(search: string): { state: ActivityFilters; refused: readonly string[] } {
  const params = new URLSearchParams(search);
  const fields = changeCalls.listActivity.query.entries;
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
  if (withoutThing) refused.push(`‘id=${filters.id}’ is left out: id needs an entity beside it`);
  const reversed = filters.from !== null && filters.to !== null && filters.from > filters.to;
  if (reversed) refused.push(`The times are left out: ${endsFirst().toLowerCase()}`);
  return {
    state: { ...filters, ...(withoutThing ? { id: null } : {}), ...(reversed ? { from: null, to: null } : {}) },
    refused,
  };
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

/** True when the filters leave nothing out. */
export function isUnfiltered(filters: ActivityFilters): boolean {
  return names.every((name) => filters[name] === null);
}

/** The filters as the call takes them. */
export function activityQuery(filters: ActivityFilters): v.InferInput<typeof changeCalls.listActivity.query> {
  return Object.fromEntries(names.flatMap((name) => (filters[name] === null ? [] : [[name, filters[name]]])));
}

/** True for a change that the host would list under these filters: how one that is heard is judged. */
export function isAsked(change: Change, { by, entity, id, from, to }: ActivityFilters): boolean {
  if (by !== null && (change.by?.id ?? 0) !== by) return false;
  if ((from !== null && change.at < from) || (to !== null && change.at > to)) return false;
  if (entity === null) return true;
  return knownItems(change.items).some((item) => changeKinds[item.kind].entity === entity && (id === null || item.id === id));
}
