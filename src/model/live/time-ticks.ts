import type { TimeLimit } from './live-settings.ts';

/** The possible distances between ticks for each time choice, in ms, narrow to wide. */
const steps: Record<TimeLimit, readonly number[]> = {
  30_000: [5_000, 10_000, 15_000],
  60_000: [10_000, 15_000, 30_000],
  300_000: [30_000, 60_000, 120_000],
};

/** The room for a tick's label ('14:03:20'), in pixels. */
const labelWidth = 72;

/**
 * Returns the ticks' times in a range that ends at `edge` (ms since 1970), as close as their labels allow.
 */
export function timeTicks(edge: number, span: TimeLimit, width: number): number[] {
  const choices = steps[span];
  const step = choices.find((each) => (each / span) * width >= labelWidth) ?? choices[choices.length - 1]!;
  const ticks: number[] = [];
  for (let ts = Math.ceil((edge - span) / step) * step; ts <= edge; ts += step) ticks.push(ts);
  return ticks;
}
