import * as v from 'valibot';

/** The most characters of a note of a visit. */
export const maxNoteLength = 2_000;
/** The most notes that one receiver has. */
export const maxNotes = 1_000;

/**
 * A note of a visit to a receiver as changes hold it: `time` of the visit in ms since the epoch, who wrote
 * it by id and name.
 */
const fieldNoteSchema = v.strictObject({
  time: v.number(),
  text: v.string(),
  by: v.nullable(v.strictObject({ id: v.number(), name: v.string() })),
});
export type FieldNote = v.InferOutput<typeof fieldNoteSchema>;

/** Notes by their numbers; null for one that is not there. */
export const fieldNotesSchema = v.record(v.string(), v.nullable(fieldNoteSchema));
