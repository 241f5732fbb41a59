import * as v from 'valibot';

/**
 * The bounds of vitals, both included (VIT-2): voltage in V, memory in MB, temperature in °C, and the numbers
 * of the firmware's version.
 */
export const vitalsBounds = {
  voltage: { min: 0, max: 100 },
  memoryMb: { min: 0, max: 1_000_000_000 },
  /** The size of a memory card, at least 1 MB: percentages of less would be meaningless. */
  cardMb: { min: 1, max: 1_000_000_000 },
  temperature: { min: -100, max: 150 },
  firmware: { min: 0, max: 9_999 },
} as const;

/** Minimum, mean and maximum of a value within a period. */
const spread = v.object({ min: v.number(), mean: v.number(), max: v.number() });

/**
 * A receiver's vitals within the period of one point, which starts at `from` (ms since 1970); null for values
 * that the receiver did not report. Voltage is in V, memory in percent, temperature in °C.
 */
export const vitalsPointSchema = v.object({
  from: v.number(),
  voltage: v.nullable(spread),
  memoryPercent: v.nullable(spread),
  temperature: v.nullable(spread),
});
export type VitalsPoint = v.InferOutput<typeof vitalsPointSchema>;

const said = v.object({ ts: v.number(), value: v.number() });

/**
 * The newest value of each of a receiver's vitals, in the units of a point, with its time; null if it was
 * never reported. The memory's `value` is null if there is no card.
 */
export const newestVitalsSchema = v.object({
  voltage: v.nullable(said),
  memoryPercent: v.nullable(v.object({ ...said.entries, value: v.nullable(v.number()) })),
  temperature: v.nullable(said),
});
export type NewestVitals = v.InferOutput<typeof newestVitalsSchema>;

const minute = 60_000;
const hour = 60 * minute;
const widths = [1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute);
const longWidths = [1, 2, 3, 6, 12, 24, 48, 168, 336, 730, 1_460].map((hours) => hours * hour);
const mostPoints = 1_000;

/** Returns the period of one point (ms) that divides `ms` into at most about 1,000 points (VIT-5). */
export function pointWidth(ms: number): number {
  return [...widths, ...longWidths].find((width) => ms / width <= mostPoints) ?? 1_460 * hour;
}
