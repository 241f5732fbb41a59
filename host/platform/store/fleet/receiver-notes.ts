import type { FieldNote } from '#model/changes/field-note.ts';
import type { Db } from '../database.ts';

type Place = Db & { systemId: string };
const columns = ['id', 'visited_at', 'text', 'user_id', 'user_name'] as const;

/**
 * Adds a note of a visit to a receiver and returns its id. A note that is restored gets its earlier id,
 * `noteId`.
 */
export async function addNote({ db, systemId }: Place, rxId: number, noteId: number | null, note: FieldNote): Promise<number> {
  const row = {
    system_id: systemId,
    rx_id: rxId,
    visited_at: new Date(note.time),
    text: note.text,
    user_id: note.by?.id ?? null,
    user_name: note.by?.name ?? null,
  };
  const numbered = noteId === null ? row : { ...row, id: noteId };
  return (await db.insertInto('receiver_notes').values(numbered).returning('id').executeTakeFirstOrThrow()).id;
}

/** Deletes a note of a receiver and returns it; undefined if there is none. */
export async function removeNote({ db, systemId }: Place, rxId: number, noteId: number): Promise<FieldNote | undefined> {
  const row = await db
    .deleteFrom('receiver_notes')
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .where('id', '=', noteId)
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? undefined : toNote(row);
}

/** Returns the notes of a receiver with their ids, the latest visit first. */
export async function notesOf({ db, systemId }: Place, rxId: number): Promise<({ id: number } & FieldNote)[]> {
  const rows = await db
    .selectFrom('receiver_notes')
    .select(columns)
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .orderBy('visited_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, ...toNote(row) }));
}

export async function countNotes({ db, systemId }: Place, rxId: number): Promise<number> {
  const { count } = await db
    .selectFrom('receiver_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('system_id', '=', systemId)
    .where('rx_id', '=', rxId)
    .executeTakeFirstOrThrow();
  return count;
}

type NoteRow = { visited_at: Date; text: string; user_id: number | null; user_name: string | null };

function toNote({ visited_at, text, user_id, user_name }: NoteRow): FieldNote {
  return { time: visited_at.getTime(), text, by: user_id === null ? null : { id: user_id, name: user_name ?? '' } };
}
