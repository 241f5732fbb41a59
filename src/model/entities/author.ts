import * as v from 'valibot';

export const personSchema = v.object({ id: v.number(), name: v.string() });
/** The author of a change, with the name at that time; null for the host itself. */
export const authorSchema = v.nullable(personSchema);
export type Author = v.InferOutput<typeof authorSchema>;
