import * as v from 'valibot';

/** The tables, the partitions that hold their rows, and the position of each sequence. */
const partsSchema = v.object({
  tables: v.array(v.object({ name: v.string(), file: v.string(), columns: v.array(v.string()) })),
  partitions: v.array(
    v.object({
      name: v.string(),
      parent: v.string(),
      // A restore runs this text as SQL, so accept nothing but a partition bound.
      bound: v.pipe(v.string(), v.regex(/^(DEFAULT|FOR VALUES FROM \('[^']*'\) TO \('[^']*'\))$/)),
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), last: v.string(), isCalled: v.boolean() })),
});

/** The description of a portable backup's contents, beside its manifest and rows (BAK-8). */
export type PortableParts = v.InferOutput<typeof partsSchema>;

export const partsName = 'parts.json';

/** Reads a list of parts from its text. @throws Error if it is not valid. */
export function parseParts(text: string): PortableParts {
  return v.parse(partsSchema, JSON.parse(text));
}

/**
 * Returns whether a name has the form "schema"."table". A restore puts names into SQL, so no other form may
 * pass.
 */
export function isQuotedName(name: string): boolean {
  return /^"[^"]+"\."[^"]+"$/.test(name);
}
