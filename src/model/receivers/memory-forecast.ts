import type { VitalsPoint } from '../entities/vitals.ts';
import type { ReceiverHistory } from './vitals-lines.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Only the last rise within this time is used for the forecast. */
const maxRiseAgeMs = 7 * dayMs;
/** A rise is used for the forecast if it lasts at least `ms` and has at least `hours` hours with values. */
const longRise = { ms: dayMs, hours: 12 };
/**
 * A shorter rise is used too if it is at least `percent` of the card high and has at least `hours` hours with
 * values: some cards fill within hours or days.
 */
const highRise = { percent: 20, hours: 4 };
/** A larger fall than this (percent of the card) means that the memory was emptied. */
const emptyingDrop = 5;
/**
 * There is no forecast if the median distance of the hours from the fitted line is larger than this
 * (percentage points).
 */
const maxDeviation = 2;
/** No forecast goes further ahead (days): a week of data does not support it. */
const maxDays = 60;
/** No forecast is made if the newest report is older than this. */
const maxReportAgeMs = 2 * dayMs;

type Known = { ts: number; percent: number };
export type Forecastable = Pick<ReceiverHistory, 'points' | 'newest'>;

/**
 * Returns in how many days the memory will be full if its last rise goes on (VIT-7); null without a steady,
 * recent rise. `now` is in ms since the epoch.
 */
export function daysToFull({ points, newest: { memoryPercent: newest } }: Forecastable, now: number): number | null {
  if (newest === null || newest.value === null || newest.value >= 100 || now - newest.ts > maxReportAgeMs) return null;
  const rise = risesOf(hoursOf(points).filter(({ ts }) => ts >= newest.ts - maxRiseAgeMs)).findLast(isUsable);
  const first = rise?.[0];
  if (rise === undefined || first === undefined) return null;
  const slope = medianSlope(rise);
  const base = median(rise.map(({ ts, percent }) => percent - slope * (ts - first.ts)));
  const off = median(rise.map(({ ts, percent }) => Math.abs(percent - base - slope * (ts - first.ts))));
  if (slope <= 0 || off > maxDeviation) return null;
  const days = (100 - newest.value) / (slope * dayMs) - (now - newest.ts) / dayMs;
  return days > maxDays ? null : Math.max(0, days);
}

/** Returns text such as 'Memory full in 9 days at this rate'. */
export function fullText(days: number): string {
  if (days < 1) return 'Memory full within a day at this rate';
  const whole = Math.floor(days);
  return `Memory full in ${whole} ${whole === 1 ? 'day' : 'days'} at this rate`;
}

/** Averages the points by hour, so that the forecast does not depend on how much time each point covers. */
function hoursOf(points: readonly VitalsPoint[]): readonly Known[] {
  const known = points.flatMap(({ from, memoryPercent }) => (memoryPercent === null ? [] : [{ from, mean: memoryPercent.mean }]));
  return [...Map.groupBy(known, ({ from }) => Math.floor(from / hourMs))].map(([hour, of]) => ({
    ts: hour * hourMs,
    percent: of.reduce((sum, { mean }) => sum + mean, 0) / of.length,
  }));
}

/** Splits the hours into rises: a new one begins wherever the memory was emptied. */
function risesOf(hours: readonly Known[]): readonly (readonly Known[])[] {
  const rises: Known[][] = [];
  for (const hour of hours) {
    const rise = rises.at(-1);
    const before = rise?.at(-1);
    if (rise === undefined || before === undefined || hour.percent < before.percent - emptyingDrop) rises.push([hour]);
    else rise.push(hour);
  }
  return rises;
}

function isUsable(rise: readonly Known[]): boolean {
  const [first, last] = [rise[0], rise.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (
    (rise.length >= longRise.hours && last.ts - first.ts >= longRise.ms) ||
    (rise.length >= highRise.hours && last.percent - first.percent >= highRise.percent)
  );
}

/** Returns the median slope of all pairs of values, which a few wrong values do not change. */
function medianSlope(known: readonly Known[]): number {
  return median(
    known.flatMap((one, at) => known.slice(at + 1).map((other) => (other.percent - one.percent) / (other.ts - one.ts))),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}
