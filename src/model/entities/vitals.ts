import * as v from 'valibot';

/**
 * The bounds of what a receiver reports of itself, both included (VIT-2): voltage in V, memory in MB,
 * temperature in °C, numbers of the firmware's version.
 */
export const vitalsBounds = {
  voltage: { min: 0, max: 100 },
  memoryMb: { min: 0, max: 1_000_000_000 },
  /** Of a card, where there is one: percents of less would be none that anybody could believe. */
  cardMb: { min: 1, max: 1_000_000_000 },
  temperature: { min: -100, max: 150 },
  firmware: { min: 0, max: 9_999 },
} as const;

/** The least, the mean and the greatest of one thing within a stretch of time. */
const spread = v.object({ min: v.number(), mean: v.number(), max: v.number() });

/**
 * What a receiver reported from `from` on, ms since the epoch, for as long as one point is wide; null for
 * what it did not report. Voltage in V, memory in percent of its total, temperature in °C.
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
 * What a receiver said last of each thing, in the units of a point, and when; null for what it did not say.
 * Of memory the value is null where there is no card.
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

/** How wide a point is (ms) so that a time of `ms` has at most some 1,000 of them (VIT-5). */
export function pointWidth(ms: number): number {
  return [...widths, ...longWidths].find((width) => ms / width <= mostPoints) ?? 1_460 * hour;
}
