import * as v from 'valibot';

/**
 * The value of one field of a configuration. A table is stored as an array of its numbers. Null means the
 * default.
 */
export type SettingValue = number | string | number[] | null;

/**
 * A configuration, or a part of one, as stored and in changes: the value of each field by its family and
 * path, 'orion.general.squelch' (CFG-8). A change therefore names the fields that it touches, and changes of
 * different fields do not conflict.
 */
export type Settings = Record<string, SettingValue>;

/** The schema of settings. It does not check limits, because an undo must be able to restore older values. */
export const settingsSchema: v.GenericSchema<unknown, Settings> = v.record(
  v.pipe(v.string(), v.regex(/^(orion|ares)(\.[A-Za-z0-9]+)+$/)),
  v.nullable(v.union([v.number(), v.string(), v.array(v.number())])),
);
