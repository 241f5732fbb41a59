import { withLatest } from '../../model/receivers/latest.ts';
import { type NoteChange, isDeletion } from '../../model/receivers/records.ts';
import { type NoteDraft, type NoteRequest, type RecordsInput, emptyDraft } from './records-machine.ts';

/** The kept state of a receiver's notes: the draft, and the requests without an answer (FLEET-9). */
export type KeptNote = { readonly draft: NoteDraft; readonly unanswered: readonly NoteRequest[] };

const nothing: KeptNote = { draft: emptyDraft, unanswered: [] };

/** Keeps unsaved notes while a receiver's page is closed (FLEET-8): in memory, until the session ends. */
export class KeptNotes {
  #kept: ReadonlyMap<string, KeptNote> = new Map();

  recall(at: RecordsInput): KeptNote {
    return this.#kept.get(keyOf(at)) ?? nothing;
  }

  remember(at: RecordsInput, { draft, unanswered }: KeptNote): void {
    const isNothing = draft.text === '' && draft.time === null && unanswered.length === 0;
    this.#kept = withLatest(this.#kept, keyOf(at), isNothing ? null : { draft, unanswered });
  }

  /** Remembers a request whose outcome is unknown. There is at most one request for a new note. */
  noteAsked(at: RecordsInput, request: NoteRequest): void {
    const { draft, unanswered } = this.recall(at);
    const others = unanswered.filter(
      ({ change }) => change !== request.change && (isDeletion(change) || isDeletion(request.change)),
    );
    this.remember(at, { draft, unanswered: [...others, request] });
  }

  /** Forgets a request that is done or refused; a saved note also clears the draft. */
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
