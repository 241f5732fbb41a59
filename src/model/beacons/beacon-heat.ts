import type { ReplyFor } from '../contract/call.ts';
import type { transmitterCalls } from '../contract/transmitter-calls.ts';
import type { Chart, ChartRow } from '../charts/chart.ts';
import { emptyShade, shadeLegend, shadeOf } from '../charts/heat-shades.ts';
import { type ChartFact } from '../live/contact-text.ts';
import { countText, minus } from '../text/number-text.ts';
import { stampText } from '../time/time-text.ts';
import { measuredText } from '../registry/transmitters/measured-interval.ts';
import type { FleetLooks } from '../statistics/fleet-looks.ts';
import { relativeTime } from '../time/relative-time.ts';

export type BeaconDetections = ReplyFor<typeof transmitterCalls.listDetections>;
type Detection = BeaconDetections['detections'][number];

type Clock = { offsetMinutes: (ts: number) => number; stamp: (ts: number) => string; zone: (ts: number) => string };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The number of hours that the host returns, including the current one. */
const shownHours = 7 * 24;
/** A beacon heard within this time (ms) is highlighted (spec: recently heard). */
const recentMs = 10 * 60_000;
/** The upper limits of the low and the middle shade, as shares of the largest cell's hits. */
const thirds = [0.33, 0.66] as const;

const skipped = { id: 4, label: 'Skipped by clocks', color: { light: '#d6d9d7', dark: '#3a413d' } } as const;

/** The receiver, antenna and hour (ms since the epoch) of a cell, which are needed to open it. */
export type BeaconCell = { rxId: number; antenna: number; hour: number };
export function beaconCell(key: string): BeaconCell | null {
  const [rxId = Number.NaN, antenna = Number.NaN, hour = Number.NaN] = key.split('/').map(Number);
  return [rxId, antenna, hour].every(Number.isFinite) ? { rxId, antenna, hour } : null;
}

/**
 * Returns where a UTC hour lies in the system's timezone: its day, and the hours of that day at which it
 * starts and ends. When clocks repeat an hour, each of the two gets half of the width. An hour that crosses
 * midnight ends there.
 */
function placeOf(ts: number, clock: Clock): { day: number; from: number; to: number } {
  const wall = (at: number): number => at + clock.offsetMinutes(at) * 60_000;
  const shown = wall(ts);
  const day = Math.floor(shown / dayMs) * dayMs;
  const from = (shown - day) / hourMs;
  const isSecond = wall(ts - hourMs) === shown;
  const isFirst = wall(ts + hourMs) === shown;
  if (isFirst) return { day, from, to: from + 0.5 };
  const to = Math.min(24, from + 1);
  return isSecond ? { day, from: from + 0.5, to } : { day, from, to };
}

/**
 * Returns the heat map of a beacon in the past 7 days (REG-27): a line per day for each antenna, newest
 * first, with a cell for each UTC hour at its local time. The chart ends with the current hour and starts 168
 * hours before that end.
 */
