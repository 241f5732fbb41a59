import { type FieldNote, maxNotes } from '#model/changes/field-note.ts';
import { inTheWay, notFound } from '../api-error.ts';
import { addNote, countNotes, removeNote } from '../store/fleet/receiver-notes.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * Writes a field note of a receiver (RX-41), under `noteId` if given, or deletes that note if `note` is null.
 * Returns the note's id.
 * @throws ApiError 404 if the receiver or the note to delete does not exist; 409 if the receiver already has
 * the most notes allowed.
 */
export async function writeNote(
  writer: ChangeWriter,
  rxId: number,
  noteId: number | null,
  note: FieldNote | null,
): Promise<number> {
  let id = noteId;
  await writer.beside('receiver.noted', rxId, async () => {
    if (note !== null && (await countNotes(writer, rxId)) >= maxNotes)
      throw inTheWay(`A receiver has at most ${maxNotes} notes: delete some that are no longer needed`);
    const before = note === null && noteId !== null ? await removeNote(writer, rxId, noteId) : null;
    if (before === undefined) throw notFound(`There is no note ${noteId} of this receiver here`);
    if (note !== null) id = await addNote(writer, rxId, noteId, note);
    if (id === null) throw new TypeError('A note is written, or has a number');
    return { before: { [id]: before }, after: { [id]: note } };
  });
  if (id === null) throw new TypeError('A note has a number once it is written');
  return id;
}
