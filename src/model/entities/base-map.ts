import * as v from 'valibot';

/** The path of the map tile archive that the host's operator provides (LAY-7). */
export const mapArchivePath = '/map/archive.pmtiles';

/**
 * The base map that the host adds to the one in the page; `archive` and `style` are null if the operator
 * provides none. `styleFailed` is true if the configured style could not be loaded.
 */
export const baseMapSchema = v.object({
  archive: v.nullable(v.string()),
  style: v.nullable(v.string()),
  styleFailed: v.boolean(),
});
