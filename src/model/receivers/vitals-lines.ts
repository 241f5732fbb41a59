import type { ReplyFor } from '../contract/call.ts';
import type { vitalsCalls } from '../contract/vitals-calls.ts';
import type { Receiver } from '../entities/receiver.ts';
import { memoryUsedPercent, percentText, voltageText } from '../entities/receiver-health.ts';
import type { VitalsPoint } from '../entities/vitals.ts';
import { relativeTime } from '../time/relative-time.ts';
import type { StripPart } from './status-strip.ts';

/** The history of a receiver's vitals, as the host sends it (VIT-5). */
export type ReceiverHistory = ReplyFor<(typeof vitalsCalls)['listReceiverVitals']>;

/** The vitals that have a line. */
export type VitalsName = 'voltage' | 'memoryPercent' | 'temperature';

/**
 * A line in a box of 1,000 by 100 with y = 0 at the top; the scale runs from `low` to `high`. `area` is the
 * path of the range from min to max, `line` the path of the means.
 */
export type VitalsLine = { low: number; high: number; least: number; greatest: number; area: string; line: string };

const width = 1_000;
const height = 100;
/** The line breaks if more points than this are missing, because the receiver reported nothing. */
export const mostMissing = 3;
/** The smallest range of a scale, so that tiny variations do not fill the height. */
const leastRange: Readonly<Record<VitalsName, number>> = { voltage: 1, memoryPercent: 10, temperature: 5 };

/** The physical limits of each value; no scale goes beyond them. */
const bounds: Readonly<Record<VitalsName, readonly [number, number]>> = {
  voltage: [0, Infinity],
  memoryPercent: [0, 100],
  temperature: [-Infinity, Infinity],
};

/** Returns the line of one value over the history's time; null if it was never reported. */
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
    // A single point is drawn as a line of no length, which round ends turn into a dot.
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

/** Returns a scale that holds both values, has at least the smallest range and stays within the limits. */
function scaleOf(name: VitalsName, least: number, greatest: number): { low: number; high: number } {
  const [bottom, top] = [Math.min(bounds[name][0], least), Math.max(bounds[name][1], greatest)];
  const range = Math.max(leastRange[name], greatest - least);
  const low = Math.max(bottom, Math.min((least + greatest - range) / 2, top - range));
  return { low: Math.floor(low * 10) / 10, high: Math.ceil((low + range) * 10) / 10 };
}

/**
 * Formats a value with one decimal, rounded down (RX-31): 9.96 V is not 10. First removes rounding errors of
 * single precision.
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

/** Returns the newest value, e.g. '12.4 V', with its age if it is not current. */
export function newestText({ to, pointMs, newest }: ReceiverHistory, name: VitalsName): string {
  const last = newest[name];
  if (last === null) return 'not reported';
  const text = newestValueText(name, last.value);
  return to - last.ts > mostMissing * pointMs ? `${text}, ${relativeTime(last.ts, to)}` : text;
}

/** The live values of a receiver. */
export type Reported = Pick<Receiver, 'infoTime' | 'voltage' | 'memoryUsedMb' | 'memoryTotalMb'>;

/**
 * Adds the values that the receiver reported since the history was loaded; returns the same object if there
 * are none.
 */
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
 * Returns true for a live value that is newer than the last one in the history and has another text. If the
 * history has none, the live value must be newer than the whole history, because live values may be old.
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
 * Returns the states in the history's time as parts of a strip. The status is null before the first and after
 * the last known state: a retired receiver has no state (FLEET-14). Empty if no state is known.
 */
export function statusParts({ from, to, states }: ReceiverHistory): StripPart[] {
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

/** The minimum and maximum of each value on one day. */
export type VitalsDay = { day: string } & Record<VitalsName, { min: number; max: number } | null>;

/** Returns the days of a history, the newest first; `dayOf` names the day of a time (ms). */
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
