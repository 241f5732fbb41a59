import type { ReplyFor } from '../contract/call.ts';
import type { vitalsCalls } from '../contract/vitals-calls.ts';
import type { Receiver } from '../entities/receiver.ts';
import { memoryUsedPercent, percentText, voltageText } from '../entities/receiver-health.ts';
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

const newestTexts: Readonly<Record<VitalsName, (value: number) => string>> = {
  voltage: voltageText,
  memoryPercent: percentText,
  temperature: (value) => `${vitalsText(value)} °C`,
};

function newestValueText(name: VitalsName, value: number | null): string {
  return value === null ? 'No card' : newestTexts[name](value);
}

/** '12.4 V': what was said last of one thing, and where that is not of now how long ago it was. */
export function newestText({ to, pointMs, newest }: ReceiverHistory, name: VitalsName): string {
  const last = newest[name];
  if (last === null) return 'not reported';
  const text = newestValueText(name, last.value);
  return to - last.ts > mostMissing * pointMs ? `${text}, ${relativeTime(last.ts, to)}` : text;
}

/** What is known live of a receiver. */
export type Reported = Pick<Receiver, 'infoTime' | 'voltage' | 'memoryUsedMb' | 'memoryTotalMb'>;

/** A history with what its receiver reported since it was loaded: the very same where that is nothing new. */
export function withReported(history: ReceiverHistory, rx: Reported | undefined): ReceiverHistory {
  const ts = rx?.infoTime ?? null;
  if (rx === undefined || ts === null) return history;
  const { newest, pointMs } = history;
  const voltage = rx.voltage !== null && isNew(history, 'voltage', ts, rx.voltage) ? rx.voltage : null;
  const percent = memoryUsedPercent(rx);
  const isMemoryNew = isNew(history, 'memoryPercent', ts, percent);
  if (voltage === null && !isMemoryNew) return history;
  const from = Math.floor(ts / pointMs) * pointMs;
  const last = history.points.at(-1);
  const isUnderWay = last !== undefined && last.from >= from;
  const point = isUnderWay ? last : { from, voltage: null, memoryPercent: null, temperature: null };
  return {
    ...history,
    to: Math.max(history.to, ts),
    newest: {
      ...newest,
      ...(voltage === null ? {} : { voltage: { ts, value: voltage } }),
      ...(isMemoryNew ? { memoryPercent: { ts, value: percent } } : {}),
    },
    points: [
      ...(isUnderWay ? history.points.slice(0, -1) : history.points),
      {
        ...point,
        voltage: spreadWith(point.voltage, voltage),
        memoryPercent: spreadWith(point.memoryPercent, isMemoryNew ? percent : null),
      },
    ],
  };
}

/**
 * True for what is later than what was said last, and reads otherwise. What was never said in this time is
 * new where it is later than all of it: what is known live may be older.
 */
function isNew({ to, newest }: ReceiverHistory, name: VitalsName, ts: number, value: number | null): boolean {
  const known = newest[name];
  if (known === null) return ts > to && value !== null;
  return ts > known.ts && newestValueText(name, value) !== newestValueText(name, known.value);
}

function spreadWith(spread: VitalsPoint['voltage'], value: number | null): VitalsPoint['voltage'] {
  if (value === null) return spread;
  if (spread === null) return { min: value, mean: value, max: value };
  return { ...spread, min: Math.min(spread.min, value), max: Math.max(spread.max, value) };
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
