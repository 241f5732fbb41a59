import * as v from 'valibot';

/** FILE-3: `completed` 0 failed, null processing, 1 ready; `size` in bytes; times in ms since the epoch. */
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
  filters: v.object({ dateRange: v.tuple([v.number(), v.number()]) }),
});

/** FILE-3: letters, digits, underscore, hyphen, dot, space only. */
export const dumpFileNameSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_\-. ]+$/), v.maxLength(200));
