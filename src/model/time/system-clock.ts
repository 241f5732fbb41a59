import * as v from 'valibot';

/**
 * How clocks of a timezone go, as the host knows it (SYS-16): from when on (ms since the epoch, the earliest
 * first) they are how many minutes east of UTC, and by what name. It says nothing of `until` and later.
 */
export const systemClockSchema = v.object({
  timezone: v.string(),
  until: v.number(),
  spans: v.array(v.object({ from: v.number(), offset: v.number(), zone: v.string() })),
});
export type SystemClock = v.InferOutput<typeof systemClockSchema>;
export type ClockSpan = SystemClock['spans'][number];
