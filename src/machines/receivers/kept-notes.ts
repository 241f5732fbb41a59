import { type NoteChange, isDeletion } from '../../model/receivers/records.ts';
import { type NoteDraft, type NoteRequest, type RecordsInput, emptyDraft } from './records-machine.ts';

/**
 * What is kept of a receiver's notes: what is filled in, and what was asked for and not answered (FLEET-9).
 */
export type KeptNote = { readonly draft: NoteDraft; readonly unanswered: readonly NoteRequest[] };

/** Of so many receivers it is kept; the one that was touched longest ago goes first. */
const maxKept = 50;

const nothing: KeptNote = { draft: emptyDraft, unanswered: [] };

/**
 * What keeps the notes that are not stored while a receiver's own page is closed (FLEET-8): in memory, for as
 * long as the session of the system has the screen loaded.
 */
export class KeptNotes {
  readonly #kept = new Map<string, KeptNote>();

  recall(at: RecordsInput): KeptNote {
    return this.#kept.get(keyOf(at)) ?? nothing;
  }

  remember(at: RecordsInput, { draft, unanswered }: KeptNote): void {
    const key = keyOf(at);
    this.#kept.delete(key);
    if (draft.text === '' && draft.time === null && unanswered.length === 0) return;
    this.#kept.set(key, { draft, unanswered });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
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
