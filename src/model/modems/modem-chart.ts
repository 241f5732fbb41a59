import type { Chart, LinePoint } from '../charts/chart.ts';
import type { ModemPoint } from '../entities/modem.ts';
import { countText, decimalText } from '../text/number-text.ts';
import { dayTicks } from '../charts/day-ticks.ts';
import { modemTimeText, type ModemTime, type PlotName } from './modems-address.ts';

/** How often the chart's readings are requested (REG-31), in ms. */
export const modemSeriesRefreshMs = 300_000;

/** The readings of a modem from one instant to another (ms). */
export type ModemSeries = { from: number; to: number; stepMs: number; points: readonly ModemPoint[] };

/** The plots to choose from (REG-31), with their scales from bottom to top and their numbers of digits. */
export const plots: Record<
  PlotName,
  { label: string; axis: string; unit: string; scale: readonly [bottom: number, top: number]; digits: number }
> = {
  voltage: { label: 'Voltage', axis: 'Supply voltage', unit: 'V', scale: [0, 16], digits: 2 },
  temperature: { label: 'Temperature', axis: 'Core temperature', unit: '°C', scale: [0, 75], digits: 1 },
  rssi: { label: 'RSSI', axis: 'RSSI', unit: 'dBm', scale: [-120, -50], digits: 0 },
};

/** A line breaks if nothing was measured for longer than this many usual intervals. */
const mostMissing = 3;

type Clock = { stamp: (ts: number) => string; zone: (ts: number) => string; offsetMinutes: (ts: number) => number };
type Setting = { name: string; plot: PlotName; time: ModemTime; clock: Clock };

/** Returns text such as 'Voltage of North ridge modem, past day'. */
export function modemChartTitle({ name, plot, time }: Omit<Setting, 'clock'>): string {
  return `${plots[plot].label} of ${name}, ${modemTimeText(time)}`;
}

/** Returns the chart of one reading of a modem, with times in the system's timezone (REG-31). */
export function modemChart(series: ModemSeries, setting: Setting): Chart {
  const { label, axis, unit, scale, digits } = plots[setting.plot];
  const { clock } = setting;
  const { from, to, stepMs } = series;
  const points = series.points.toSorted((one, other) => one.time - other.time);
  const runs = runsOf(points, stepMs);
  const within = (ts: number): number => Math.min(Math.max(ts, from), to);
  const centres = points.map(({ time }) => within(time + stepMs / 2));
  const value = (known: number): string => decimalText(known, digits);
  const cell = (known: number) => ({ value: known, text: value(known) });
  const stamp = (ts: number): string => `${clock.stamp(ts).slice(0, stepMs === 0 ? 19 : 16)} ${clock.zone(ts)}`;
  const sizes = new Map<number, number>();
  for (const run of runs) sizes.set(run, (sizes.get(run) ?? 0) + 1);
  return {
    kind: 'line',
    title: modemChartTitle(setting),
    columns: ['Time', `${label} (${unit})`, `Minimum (${unit})`, `Maximum (${unit})`, 'Site'],
    categories: [],
    series: [{ id: 0, label, color: null }],
    axis: `Time (${clock.zone(to)})`,
    valueAxis: `${axis} (${unit})`,
    scale,
    span: [from, to],
    ticks: dayTicks([from, to], clock),
    summary: summaryOf(),
    rows: points.map((point, at) => {
      const { time, minimum, maximum, siteName } = point;
      const beyond = beyondOf(point, scale);
      const centre = centres[at]!;
      const run = runs[at]!;
      const spread = minimum === maximum ? '' : ` (${value(minimum)} to ${value(maximum)})`;
      return {
        key: String(time),
        series: 0,
        category: `run ${run}`,
        value: point.value,
        // The mark reaches halfway to the points before and after.
        x: edgeOf(centres, at, -1),
        x2: edgeOf(centres, at, 1),
        point: { at: centre, low: minimum, high: maximum, beyond, isAlone: sizes.get(run) === 1 },
        cells: [stamp(time), cell(point.value), cell(minimum), cell(maximum), siteName],
        text: `${stamp(time)}: ${value(point.value)} ${unit}${spread}${beyond === 'none' ? '' : ', beyond the scale'}${siteName === '' ? '' : `, ${siteName}`}`,
      };
    }),
  };

  function edgeOf(all: readonly number[], at: number, way: 1 | -1): number {
    const [own, other] = [all[at]!, all[at + way]];
    return other === undefined ? within(way === 1 ? to : from) : (own + other) / 2;
  }

  function summaryOf(): string {
    if (points.length === 0) return 'no readings.';
    const least = Math.min(...points.map(({ minimum }) => minimum));
    const most = Math.max(...points.map(({ maximum }) => maximum));
    const gaps = (runs.at(-1) ?? 0) as number;
    const broken = gaps === 0 ? '' : `, ${countText(gaps)} ${gaps === 1 ? 'gap' : 'gaps'}`;
    const last = points.at(-1)!;
    return `${value(least)} to ${value(most)} ${unit}, latest ${value(last.value)} ${unit}${broken}.`;
  }
}

/** Returns for each point the number of its unbroken line, from 0. */
function runsOf(points: readonly ModemPoint[], stepMs: number): number[] {
  const apart = points.slice(1).map(({ time }, at) => time - points[at]!.time);
  const sorted = apart.toSorted((one, other) => one - other);
  const usual = Math.max(stepMs, sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
  let run = 0;
  return points.map((_, at) => (at > 0 && apart[at - 1]! > mostMissing * usual ? (run += 1) : run));
}

function beyondOf({ minimum, maximum }: ModemPoint, [bottom, top]: readonly [number, number]): LinePoint['beyond'] {
  if (maximum > top) return minimum < bottom ? 'both' : 'above';
  return minimum < bottom ? 'below' : 'none';
}
