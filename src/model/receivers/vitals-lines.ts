import type { ReplyFor } from '../contract/call.ts';
import type { vitalsCalls } from '../contract/vitals-calls.ts';
import type { VitalsPoint } from '../entities/vitals.ts';
import { relativeTime } from '../time/relative-time.ts';
import type { StripPart } from './status-strip.ts';

/** What a receiver reported of itself in a time, as the host answers it (VIT-5). */
export type ReceiverHistory = ReplyFor<(typeof vitalsCalls)['listReceiverVitals']>;

/** What has a line of its own. */
export type VitalsName = 'voltage' | 'memoryPercent' | 'temperature';

/**
 * A line in a field of 1,000 by 100, its top being 0, of a scale from `low` to `high`: `area` from least to
 * greatest, `line` the means.
 */
export type VitalsLine = { low: number; high: number; least: number; greatest: number; area: string; line: string };

const width = 1_000;
const height = 100;
/** So many points may be missing before the line is broken: a receiver that was away reported nothing. */
export const mostMissing = 3;
/** The scale of what hardly changes is not torn to the whole height. */
const leastRange: Readonly<Record<VitalsName, number>> = { voltage: 1, memoryPercent: 10, temperature: 5 };

/** Nothing is measured beyond these, and so no scale goes there. */
const bounds: Readonly<Record<VitalsName, readonly [number, number]>> = {
  voltage: [0, Infinity],
  memoryPercent: [0, 100],
  temperature: [-Infinity, Infinity],
};

/** The line of one thing over the time of its history; null where it was not reported. */
export function vitalsLine({ from, to, pointMs, points }: ReceiverHistory, name: VitalsName): VitalsLine | null {
  const known = points.flatMap((point) => {
    const spread = point[name];
    return spread === null ? [] : [{ ts: point.from + pointMs / 2, ...spread }];
  });
  if (known.length === 0) return null;
  const least = Math.min(...known.map(({ min }) => min));
  const greatest = Math.max(...known.map(({ max }) => max));
  const { low, high } = scaleOf(name, least, greatest);
  const x = (ts: number): string => ((Math.min(Math.max(ts - from, 0), to - from) * width) / (to - from)).toFixed(1);
  const y = (value: number): string => (((high - value) * height) / (high - low)).toFixed(1);
  const runs: (typeof known)[] = [];
  for (const point of known) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || point.ts - last.ts > mostMissing * pointMs) runs.push([point]);
    else run.push(point);
  }
  const through = (ends: readonly string[]): string => `M${ends.join('L')}`;
  return {
    low,
    high,
    least,
    greatest,
    // One point alone is a dot, which a line without length with round ends is.
    line: runs
      .map((run) => through((run.length === 1 ? [...run, ...run] : run).map(({ ts, mean }) => `${x(ts)} ${y(mean)}`)))
      .join(''),
    area: runs
      .map((run) => {
        const [upper, lower] = [run.map(({ ts, max }) => `${x(ts)} ${y(max)}`), run.map(({ ts, min }) => `${x(ts)} ${y(min)}`)];
        return `${through([...upper, ...lower.toReversed()])}Z`;
      })
      .join(''),
  };
}

/** A scale that holds both, no narrower than what is worth telling, and within what there can be. */
function scaleOf(name: VitalsName, least: number, greatest: number): { low: number; high: number } {
  const [bottom, top] = [Math.min(bounds[name][0], least), Math.max(bounds[name][1], greatest)];
  const range = Math.max(leastRange[name], greatest - least);
  const low = Math.max(bottom, Math.min((least + greatest - range) / 2, top - range));
  return { low: Math.floor(low * 10) / 10, high: Math.ceil((low + range) * 10) / 10 };
}

/**
 * A measured value with one digit, rounded down (RX-31): 9.96 V is not 10. What single precision adds or
 * takes is no part of it.
 */
export function vitalsText(value: number): string {
  return (Math.floor(Math.round(value * 10_000) / 1_000) / 10).toFixed(1);
}

/** The newest mean of one thing, and where it is not of now how long ago it was; null where there is none. */
export function newestOf({ to, pointMs, points }: ReceiverHistory, name: VitalsName): { mean: number; ago: string } | null {
  const newest = points.findLast((point) => point[name] !== null);
  const mean = newest?.[name]?.mean;
  if (newest === undefined || mean === undefined) return null;
  const end = newest.from + pointMs;
  return { mean, ago: to - end > mostMissing * pointMs ? relativeTime(end, to) : '' };
}

/**
 * The states of the same time as parts of a strip; null as a status where nothing is known, before the first
 * and after the last: one that was retired is in no state since (FLEET-14).
 */
export function statesBeneath({ from, to, states }: ReceiverHistory): StripPart[] {
  const part = (status: number | null, begin: number, end: number): StripPart => ({
    status,
    from: begin,
    to: end,
    start: ((begin - from) * 100) / (to - from),
    width: ((end - begin) * 100) / (to - from),
  });
  const [first, last] = [states[0], states.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known = states.map(({ status, from: begin, to: end }) => part(status, begin, end));
  return [
    ...(first.from > from ? [part(null, from, first.from)] : []),
    ...known,
    ...(last.to < to ? [part(null, last.to, to)] : []),
  ];
}

/** One day in words: its least and greatest of each thing. */
export type VitalsDay = { day: string } & Record<VitalsName, { min: number; max: number } | null>;

/** The days of a history, the newest first; `dayOf` names the day of a time (ms). */
export function vitalsDays({ points }: ReceiverHistory, dayOf: (ts: number) => string): VitalsDay[] {
  return [...Map.groupBy(points, ({ from }) => dayOf(from))]
    .map(([day, of]) => ({
      day,
      voltage: spreadOf(of, 'voltage'),
      memoryPercent: spreadOf(of, 'memoryPercent'),
      temperature: spreadOf(of, 'temperature'),
    }))
    .toReversed();
}

function spreadOf(points: readonly VitalsPoint[], name: VitalsName): { min: number; max: number } | null {
  const known = points.flatMap((point) => point[name] ?? []);
  if (known.length === 0) return null;
  return { min: Math.min(...known.map(({ min }) => min)), max: Math.max(...known.map(({ max }) => max)) };
}
