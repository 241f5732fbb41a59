import * as v from 'valibot';

export const personSchema = v.object({ id: v.number(), name: v.string() });
/** Who made a change, and what they were called then; null for the host itself. */
export const authorSchema = v.nullable(personSchema);
export type Author = v.InferOutput<typeof authorSchema>;
