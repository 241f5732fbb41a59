import type { VitalsPoint } from '../entities/vitals.ts';
import type { ReceiverHistory } from './vitals-lines.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The rate is that of the last rise within the last days. */
const longestMs = 7 * dayMs;
/** A rise counts that is so long and has so many hours in it; */
const long = { ms: dayMs, hours: 12 };
/** or that is so high (in percent of the total), of a card that fills within days or hours. */
const high = { percent: 20, hours: 4 };
/** A fall by more than this, in percent of the total, is an emptying and no noise. */
const emptied = 5;
/** So far (in percent) hours may usually lie beside the line that is to say something. */
const mostOff = 2;
/** What lies further ahead nobody can tell by a week. */
const furthestDays = 60;
/** Of one that does not report any more nothing is told. */
const newestMs = 2 * dayMs;

type Known = { ts: number; percent: number };
export type Forecastable = Pick<ReceiverHistory, 'points' | 'newest'>;

/**
 * In how many days the memory is full at the rate of its last rise (VIT-7); null where that does not lie on a
 * line that says so. `now` in ms since the epoch.
 */
export function daysToFull({ points, newest: { memoryPercent: newest } }: Forecastable, now: number): number | null {
  if (newest === null || newest.value === null || newest.value >= 100 || now - newest.ts > newestMs) return null;
  const rise = risesOf(hoursOf(points).filter(({ ts }) => ts >= newest.ts - longestMs)).findLast(saysSomething);
  const first = rise?.[0];
  if (rise === undefined || first === undefined) return null;
  const slope = medianSlope(rise);
  const base = median(rise.map(({ ts, percent }) => percent - slope * (ts - first.ts)));
  const off = median(rise.map(({ ts, percent }) => Math.abs(percent - base - slope * (ts - first.ts))));
  if (slope <= 0 || off > mostOff) return null;
  const days = (100 - newest.value) / (slope * dayMs) - (now - newest.ts) / dayMs;
  return days > furthestDays ? null : Math.max(0, days);
}

/** 'Memory full in 9 days at this rate' */
export function fullText(days: number): string {
  if (days < 1) return 'Memory full within a day at this rate';
  const whole = Math.floor(days);
  return `Memory full in ${whole} ${whole === 1 ? 'day' : 'days'} at this rate`;
}

/** The means of hours, so that a history says the same however wide its points are. */
function hoursOf(points: readonly VitalsPoint[]): readonly Known[] {
  const known = points.flatMap(({ from, memoryPercent }) => (memoryPercent === null ? [] : [{ from, mean: memoryPercent.mean }]));
  return [...Map.groupBy(known, ({ from }) => Math.floor(from / hourMs))].map(([hour, of]) => ({
    ts: hour * hourMs,
    percent: of.reduce((sum, { mean }) => sum + mean, 0) / of.length,
  }));
}

/** What lies between one emptying and the next. */
function risesOf(hours: readonly Known[]): readonly (readonly Known[])[] {
  const rises: Known[][] = [];
  for (const hour of hours) {
    const rise = rises.at(-1);
    const before = rise?.at(-1);
    if (rise === undefined || before === undefined || hour.percent < before.percent - emptied) rises.push([hour]);
    else rise.push(hour);
  }
  return rises;
}

function saysSomething(rise: readonly Known[]): boolean {
  const [first, last] = [rise[0], rise.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (
    (rise.length >= long.hours && last.ts - first.ts >= long.ms) ||
    (rise.length >= high.hours && last.percent - first.percent >= high.percent)
  );
}

/** The median of the slopes between all pairs: some points that are wrong do not move it. */
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