export function beaconHeatChart(
  { detections: heard }: Pick<BeaconDetections, 'detections'>,
  looks: FleetLooks,
  { title, now, clock }: { title: string; now: number; clock: Clock },
): Chart {
  const nameOf = (rxId: number): string => looks.get(rxId)?.alias ?? `Receiver ${rxId}`;
  const present = now - (now % hourMs);
  const firstHour = present - (shownHours - 1) * hourMs;
  const [first, last] = [placeOf(firstHour, clock), placeOf(present, clock)];
  const shownDays = Array.from({ length: (last.day - first.day) / dayMs + 1 }, (_, at) => last.day - at * dayMs);
  /** Returns the hours at which the shown part of a day starts and ends. */
  const reachOf = (day: number): [from: number, to: number] => [
    day === first.day ? first.from : 0,
    day === last.day ? last.to : 24,
  ];
  const detections = heard.filter(({ blockTime }) => blockTime >= firstHour);
  const most = detections.reduce((least, { hits }) => Math.max(least, hits), 1);
  const antennas = [...Map.groupBy(detections, ({ ReceiverId, antenna }) => `${ReceiverId}/${antenna}`)].toSorted(
    ([, [one]], [, [other]]) =>
      nameOf(one!.ReceiverId).localeCompare(nameOf(other!.ReceiverId), 'en', { numeric: true }) || one!.antenna - other!.antenna,
  );
  const dayText = (day: number): string => stampText(day, 0).slice(5, 10);
  const lineOf = (key: string, day: number): string => `${key}/${dayText(day)}`;
  const rows = antennas.flatMap(([key, cells]) => [
    ...cells.flatMap((cell) => rowOf(cell, key)),
    ...shownDays.flatMap((day) => skippedIn(day, key)),
  ]);

  function rowOf(cell: Detection, key: string): ChartRow[] {
    const { day, from, to } = placeOf(cell.blockTime, clock);
    if (!shownDays.includes(day)) return [];
    const start = `${clock.stamp(cell.blockTime).slice(0, 16)} ${clock.zone(cell.blockTime)}`;
    const { hits, avgPower, powerDeviation, maxPower, avgInterval, intervalDeviation } = cell;
    const { measuredInterval, registeredInterval } = cell;
    const measured =
      measuredInterval === null || registeredInterval === null ? '' : measuredText(measuredInterval, registeredInterval);
    const power = (value: number): string => minus(Math.round(value * 10) / 10);
    const interval = avgInterval === null ? '–' : `${Math.round(avgInterval)} ± ${Math.round(intervalDeviation ?? 0)} ms`;
    const where = `${nameOf(cell.ReceiverId)}, antenna ${cell.antenna}`;
    const facts: ChartFact[] = [
      { label: 'Hits', value: countText(hits) },
      { label: 'Average Power', value: `${power(avgPower)} ± ${Math.round(powerDeviation * 10) / 10} dBm` },
      { label: 'Max Power', value: `${power(maxPower)} dBm` },
      { label: 'Average Interval', value: interval },
    ];
    const said = facts.map(({ label, value }) => `${label} ${value}`);
    return [
      {
        key: `${key}/${cell.blockTime}`,
        series: shadeOf(hits, most, thirds),
        category: lineOf(key, day),
        value: hits,
        x: from,
        x2: to,
        cells: [
          nameOf(cell.ReceiverId),
          cell.antenna,
          start,
          hits,
          Math.round(avgPower * 10) / 10,
          Math.round(powerDeviation * 10) / 10,
          Math.round(maxPower * 10) / 10,
          avgInterval === null ? '' : Math.round(avgInterval),
          intervalDeviation === null ? '' : Math.round(intervalDeviation),
          measured,
        ],
        text: `${where}, ${start}: ${[...said, ...(measured === '' ? [] : [measured])].join(', ')}`,
        facts: [{ label: where, value: start }, ...facts, ...(measured === '' ? [] : [{ label: 'Interval', value: measured }])],
      },
    ];
  }

  /** Returns a mark for the hour that clocks skip on a day; none if they skip no shown hour. */
  function skippedIn(day: number, key: string): ChartRow[] {
    const hours = Array.from({ length: 24 }, (_, at) => day + at * hourMs);
    const wallOf = (ts: number): number => ts + clock.offsetMinutes(ts) * 60_000;
    const isShown = (wall: number): boolean =>
      [wall - clock.offsetMinutes(wall - dayMs) * 60_000, wall - clock.offsetMinutes(wall + dayMs) * 60_000].some(
        (ts) => wallOf(ts) === wall,
      );
    const gone = hours.find((wall) => !isShown(wall));
    if (gone === undefined) return [];
    const from = (gone - day) / hourMs;
    const [begins, ends] = reachOf(day);
    if (from < begins || from >= ends) return [];
    const text = `${dayText(day)} ${stampText(gone, 0).slice(11, 16)}: clocks skip this hour`;
    return [
      {
        key: `${key}/skipped ${day}`,
        series: skipped.id,
        category: lineOf(key, day),
        value: 0,
        x: from,
        x2: from + 1,
        cells: [nameOf(Number(key.split('/')[0])), Number(key.split('/')[1]), text, 0, '', '', '', '', '', ''],
        text,
        facts: [{ label: `${nameOf(Number(key.split('/')[0]))}, antenna ${key.split('/')[1]}`, value: text }],
      },
    ];
  }

  return {
    kind: 'heat',
    title,
    columns: [
      'Receiver',
      'Antenna',
      'Hour',
      'Hits',
      'Average power (dBm)',
      'Deviation of power (dB)',
      'Max power (dBm)',
      'Average interval (ms)',
      'Deviation of interval (ms)',
      'Measured interval',
    ],
    axis: `Hour of day (${clock.zone(now)})`,
    span: [0, 24],
    ticks: Array.from({ length: 9 }, (_, at) => ({ at: at * 3, text: String(at * 3).padStart(2, '0') })),
    summary: `${antennas.length} ${antennas.length === 1 ? 'antenna' : 'antennas'}, at most ${countText(detections.length === 0 ? 0 : most)} hits in an hour.`,
    series: [...shadeLegend(most, thirds, 'hit'), ...(rows.some(({ series }) => series === skipped.id) ? [skipped] : [])],
    lanes: antennas.flatMap(([key]) =>
      shownDays.map((day) => {
        const [x, x2] = reachOf(day);
        return { category: lineOf(key, day), series: emptyShade, x, x2 };
      }),
    ),
    // The line above each antenna's days shows the antenna's name and the hours.
    tickedCategories: antennas.map(([key]) => key),
    categories: antennas.flatMap(([key]) => [key, ...shownDays.map((day) => lineOf(key, day))]),
    categoryNames: antennas.flatMap(([, [first]]) => [
      `${nameOf(first!.ReceiverId)}, antenna ${first!.antenna}`,
      ...shownDays.map(dayText),
    ]),
    rows,
  };
}

const isRecently = (lastTime: number, now: number): boolean => now - lastTime <= recentMs;

/**
 * Returns true if an antenna heard the beacon in the past 10 minutes. The beacon's title is highlighted then.
 */
export function isHeardRecently({ lastTimes }: Pick<BeaconDetections, 'lastTimes'>, now: number): boolean {
  return lastTimes.some(({ lastTime }) => isRecently(lastTime, now));
}

/**
 * Returns when each antenna last heard a beacon, newest first: 'Last heard recently', or the date and how
 * long ago that was.
 */
export function lastHeard(
  { lastTimes }: Pick<BeaconDetections, 'lastTimes'>,
  looks: FleetLooks,
  { now, clock }: { now: number; clock: Clock },
): { key: string; name: string; isRecent: boolean; text: string }[] {
  return lastTimes
    .toSorted((one, other) => other.lastTime - one.lastTime)
    .map(({ ReceiverId, antenna, lastTime }) => {
      const isRecent = isRecently(lastTime, now);
      const date = `${clock.stamp(lastTime).slice(0, 16)} ${clock.zone(lastTime)} (${relativeTime(lastTime, now)})`;
      return {
        key: `${ReceiverId}/${antenna}`,
        name: `${looks.get(ReceiverId)?.alias ?? `Receiver ${ReceiverId}`}, antenna ${antenna}`,
        isRecent,
        text: isRecent ? 'Last heard recently' : date,
      };
    });
}
