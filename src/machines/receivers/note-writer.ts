import type { PromiseActorLogic } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { isUnanswered } from '../../model/contract/failure.ts';
import type { NoteChange } from '../../model/receivers/records.ts';
import { settleOwnChange } from '../operations/settled-change.ts';
import type { KeptNotes } from './kept-notes.ts';
import * as notices from './note-notices.ts';
import type { NoteRequest, RecordsInput } from './records-machine.ts';
import { reportedIfLeft } from './reported-if-left.ts';

/** A note of a receiver in a system. */
export type AskedNote = { mitasId: string; rxId: number; change: NoteChange };

/**
 * Writes or deletes a note, and waits for the answer even if the page is left. In that case it shows the
 * outcome itself, and keeps an unanswered request for the next visit (FLEET-8, FLEET-9).
 */
export function noteWriter(
  ask: (note: AskedNote, operation: string) => Promise<ChangeReply>,
  kept: KeptNotes,
): PromiseActorLogic<NoteRequest | null, RecordsInput & NoteRequest> {
  return reportedIfLeft(
    async ({ mitasId, of, change, operation: again }, system) => {
      if (of.kind !== 'receiver') throw new Error('Only a receiver has notes');
      const askKept = (operation: string): Promise<ChangeReply> => {
        // Store the request before the answer arrives, so that a person who comes back early repeats this
        // request and makes no second one.
        kept.noteAsked({ mitasId, of }, { change, operation });
        return ask({ mitasId, rxId: of.rxId, change }, operation);
      };
      const settled = await settleOwnChange(system, askKept, { again });
      if (!settled.isDone && isUnanswered(settled.failure)) return { change, operation: settled.operation };
      if (settled.isDone || settled.operation === null)
        kept.noteSettled({ mitasId, of }, change, settled.isDone ? 'done' : 'refused');
      if (settled.isDone) return null;
      throw settled.error;
    },
    {
      done: (unanswered, { change }) => (unanswered === null ? notices.writtenNote(change) : notices.unansweredNote(change)),
      failed: (failure, { change }) => notices.notWrittenNote(change, failure),
    },
  );
}
