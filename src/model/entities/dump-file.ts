import * as v from 'valibot';

export const dumpFileTypes = ['CSV', 'OrionTool'] as const;
export type DumpFileType = (typeof dumpFileTypes)[number];

/** The optional columns of a CSV, after the usual ones (FILE-14). */
export const dumpExtras = ['utc', 'place'] as const;
export type DumpExtra = (typeof dumpExtras)[number];

/** The contacts of a data file: their time range (ms since the epoch) and receivers (null: all). */
export type DumpFilters = { dateRange: [number, number]; rxIds: number[] | null };

/**
 * A data file (FILE-3): `completed` is 0 for failed, null for processing, 1 for ready; `size` in compressed
 * bytes; times in ms since the epoch; `progress` in percent during processing; `error` only after a failure;
 * `available` says whether the answering host has the file.
 */
export const dumpFileSchema = v.object({
  id: v.number(),
  name: v.string(),
  size: v.nullable(v.number()),
  date: v.number(),
  deletedTime: v.nullable(v.number()),
  createdBy: v.string(),
  deletedBy: v.nullable(v.string()),
  available: v.boolean(),
  completed: v.nullable(v.number()),
  fileType: v.picklist(['CSV', 'OrionTool', 'SQL']),
  /** Older hosts do not send this. */
  columns: v.optional(v.array(v.picklist(dumpExtras)), []),
  filters: v.object({ dateRange: v.tuple([v.number(), v.number()]), rxIds: v.nullable(v.array(v.number())) }),
  progress: v.nullable(v.number()),
  rows: v.nullable(v.number()),
  sha256: v.nullable(v.string()),
  error: v.nullable(v.string()),
});
export type DumpFile = v.InferOutput<typeof dumpFileSchema>;

/** The bytes that a system's ready files use, and may use; files being made count as estimated. */
export const dumpQuotaSchema = v.object({ usedBytes: v.number(), limitBytes: v.number() });
export type DumpQuota = v.InferOutput<typeof dumpQuotaSchema>;

/** The characters of a file's name (FILE-3): letters, digits, underscore, hyphen, dot, space. */
export const dumpFileNameSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_\-. ]+$/, 'A file name has letters, digits, spaces, _, - and . alone'),
  v.maxLength(200),
);
