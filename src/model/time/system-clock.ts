import * as v from 'valibot';

/**
 * The offsets of a timezone over time, as the host knows them (SYS-16). Each span begins at `from` (ms since
 * 1970, earliest first) and has its offset in minutes east of UTC and its abbreviation. Nothing is known from
 * `until` on.
 */
export const systemClockSchema = v.object({
  timezone: v.string(),
  until: v.number(),
  spans: v.array(v.object({ from: v.number(), offset: v.number(), zone: v.string() })),
});
export type SystemClock = v.InferOutput<typeof systemClockSchema>;
export type ClockSpan = SystemClock['spans'][number];
