import type { ReplyFor } from '../contract/call.ts';
import type { vitalsCalls } from '../contract/vitals-calls.ts';
import type { VitalsPoint } from '../entities/vitals.ts';
import { relativeTime } from '../time/relative-time.ts';
import type { StripPart } from './status-strip.ts';

/** What a receiver reported of itself in a time, as the host answers it (VIT-5). */
export type ReceiverHistory = ReplyFor<(typeof vitalsCalls)['listReceiverVitals']>;

/** What has a line of its own. */
export type VitalsName = 'voltage' | 'memoryPercent' | 'temperature';

/** A line in a field of 1,000 by 100, its top being 0: `area` from least to greatest, `line` the means. */
export type VitalsLine = { low: number; high: number; least: number; greatest: number; area: string; line: string };

const width = 1_000;
const height = 100;
/** So many points may be missing before the line is broken: a receiver that was away reported nothing. */
const mostMissing = 3;
/** The scale of what hardly changes is not torn to the whole height. */
const leastRange: Readonly<Record<VitalsName, number>> = { voltage: 1, memoryPercent: 10, temperature: 5 };

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

/** What can be: no voltage and no memory is below nothing, and memory is full at 100 %. */
function scaleOf(name: VitalsName, least: number, greatest: number): { low: number; high: number } {
  const range = leastRange[name];
  const bottom = name === 'temperature' ? -Infinity : 0;
  const top = name === 'memoryPercent' ? Math.max(100, greatest) : Infinity;
  const spare = Math.max(0, range - (greatest - least)) / 2;
  let [low, high] = [least - spare, greatest + spare];
  if (low < bottom) [low, high] = [bottom, Math.max(greatest, bottom + range)];
  if (high > top) [low, high] = [Math.min(least, top - range), top];
  return { low: Math.floor(low * 10) / 10, high: Math.ceil(high * 10) / 10 };
}

export const vitalsUnits: Readonly<Record<VitalsName, string>> = { voltage: 'V', memoryPercent: '%', temperature: '°C' };

/** One digit of a value: of voltage and memory rounded down (RX-31). */
export function digitOf(name: VitalsName, value: number): string {
  return (name === 'temperature' ? value : Math.floor(value * 10) / 10).toFixed(1);
}

/** A value with its unit. */
export function vitalsText(name: VitalsName, value: number): string {
  return `${digitOf(name, value)} ${vitalsUnits[name]}`;
}

/** What was reported last, and when that was unless it was just now. */
export function newestText({ to, pointMs, points }: ReceiverHistory, name: VitalsName): string {
  const last = points.findLast((point) => point[name] !== null);
  const value = last?.[name]?.mean;
  if (last === undefined || value === undefined) return 'not reported';
  const text = vitalsText(name, value);
  return to - last.from > mostMissing * pointMs ? `${text}, ${relativeTime(last.from, to)}` : text;
}

/** The states of the same time as parts of a strip; null as a status where nothing is known. */
export function statesBeneath({ from, to, states }: ReceiverHistory): StripPart[] {
  const part = (status: number | null, begin: number, end: number): StripPart => ({
    status,
    from: begin,
    to: end,
    start: ((begin - from) * 100) / (to - from),
    width: ((end - begin) * 100) / (to - from),
  });
  const first = states[0];
  const known = states.map(({ status, from: begin, to: end }) => part(status, begin, end));
  return first === undefined || first.from <= from ? known : [part(null, from, first.from), ...known];
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
