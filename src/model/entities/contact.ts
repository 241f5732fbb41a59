import * as v from 'valibot';
import { int32, whole, within } from '../fields/value-fields.ts';

/**
 * The names of the types that contacts are decoded as. CON-4 lists two enumerations, decode types (4, 7, 8,
 * 14) and protocols (18, 19), and receivers send numbers of both. No number has two meanings, so one table
 * names them all, and imports keep the original number.
 */
export const contactTypes = {
  4: 'Noise',
  7: 'Beeper',
  8: 'Coded',
  14: 'Status',
  18: 'Lotek 2000',
  19: 'Lotek 2003',
} as const;

/** The type and code of noise (CON-10). */
export const noise = { type: 4, code: 995 } as const;

/**
 * The range of a power histogram in buckets of 1 dBm. The first bucket also contains all lower powers, the
 * last one all higher powers (STAT-6).
 */
export const powerBuckets = { least: -130, most: -60 } as const;

/** The type of a beeper, in contacts and transmitters. */
export const beeperType = 7;

/** The type of a coded transmitter's contacts. */
export const codedType = 8;

/**
 * Returns the code of a contact. Returns null for a beeper's contact, because the number in its field is no
 * code (CON-5).
 */
export function codeOf({ type, code }: { readonly type: number; readonly code: number }): number | null {
  return type === beeperType ? null : code;
}

/** Returns the name of a contact's type, with its number if unknown. */
export function contactTypeName(type: number): string {
  return (contactTypes as Record<number, string>)[type] ?? `Type ${type}`;
}

/** How far a receiver's clock may be ahead of the host's, in ms. Contacts with a later time are refused. */
export const maxAheadMs = 5 * 60_000;

/**
 * The earliest plausible time of a contact (ms): receivers of this kind are newer, and clocks that were never
 * set are in 1970.
 */
export const earliestTs = Date.UTC(2000, 0, 1);

/** Antennas are numbered 1 to 8 (CON-2). */
export const maxAntennas = 8;

/** The numbers of all antennas that a receiver may have. */
export const allAntennas: readonly number[] = Array.from({ length: maxAntennas }, (_, at) => at + 1);

/**
 * The bounds of a contact's fields, both included (CON-2): frequency in MHz, power in dBm, time in ms since
 * 1970 (as far as dates reach). Schemas, hand-written readers and file formats use these.
 */
export const contactBounds = {
  ant: { min: 1, max: maxAntennas },
  freq: { min: 0, max: 2_000 },
  code: int32,
  type: { min: 0, max: 255 },
  power: { min: -200, max: 50 },
  ts: { min: 0, max: 8.64e15 },
  n: { min: 0, max: 32_767 },
} as const;
const { ant, freq, code, type, power, ts, n } = contactBounds;

/** The most contacts that may be equal except for `n` (CON-3), and the reason for refusing more. */
export const maxEqual = n.max + 1;
export const tooManyEqual = `more than ${maxEqual} equal contacts`;

/**
 * One hearing of one transmission by one antenna (CON-1). `freq` in MHz, `power` in dBm, `ts` in ms since
 * 1970 (UTC). `n` numbers contacts that are equal in all other fields (CON-3); it is absent if 0.
 */
export const contactSchema = v.object({
  rxId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ant: whole(ant.min, ant.max),
  freq: within(freq.min, freq.max),
  code: whole(code.min, code.max),
  type: whole(type.min, type.max),
  power: within(power.min, power.max),
  ts: whole(ts.min, ts.max),
  n: v.optional(whole(n.min, n.max)),
});
export type Contact = v.InferOutput<typeof contactSchema>;

/**
 * The value in place of a code for contacts without one. It is below every code, so that these contacts come
 * first.
 */
export const noCode = Number.MIN_SAFE_INTEGER;
