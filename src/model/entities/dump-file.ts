import * as v from 'valibot';

export const dumpFileTypes = ['CSV', 'OrionTool'] as const;
export type DumpFileType = (typeof dumpFileTypes)[number];

/** Columns that a CSV has on request, behind the others (FILE-14). */
export const dumpExtras = ['utc', 'place'] as const;
export type DumpExtra = (typeof dumpExtras)[number];

/** Which contacts a data file has: of a time range (ms since the epoch), of some receivers or of all. */
export type DumpFilters = { dateRange: [number, number]; rxIds: number[] | null };

/**
 * FILE-3: `completed` 0 failed, null processing, 1 ready; `size` in compressed bytes; times in ms since the
 * epoch. `progress` in percent while it is made, `error` where it failed. `available` says whether the host
 * that is asked has it.
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
  /** Hosts of before did not say. */
  columns: v.optional(v.array(v.picklist(dumpExtras)), []),
  filters: v.object({ dateRange: v.tuple([v.number(), v.number()]), rxIds: v.nullable(v.array(v.number())) }),
  progress: v.nullable(v.number()),
  rows: v.nullable(v.number()),
  sha256: v.nullable(v.string()),
  error: v.nullable(v.string()),
});
export type DumpFile = v.InferOutput<typeof dumpFileSchema>;

/** What the ready files of a system take of what they may, in bytes; files being made count as estimated. */
export const dumpQuotaSchema = v.object({ usedBytes: v.number(), limitBytes: v.number() });
export type DumpQuota = v.InferOutput<typeof dumpQuotaSchema>;

/** FILE-3: letters, digits, underscore, hyphen, dot, space only. */
export const dumpFileNameSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_\-. ]+$/, 'A file name has letters, digits, spaces, _, - and . alone'),
  v.maxLength(200),
);
