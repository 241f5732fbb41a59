import { type Failure, failureText } from '../../model/contract/failure.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { type NoteChange, isDeletion } from '../../model/receivers/records.ts';

/** Returns the notice for a request without an answer. */
export function unansweredNote(change: NoteChange | null): Notice {
  const message = isDeletion(change)
    ? 'The host did not answer. Delete the note again if it is still here'
    : 'The host did not answer. Try again: the note is saved only once';
  return { message, variant: 'error' };
}

export function notWrittenNote(change: NoteChange | null, failure: Failure): Notice {
  return { message: failureText(failure, `The note could not be ${isDeletion(change) ? 'deleted' : 'saved'}`), variant: 'error' };
}

/** Returns the notice for a person who has left the page and does not see the list. */
export function writtenNote(change: NoteChange): Notice {
  return { message: `The note is ${isDeletion(change) ? 'deleted' : 'saved'}`, variant: 'success' };
}
