import { stampText } from '../time/time-text.ts';
import { instantAt, type ZoneClock } from '../time/wall-time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The steps between ticks (ms): whole fractions of a day, or several days. */
const steps = [
  hourMs / 60,
  hourMs / 12,
  hourMs / 4,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
  31 * dayMs,
  366 * dayMs,
];
const maxTicks = 8;

/**
 * Returns the ticks between two instants (ms), at round times of the system's clock. Their texts are '11-26'
 * at midnight and '14:00' otherwise, or '2026-11-26' if the step is longer than a week.
 */
export function dayTicks([from, to]: readonly [number, number], clock: ZoneClock): { at: number; text: string }[] {
  const step = steps.find((each) => (to - from) / each <= maxTicks) ?? (to - from) / maxTicks;
  const wall = (ts: number): number => ts + clock.offsetMinutes(ts) * 60_000;
  const ticks: { at: number; text: string }[] = [];
  for (let shown = Math.ceil(wall(from) / step) * step; ticks.length <= 2 * maxTicks; shown += step) {
    const at = instantAt(shown, clock);
    if (at > to) break;
    const stamp = stampText(shown, 0);
    const text = shown % dayMs !== 0 ? stamp.slice(11, 16) : step > 7 * dayMs ? stamp.slice(0, 10) : stamp.slice(5, 10);
    if (at >= from && at !== ticks.at(-1)?.at) ticks.push({ at, text });
  }
  return ticks;
}
