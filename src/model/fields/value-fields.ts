import * as v from 'valibot';
import { text } from './fields.ts';

/** What PostgreSQL's type `integer` holds. */
export const int32 = { min: -2_147_483_648, max: 2_147_483_647 } as const;

/** The largest id of anything the database numbers. */
export const maxId = int32.max;

/** The most items that one request names in a list. */
export const maxListed = 1_000;

/** A whole number within bounds. */
export function whole(min: number, max: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
}

/** A number within bounds. */
export function within(min: number, max: number) {
  return v.pipe(v.number(), v.minValue(min), v.maxValue(max));
}

/** The id of anything the database numbers. */
export const rowId = whole(1, maxId);

/** At least one id. */
export const rowIds = v.pipe(v.array(rowId), v.minLength(1), v.maxLength(maxListed));

/** How systems are named in paths: letters, digits, _ and -. */
export const systemNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The name of a system, as in paths. */
export const systemName = v.pipe(v.string(), v.regex(systemNamePattern, 'A system is named by letters, digits, _ and -'));

/** The name of an IANA timezone, as far as a schema can check; the host checks that it exists. */
export const timezoneName = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.regex(/^[A-Za-z0-9_+\-/]+$/, 'A timezone is named by letters, digits, _, +, - and /'),
);

/** An alarm's number within its system; 0 is before the first. */
export const alarmId = whole(0, maxId);

/** RX-6: a location is at most this many degrees north or south, and east or west. */
export const maxDegrees = { latitude: 90, longitude: 180 } as const;
export const latitude = within(-maxDegrees.latitude, maxDegrees.latitude);
export const longitude = within(-maxDegrees.longitude, maxDegrees.longitude);

/** RX-30: a location of which both are 0 is one that nobody set. */
export function isNowhere(lat: number | null, lon: number | null): boolean {
  return lat === 0 && lon === 0;
}

/** A colour as receivers and sites carry it: '#rrggbb'. */
export const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'A color is # and six hexadecimal digits'));

/** What stood in a field before a change: whatever it was, it is only compared. */
export const oldText = text(254);

/**
 * One operation of a person: 16 to 64 letters, digits, _ and -; chosen by the caller, so that a repeat is
 * known as one.
 */
export const operationId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{16,64}$/, 'An operation is named by 16 to 64 letters, digits, _ and -'),
);
