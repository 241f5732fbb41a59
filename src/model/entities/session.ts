import * as v from 'valibot';

/**
 * Where a person is logged in (ACC-30): by what device, since when and last used when, in ms since the epoch.
 */
export const sessionSchema = v.object({
  id: v.string(),
  device: v.string(),
  since: v.number(),
  lastUse: v.number(),
  /** The one that asks. */
  isCurrent: v.boolean(),
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** What ends: one session by its id, or all others. */
export type Ending = { one: string; others: null };
