import * as v from 'valibot';
import { isoInstant } from '../time/iso-instant.ts';
import { whole } from './value-fields.ts';

/**
 * The latest instant in a request, in ms since 1970: the end of the year 9999, because later years have no
 * four-digit ISO 8601 form.
 */
export const latestMs = 253_402_300_799_999;

/** An instant in ms since 1970. */
export const instantMs = whole(0, latestMs);

/** An instant as an ISO 8601 time with its offset. */
export const instantText = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => isWithin(isoInstant(text)), 'A time is ISO 8601 with its offset, such as 2026-11-20T08:15:00Z'),
);

/** A time in UTC as 'YYYY-MM-DD HH:mm:ss' (REG-9). */
export const plainTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, 'A time is YYYY-MM-DD HH:mm:ss'),
  v.check((text) => isWithin(plainInstant(text)), 'There is no such time'),
);

/** Two instants in ms since 1970, the first one not after the second. */
export const spanMs = v.pipe(
  v.strictTuple([instantMs, instantMs]),
  v.check(([from, to]) => from <= to, endsFirst()),
);

export function endsFirst(): string {
  return 'The end is before the start';
}

/** Returns the instant of a 'YYYY-MM-DD HH:mm:ss' in UTC, in ms since 1970; NaN if it does not exist. */
export function plainInstant(text: string): number {
  return isoInstant(`${text.replace(' ', 'T')}Z`);
}

function isWithin(ms: number): boolean {
  return ms >= 0 && ms <= latestMs;
}
