import * as v from 'valibot';
import { type Change, knownItems } from '../changes/change.ts';
import { changeKinds } from '../changes/change-kinds.ts';
import type { ReceiverLocation, ReceiverNote, RetiredReceiver } from '../contract/receiver-history-calls.ts';
import { receiversAddress } from './receivers-address.ts';

/** The records to load: those of one receiver, for its page, or the list of retired receivers. */
export type RecordsOf = { readonly kind: 'receiver'; readonly rxId: number } | { readonly kind: 'retired' };

/** The records of one receiver, or the retired receivers. */
export type Records =
  | {
      readonly kind: 'receiver';
      readonly locations: readonly ReceiverLocation[];
      readonly notes: readonly ReceiverNote[];
      readonly changes: readonly Change[];
    }
  | { readonly kind: 'retired'; readonly receivers: readonly RetiredReceiver[] };

/** A note to write (`time` of the visit, ms since the epoch), or the id of a note to delete. */
export type NoteChange = { readonly time: number; readonly text: string } | { readonly id: number };

/** Returns true if the change deletes a note. */
export function isDeletion(change: NoteChange | null): boolean {
  return change !== null && 'id' in change;
}

/** Returns which records an address needs, e.g. '?receiver=12' or '?retired=1'; null for none. */
export function recordsAsked(search: string): RecordsOf | null {
  const { receiver, retired } = receiversAddress.read(search).state;
  if (receiver !== null) return { kind: 'receiver', rxId: receiver };
  return retired ? { kind: 'retired' } : null;
}

export function areSameRecords(one: RecordsOf | null, other: RecordsOf | null): boolean {
  if (one?.kind !== other?.kind) return false;
  return one?.kind !== 'receiver' || other?.kind !== 'receiver' || one.rxId === other.rxId;
}

/**
 * Returns true if a change may affect these records. A change without items (too large to send) always may.
 */
export function concernsRecords(of: RecordsOf, { items }: Pick<Change, 'items'>): boolean {
  if (items === null) return true;
  return knownItems(items).some(
    ({ kind, id }) => changeKinds[kind].entity === 'receiver' && (of.kind === 'retired' || of.rxId === id),
  );
}

/**
 * Returns true if two changes write or delete the same note; with `isDated`, their times must be equal too.
 */
export function isSameNote(one: NoteChange, other: NoteChange, isDated: boolean): boolean {
  if ('id' in one || 'id' in other) return 'id' in one && 'id' in other && one.id === other.id;
  return one.text === other.text && (!isDated || one.time === other.time);
}

/** Checks the text of a note: 1 to 2,000 characters. */
export function noteProblem(text: string): string | null {
  return v.is(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2_000)), text) ? null : '1 to 2,000 characters';
}
