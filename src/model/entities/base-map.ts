import * as v from 'valibot';

/** Where the host serves the archive of map tiles that its operator put there (LAY-7). */
export const mapArchivePath = '/map/archive.pmtiles';

/** What lies under the pins besides what comes with the page; `styleFailed`: one was set, and is away. */
export const baseMapSchema = v.object({
  archive: v.nullable(v.string()),
  style: v.nullable(v.string()),
  styleFailed: v.boolean(),
});
