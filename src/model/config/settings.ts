import * as v from 'valibot';

/** What one field of a configuration holds; a table is stored as its numbers. Null: as by default. */
export type SettingValue = number | string | number[] | null;

/**
 * A configuration, or a part of one, as it is stored and as changes carry it: the value of each field by its
 * family and its path, 'orion.general.squelch' (CFG-8). So a change says which fields it touched, and two
 * that touch different fields do not meet.
 */
export type Settings = Record<string, SettingValue>;

/** Any settings, whatever their limits: an undo must be able to bring back what stood there. */
export const settingsSchema: v.GenericSchema<unknown, Settings> = v.record(
  v.pipe(v.string(), v.regex(/^(orion|ares)(\.[A-Za-z0-9]+)+$/)),
  v.nullable(v.union([v.number(), v.string(), v.array(v.number())])),
);
