import * as v from 'valibot';

/** A place with receivers (SITE-1). `rxIds` are in the order of the receivers' aliases. */
export const siteSchema = v.object({
  id: v.number(),
  alias: v.string(),
  color: v.string(),
  pointStyle: v.string(),
  rxIds: v.array(v.number()),
  /** The revision that last changed it. */
  rev: v.number(),
});
export type Site = v.InferOutput<typeof siteSchema>;
