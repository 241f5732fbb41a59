import * as v from 'valibot';
import { type Change, knownItems } from '../changes/change.ts';
import { changeKinds } from '../changes/change-kinds.ts';
import type { ReceiverLocation, ReceiverNote, RetiredReceiver } from '../contract/receiver-history-calls.ts';
import { receiversAddress } from './receivers-address.ts';

/** Of what records are asked for: of one receiver, for its own page, or of those that are retired. */
export type RecordsOf = { readonly kind: 'receiver'; readonly rxId: number } | { readonly kind: 'retired' };

/** What is kept of one receiver, or the receivers that are retired. */
export type Records =
  | {
      readonly kind: 'receiver';
      readonly locations: readonly ReceiverLocation[];
      readonly notes: readonly ReceiverNote[];
      readonly changes: readonly Change[];
    }
  | { readonly kind: 'retired'; readonly receivers: readonly RetiredReceiver[] };

/** A note that is to be written (`time` of the visit in ms since the epoch), or that of a number is to go. */
export type NoteChange = { readonly time: number; readonly text: string } | { readonly id: number };

/** True where a note is to go. */
export function isDeletion(change: NoteChange | null): boolean {
  return change !== null && 'id' in change;
}

/** What an address asks for: '?receiver=12', '?retired=1'; null for nothing. */
export function recordsAsked(search: string): RecordsOf | null {
  const { receiver, retired } = receiversAddress.read(search).state;
  if (receiver !== null) return { kind: 'receiver', rxId: receiver };
  return retired ? { kind: 'retired' } : null;
}

export function areSameRecords(one: RecordsOf | null, other: RecordsOf | null): boolean {
  if (one?.kind !== other?.kind) return false;
  return one?.kind !== 'receiver' || other?.kind !== 'receiver' || one.rxId === other.rxId;
}

/** True when a change may have made these records others; one that is too large to be sent may. */
export function concernsRecords(of: RecordsOf, { items }: Pick<Change, 'items'>): boolean {
  if (items === null) return true;
  return knownItems(items).some(
    ({ kind, id }) => changeKinds[kind].entity === 'receiver' && (of.kind === 'retired' || of.rxId === id),
  );
}

/** True where two ask for the same; `isDated`: the second has the time that a person chose. */
export function isSameNote(one: NoteChange, other: NoteChange, isDated: boolean): boolean {
  if ('id' in one || 'id' in other) return 'id' in one && 'id' in other && one.id === other.id;
  return one.text === other.text && (!isDated || one.time === other.time);
}

/** A note of a visit: 1 to 2,000 characters. */
export function noteProblem(text: string): string | null {
  return v.is(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2_000)), text) ? null : '1 to 2,000 characters';
}
