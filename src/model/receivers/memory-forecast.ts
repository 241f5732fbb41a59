import type { VitalsPoint } from '../entities/vitals.ts';

const dayMs = 86_400_000;
/** The rate is that of the last days since it was emptied, of at least one of them with so many points. */
const longestMs = 7 * dayMs;
const shortestMs = dayMs;
const fewestPoints = 12;
/** A fall by more than this, in percent of the total, is an emptying and no noise. */
const emptied = 5;
/** So far (in percent) points may usually lie beside the line that is to say something. */
const mostOff = 2;
/** What lies further ahead nobody can tell by a week. */
const furthestDays = 60;
/** Of one that does not report any more nothing is told. */
const newestMs = 2 * dayMs;

type Known = { ts: number; percent: number };

/**
 * In how many days the memory is full at the rate of the last days since it was emptied (VIT-7); null where
 * the points do not lie on a line that says so. `now` in ms since the epoch.
 */
export function daysToFull(points: readonly VitalsPoint[], now: number): number | null {
  const known = sinceEmptied(
    points.flatMap(({ from, memoryPercent }) => (memoryPercent === null ? [] : [{ ts: from, percent: memoryPercent.mean }])),
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || now - last.ts > newestMs) return null;
  if (known.length < fewestPoints || last.ts - first.ts < shortestMs || last.percent >= 100) return null;
  const slope = medianSlope(known);
  const base = median(known.map(({ ts, percent }) => percent - slope * (ts - first.ts)));
  const off = median(known.map(({ ts, percent }) => Math.abs(percent - base - slope * (ts - first.ts))));
  if (slope <= 0 || off > mostOff) return null;
  const days = (100 - last.percent) / (slope * dayMs) - (now - last.ts) / dayMs;
  return days > furthestDays ? null : Math.max(0, days);
}

/** 'Memory full in 9 days at this rate' */
export function fullText(days: number): string {
  if (days < 1) return 'Memory full within a day at this rate';
  const whole = Math.floor(days);
  return `Memory full in ${whole} ${whole === 1 ? 'day' : 'days'} at this rate`;
}

function sinceEmptied(known: readonly Known[]): readonly Known[] {
  const fall = known.findLastIndex(({ percent }, at) => percent < (known[at - 1]?.percent ?? -Infinity) - emptied);
  const newest = known.at(-1)?.ts ?? 0;
  return known.slice(Math.max(0, fall)).filter(({ ts }) => ts >= newest - longestMs);
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
