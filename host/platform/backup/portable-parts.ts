import * as v from 'valibot';

/** Beside the rows: the partitions that hold them, and how far each sequence has counted. */
const partsSchema = v.object({
  tables: v.array(v.object({ name: v.string(), file: v.string(), columns: v.array(v.string()) })),
  partitions: v.array(
    v.object({
      name: v.string(),
      parent: v.string(),
      // Read back as SQL: nothing else than a bound is taken for one.
      bound: v.pipe(v.string(), v.regex(/^(DEFAULT|FOR VALUES FROM \('[^']*'\) TO \('[^']*'\))$/)),
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), last: v.string(), isCalled: v.boolean() })),
});

/** What a portable backup holds beside its manifest (BAK-8). */
export type PortableParts = v.InferOutput<typeof partsSchema>;

export const partsName = 'parts.json';

/** @throws Error where these are none. */
export function parseParts(text: string): PortableParts {
  return v.parse(partsSchema, JSON.parse(text));
}

/** Quoted names, as the database wrote them: what is read back as SQL is nothing else. */
export function isQuotedName(name: string): boolean {
  return /^"[^"]+"\."[^"]+"$/.test(name);
}
