import * as v from 'valibot';
import { int32, whole, within } from '../fields/value-fields.ts';

/**
 * What a contact was decoded as. CON-4 lists two enumerations, decode types (4, 7, 8, 14) and protocols (18,
 * 19); receivers write either, and no number stands in both with another meaning, so one table names them all
 * and no import loses which it was.
 */
export const contactTypes = {
  4: 'Noise',
  7: 'Beeper',
  8: 'Coded',
  14: 'Status',
  18: 'Lotek 2000',
  19: 'Lotek 2003',
} as const;

/** What a receiver writes for noise (CON-10). */
export const noise = { type: 4, code: 995 } as const;

/** The buckets of a power histogram, one a dBm; the first and the last are open (STAT-6). */
export const powerBuckets = { least: -130, most: -60 } as const;

/** What a beeper's contacts and transmitters are named by. */
export const beeperType = 7;

/** What a receiver writes for a coded transmitter that it decoded. */
export const codedType = 8;

/**
 * The code a contact carries; null for a beeper's, which sends none whatever number stands in its place
 * (CON-5).
 */
export function codeOf({ type, code }: { readonly type: number; readonly code: number }): number | null {
  return type === beeperType ? null : code;
}

/** The name of a contact's type; a type we do not know keeps its number. */
export function contactTypeName(type: number): string {
  return (contactTypes as Record<number, string>)[type] ?? `Type ${type}`;
}

/** A receiver's clock may run ahead of the host's this far, in ms; contacts of a later time are refused. */
export const maxAheadMs = 5 * 60_000;

/** No receiver of the field's kind wrote before this (ms); clocks that were never set say 1970. */
export const earliestTs = Date.UTC(2000, 0, 1);

/** Antennas are numbered 1 to 8 (CON-2). */
export const maxAntennas = 8;

/** Every antenna that a receiver may have. */
export const allAntennas: readonly number[] = Array.from({ length: maxAntennas }, (_, at) => at + 1);

/**
 * The bounds of a contact's fields, both included (CON-2): frequency in MHz, power in dBm, time in ms since
 * the epoch (as far as a date reaches). Schemas, hand-written readers and file formats take them from here.
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

/** How many contacts may be equal in all but `n` (CON-3), and why one more is refused. */
export const maxEqual = n.max + 1;
export const tooManyEqual = `more than ${maxEqual} equal contacts`;

/**
 * One hearing of one tag by one antenna (CON-1). `freq` in MHz, `power` in dBm, `ts` in milliseconds since
 * the epoch (UTC). `n` counts rows that are equal in all other fields (CON-3): it is absent when 0.
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

/** What stands for the code of contacts that carry none: below every code, so that they come first. */
export const noCode = Number.MIN_SAFE_INTEGER;
