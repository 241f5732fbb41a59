import * as v from 'valibot';

/**
 * What a contact was decoded as. CON-4 lists two enumerations, decode types (4, 7, 8, 14) and protocols (18, 19); receivers write
 * either, and no number stands in both with another meaning, so one table names them all and no import loses which it was.
 */
export const contactTypes = {
  4: 'Noise',
  7: 'Beeper',
  8: 'Coded',
  14: 'Status',
  18: 'Lotek 2000',
  19: 'Lotek 2003',
} as const;

const beeperType = 7;

/** The code a contact carries; null for a beeper's, which sends none whatever number stands in its place (CON-5). */
export function codeOf({ type, code }: { readonly type: number; readonly code: number }): number | null {
  return type === beeperType ? null : code;
}

/** The name of a contact's type; a type we do not know keeps its number. */
export function contactTypeName(type: number): string {
  return (contactTypes as Record<number, string>)[type] ?? `Type ${type}`;
}

/** A receiver's clock may run ahead of the host's this far, in ms; contacts of a later time are refused. */
export const maxAheadMs = 5 * 60_000;

/** Antennas are numbered 1 to 8 (CON-2). */
export const maxAntennas = 8;

/**
 * One hearing of one tag by one antenna (CON-1).
 * `freq` in MHz, `power` in dBm, `ts` in milliseconds since the epoch (UTC). `n` counts rows that are equal in all other
 * fields (CON-3): it is absent when 0.
 */
export const contactSchema = v.object({
  rxId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ant: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAntennas)),
  freq: v.pipe(v.number(), v.minValue(0), v.maxValue(2000)),
  code: v.pipe(v.number(), v.integer()),
  type: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  power: v.pipe(v.number(), v.minValue(-200), v.maxValue(50)),
  ts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)),
  n: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(32767))),
});
export type Contact = v.InferOutput<typeof contactSchema>;
