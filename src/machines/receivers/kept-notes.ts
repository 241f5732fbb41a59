import { withLatest } from '../../model/receivers/latest.ts';
import { type NoteChange, isDeletion } from '../../model/receivers/records.ts';
import { type NoteDraft, type NoteRequest, type RecordsInput, emptyDraft } from './records-machine.ts';

/**
 * What is kept of a receiver's notes: what is filled in, and what was asked for and not answered (FLEET-9).
 */
export type KeptNote = { readonly draft: NoteDraft; readonly unanswered: readonly NoteRequest[] };

const nothing: KeptNote = { draft: emptyDraft, unanswered: [] };

/**
 * What keeps the notes that are not stored while a receiver's own page is closed (FLEET-8): in memory, for as
 * long as the session of the system has the screen loaded.
 */
export class KeptNotes {
  #kept: ReadonlyMap<string, KeptNote> = new Map();

  recall(at: RecordsInput): KeptNote {
    return this.#kept.get(keyOf(at)) ?? nothing;
  }

  remember(at: RecordsInput, { draft, unanswered }: KeptNote): void {
    const isNothing = draft.text === '' && draft.time === null && unanswered.length === 0;
    this.#kept = withLatest(this.#kept, keyOf(at), isNothing ? null : { draft, unanswered });
  }

  /** A note was asked for; nothing is known of it yet. One new note is asked for at a time. */
  noteAsked(at: RecordsInput, request: NoteRequest): void {
    const { draft, unanswered } = this.recall(at);
    const others = unanswered.filter(
      ({ change }) => change !== request.change && (isDeletion(change) || isDeletion(request.change)),
    );
    this.remember(at, { draft, unanswered: [...others, request] });
  }

  /** What was asked for is done, or refused; a note that is done is not filled in any more. */
  noteSettled(at: RecordsInput, settled: NoteChange, how: 'done' | 'refused'): void {
    const { draft, unanswered } = this.recall(at);
    const isStored = how === 'done' && !isDeletion(settled);
    this.remember(at, {
      draft: isStored ? emptyDraft : draft,
      unanswered: unanswered.filter(({ change }) => change !== settled),
    });
  }
}

function keyOf({ mitasId, of }: RecordsInput): string {
  return of.kind === 'receiver' ? `${mitasId} ${of.rxId}` : `${mitasId} retired`;
}
