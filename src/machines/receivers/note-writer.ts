import { type AnyActorRef, type PromiseActorLogic, fromPromise } from 'xstate';
import type { ChangeReply } from '../../model/changes/sequence.ts';
import { isUnanswered, toFailure } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';
import type { NoteChange } from '../../model/receivers/records.ts';
import { isRefusal } from '../../model/receivers/refusals.ts';
import { makeOwnChange } from '../operations/own-change.ts';
import { snackbarId } from '../snackbar/notify.ts';
import type { KeptNotes } from './kept-notes.ts';
import * as notices from './note-notices.ts';
import type { NoteRequest, RecordsInput } from './records-machine.ts';

/** A note of a receiver, and the system in which it is. */
export type AskedNote = { mitasId: string; rxId: number; change: NoteChange };

/**
 * Writes a note, or deletes it, and waits for the answer though its page is left meanwhile: then it reports
 * itself what came of it, and keeps what is not known for the next visit (FLEET-8, FLEET-9).
 */
export function noteWriter(
  ask: (note: AskedNote, operation: string) => Promise<ChangeReply>,
  kept: KeptNotes,
): PromiseActorLogic<NoteRequest | null, RecordsInput & NoteRequest> {
  return fromPromise(async ({ input: { mitasId, of, change, operation: again }, system, signal }) => {
    if (of.kind !== 'receiver') throw new Error('Only a receiver has notes');
    const snackbar = system.get(snackbarId) as AnyActorRef | undefined;
    const reportIfLeft = (notice: Notice): void => {
      if (signal.aborted) snackbar?.send({ type: 'snackbar.show', notice });
    };
    let asked = again;
    const askFor = (operation: string): Promise<ChangeReply> => {
      asked = operation;
      // Whoever comes back before the answer asks for the same, not for a second one.
      kept.noteAsked({ mitasId, of }, { change, operation });
      return ask({ mitasId, rxId: of.rxId, change }, operation);
    };
    try {
      await makeOwnChange(system, askFor, { again });
    } catch (error) {
      const failure = toFailure(error);
      if (isUnanswered(failure)) {
        reportIfLeft(notices.unansweredNote(change));
        return { change, operation: asked };
      }
      if (isRefusal(failure)) kept.noteSettled({ mitasId, of }, change, 'refused');
      reportIfLeft(notices.notWrittenNote(change, failure));
      throw error;
    }
    kept.noteSettled({ mitasId, of }, change, 'done');
    reportIfLeft(notices.writtenNote(change));
    return null;
  });
}
