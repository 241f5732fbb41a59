import * as v from 'valibot';

/** The path of the map tile archive that the host's operator provides (LAY-7). */
export const mapArchivePath = '/map/archive.pmtiles';

/** The base map beyond what the page contains. `styleFailed`: the configured style could not be loaded. */
export const baseMapSchema = v.object({
  archive: v.nullable(v.string()),
  style: v.nullable(v.string()),
  styleFailed: v.boolean(),
});
