import * as v from 'valibot';

/** The maximum length of a field note in characters. */
export const maxNoteLength = 2_000;
/** The maximum number of field notes of a receiver. */
export const maxNotes = 1_000;

/**
 * A field note about a visit to a receiver, as in changes: the `time` of the visit in ms since 1970, and the
 * author's id and name.
 */
const fieldNoteSchema = v.strictObject({
  time: v.number(),
  text: v.string(),
  by: v.nullable(v.strictObject({ id: v.number(), name: v.string() })),
});
export type FieldNote = v.InferOutput<typeof fieldNoteSchema>;

/** Field notes by id; null for a note that does not exist before or after the change. */
export const fieldNotesSchema = v.record(v.string(), v.nullable(fieldNoteSchema));
