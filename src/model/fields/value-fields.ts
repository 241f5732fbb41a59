import * as v from 'valibot';
import { text } from './fields.ts';

/** The range of PostgreSQL's type `integer`. */
export const int32 = { min: -2_147_483_648, max: 2_147_483_647 } as const;

/** The largest id of a row of the database. */
export const maxId = int32.max;

/** The maximum number of items in a list of a request. */
export const maxListed = 1_000;

export function whole(min: number, max: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
}

export function within(min: number, max: number) {
  return v.pipe(v.number(), v.minValue(min), v.maxValue(max));
}

/** The id of a row of the database. */
export const rowId = whole(1, maxId);

/** A list of at least one id. */
export const rowIds = v.pipe(v.array(rowId), v.minLength(1), v.maxLength(maxListed));

/** The characters of a system's name in paths: letters, digits, _ and -. */
export const systemNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The name of a system, as in paths. */
export const systemName = v.pipe(v.string(), v.regex(systemNamePattern, 'A system is named by letters, digits, _ and -'));

/**
 * The name of an IANA timezone. The schema checks only the form of the name; the host checks that the
 * timezone exists.
 */
export const timezoneName = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.regex(/^[A-Za-z0-9_+\-/]+$/, 'A timezone is named by letters, digits, _, +, - and /'),
);

/** The number of an alarm within its system; 0 means before the first alarm. */
export const alarmId = whole(0, maxId);

/** RX-6: the largest latitude and longitude of a location, in degrees. */
export const maxDegrees = { latitude: 90, longitude: 180 } as const;
export const latitude = within(-maxDegrees.latitude, maxDegrees.latitude);
export const longitude = within(-maxDegrees.longitude, maxDegrees.longitude);

/** Returns true for a location of 0, 0, which means that none was set (RX-30). */
export function isNowhere(lat: number | null, lon: number | null): boolean {
  return lat === 0 && lon === 0;
}

/** A colour of a receiver or site: '#rrggbb'. */
export const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'A color is # and six hexadecimal digits'));

/** The previous value of a field. Any text is valid, because it is only compared. */
export const oldText = text(254);

/**
 * The id of an operation: 16 to 64 letters, digits, _ and -. The caller chooses it, so that the host
 * recognises a repeated request.
 */
export const operationId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{16,64}$/, 'An operation is named by 16 to 64 letters, digits, _ and -'),
);
