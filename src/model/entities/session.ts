import * as v from 'valibot';

/** A login of a person (ACC-30): on which device, since when, and when last used, in ms since 1970. */
export const sessionSchema = v.object({
  id: v.string(),
  device: v.string(),
  since: v.number(),
  lastUse: v.number(),
  /** True for the session that makes this call. */
  isCurrent: v.boolean(),
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** The sessions to end: the one with this id (`one`), or all other sessions (`others`). */
export type Ending = { one: string; others: null };
