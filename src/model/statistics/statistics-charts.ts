import type { ReplyFor } from '../contract/call.ts';
import type { statisticsCalls } from '../contract/statistics-calls.ts';
import { powerBuckets } from '../entities/contact.ts';
import { receiverStatuses, receiverStatusName, type ReceiverStatusName } from '../entities/receiver.ts';
import type { FleetLooks } from './fleet-looks.ts';
import { codeNumberText, minus } from '../text/number-text.ts';
import { stateColours } from '../live/palette.ts';
import type { ColourBy } from './stats-question.ts';
import { durationText } from '../receivers/status-strip.ts';
import { dayTicks } from '../charts/day-ticks.ts';
import { type Chart, type ChartRow, type ChartSeries, contactsText } from '../charts/chart.ts';

type Statistics = typeof statisticsCalls;
export type AggregateRow = ReplyFor<Statistics['aggregateContacts']>['data'][number];
export type FrequencyRow = ReplyFor<Statistics['getFrequencyHistogram']>['histData'][number];
export type CodeRow = ReplyFor<Statistics['getCodeHistogram']>['histData'][number];
export type PowerRow = ReplyFor<Statistics['getPowerHistogram']>['histData'][number];
export type TimelineRow = ReplyFor<Statistics['getStateTimeline']>['timeline'][number];

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const noSite = 0;

/** Returns the series that gives a receiver's marks their colour and name. */
function seriesOf(rxId: number, looks: FleetLooks, colorBy: ColourBy): ChartSeries {
  const look = looks.get(rxId);
  if (colorBy === 'site')
    return { id: look?.siteId ?? noSite, label: look?.siteName || 'No site', color: look?.siteColor ?? null };
  return { id: rxId, label: look?.alias ?? `Receiver ${rxId}`, color: look?.color ?? null };
}

/** Returns the distinct series of some receivers, by name. */
function seriesOfAll(rxIds: Iterable<number>, looks: FleetLooks, colorBy: ColourBy): ChartSeries[] {
  const all = new Map([...rxIds].map((rxId) => seriesOf(rxId, looks, colorBy)).map((series) => [series.id, series]));
  return [...all.values()].toSorted((one, other) => byName.compare(one.label, other.label));
}

/** Returns a cell: the number with its text, or only the text if it contains words. */
function cellOf(value: number | null, text: string) {
  return value === null || /[^\d.−]/.test(text) ? text : { value, text };
}

const rounded = (value: number, text = String(Math.round(value * 10) / 10)) => ({ value, text });

type Counted = { ReceiverId: number; count: number };

/** Returns the contacts of each value as stacked bars by receiver or site (CHART-8). */
function histogram<Row extends Counted>(
  rows: readonly Row[],
  { looks, colorBy }: { looks: FleetLooks; colorBy: ColourBy },
  about: { title: string; axis: string; valueOf: (row: Row) => number | null; nameOf: (value: number | null) => string },
): Chart {
  const { title, axis, valueOf, nameOf } = about;
  const series = seriesOfAll(new Set(rows.map(({ ReceiverId }) => ReceiverId)), looks, colorBy);
  // Null sorts last.
  const inOrder = (value: number | null): number => value ?? Infinity;
  const values = [...new Set(rows.map(valueOf))].toSorted((one, other) => inOrder(one) - inOrder(other) || 0);
  const counts = new Map<string, number>();
  const keyOf = (value: number | null, id: number): string => `${value ?? 'none'}/${id}`;
  for (const row of rows) {
    const key = keyOf(valueOf(row), seriesOf(row.ReceiverId, looks, colorBy).id);
    counts.set(key, (counts.get(key) ?? 0) + row.count);
  }
  const rowOf = (value: number | null, { id, label }: ChartSeries): ChartRow[] => {
    const key = keyOf(value, id);
    const count = counts.get(key);
    if (count === undefined) return [];
    const category = nameOf(value);
    return [
      {
        key,
        series: id,
        category,
        value: count,
        cells: [cellOf(value, category), label, count],
        text: `${axis} ${category}, ${label}: ${contactsText(count)}`,
      },
    ];
  };
  return {
    kind: 'histogram',
    title,
    axis,
    columns: [axis, colorBy === 'site' ? 'Site' : 'Receiver', 'Contacts'],
    categories: values.map(nameOf),
    series,
    rows: values.flatMap((value) => series.flatMap((one) => rowOf(value, one))),
  };
}

export type ColourSetting = { looks: FleetLooks; colorBy: ColourBy };

export function codesChart(rows: readonly CodeRow[], setting: ColourSetting): Chart {
  return histogram(rows, setting, {
    title: 'Contact codes',
    axis: 'Code',
    valueOf: ({ codeNumber }) => codeNumber,
    nameOf: (value) => (value === null ? 'Beeper' : String(value)),
  });
}

export function frequenciesChart(rows: readonly FrequencyRow[], setting: ColourSetting): Chart {
  return histogram(rows, setting, {
    title: 'Contacts per frequency',
    axis: 'Frequency (MHz)',
    valueOf: ({ frequency }) => frequency,
    nameOf: (value) => (value ?? 0).toFixed(3),
  });
}

/**
 * Returns a bar for every dBm between the weakest and the strongest bucket with contacts; the end buckets are
 * open (CHART-9).
 */
export function powersChart(rows: readonly PowerRow[], setting: ColourSetting): Chart {
  const { least, most } = powerBuckets;
  const nameOf = (value: number | null): string => {
    const power = value ?? least;
    return `${power <= least ? '≤ ' : power >= most ? '≥ ' : ''}${minus(power)}`;
  };
  const chart = histogram(rows, setting, {
    title: 'Contact power',
    axis: 'Power (dBm)',
    valueOf: ({ power }) => power,
    nameOf,
  });
  const powers = rows.map(({ power }) => power);
  const from = Math.min(...powers);
  const categories =
    powers.length === 0 ? [] : Array.from({ length: Math.max(...powers) - from + 1 }, (_, at) => nameOf(from + at));
  return { ...chart, categories };
}

/** Returns the key of a row of the aggregate. */
export function aggregateKey({ ReceiverId, frequency, avgCode }: AggregateRow): string {
  return `${ReceiverId}/${frequency}/${avgCode ?? 'none'}`;
}

/** Returns the groups of similar contacts by average power and number (CHART-10). */
export function aggregateChart(rows: readonly AggregateRow[], { looks, colorBy }: ColourSetting, title: string): Chart {
  const series = seriesOfAll(new Set(rows.map(({ ReceiverId }) => ReceiverId)), looks, colorBy);
  const power = (value: number): string => minus(Math.round(value * 10) / 10);
  return {
    kind: 'scatter',
    title,
    columns: [
      'Receiver',
      'Site',
      'Frequency (MHz)',
      'Average code',
      'Average power (dBm)',
      'Standard deviation (dB)',
      'Maximum power (dBm)',
      'Contacts',
    ],
    categories: [],
    series,
    rows: rows.map((row) => {
      const { ReceiverId: rxId, siteName, hitCount, avgPower, stdPower, maxPower, frequency, avgCode } = row;
      const name = looks.get(rxId)?.alias ?? `Receiver ${rxId}`;
      const code = codeNumberText(avgCode === null ? null : Math.round(avgCode * 10) / 10);
      const spread = stdPower === null ? '' : ` ± ${(Math.round(stdPower * 10) / 10).toString()}`;
      return {
        key: aggregateKey(row),
        series: seriesOf(rxId, looks, colorBy).id,
        category: '',
        value: hitCount,
        x: avgPower,
        cells: [
          name,
          siteName,
          rounded(frequency, frequency.toFixed(3)),
          avgCode === null ? code : rounded(avgCode),
          rounded(avgPower, power(avgPower)),
          stdPower === null ? '' : rounded(stdPower),
          rounded(maxPower, power(maxPower)),
          hitCount,
        ],
        text: `${name}, ${frequency.toFixed(3)} MHz, code ${code}: ${contactsText(hitCount)}, ${power(avgPower)}${spread} dBm, maximum ${power(maxPower)} dBm`,
      };
    }),
  };
}

const stateWords: Record<ReceiverStatusName, string> = {
  online: 'Online',
  rebooting: 'Rebooting',
  ready: 'Ready',
  open: 'Open',
  offline: 'Offline',
  disabled: 'Disabled',
};
const colourNames = {
  online: 'online',
  rebooting: 'busy',
  ready: 'busy',
  open: 'open',
  offline: 'offline',
  disabled: 'disabled',
} as const;

type Clock = { stamp: (ts: number) => string; zone: (ts: number) => string; offsetMinutes: (ts: number) => number };

/** Returns the states of each receiver, in the system's timezone (CHART-11). */
export function statesChart(all: readonly TimelineRow[], { looks }: Pick<ColourSetting, 'looks'>, times: Clock): Chart {
  const nameOf = (rxId: number): string => looks.get(rxId)?.alias ?? `Receiver ${rxId}`;
  // Leave out retired receivers, which the host's answer contains if the question names them (STAT-5).
  const rows = all.filter(({ ReceiverId }) => looks.has(ReceiverId));
  // The host cuts states at the requested time, so the outermost states give its ends.
  const span = [
    rows.reduce((least, { startTime }) => Math.min(least, startTime), Infinity),
    rows.reduce((most, { endTime }) => Math.max(most, endTime), -Infinity),
  ] as const;
  const ids = [...new Set(rows.map(({ ReceiverId }) => ReceiverId))].toSorted((one, other) =>
    byName.compare(nameOf(one), nameOf(other)),
  );
  const place = new Map(ids.map((id, at) => [id, at]));
  const states = new Set(rows.map(({ status }) => receiverStatusName(status)));
  const colorOf = (state: ReceiverStatusName) => ({
    light: stateColours.light[colourNames[state]],
    dark: stateColours.dark[colourNames[state]],
  });
  const stamp = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)}`;
  return {
    kind: 'timeline',
    title: 'Receiver status timeline',
    columns: ['Receiver', 'Status', 'From', 'To', 'Duration'],
    categories: ids.map(String),
    categoryNames: ids.map(nameOf),
    series: (Object.keys(receiverStatuses) as ReceiverStatusName[])
      .filter((state) => states.has(state))
      .map((state) => ({ id: receiverStatuses[state], label: stateWords[state], color: colorOf(state) })),
    ...(rows.length === 0 ? {} : { axis: `Time (${times.zone(span[1])})`, span, ticks: dayTicks(span, times) }),
    summary: `${ids.length} ${ids.length === 1 ? 'receiver' : 'receivers'}, ${rows.length} ${rows.length === 1 ? 'state' : 'states'}.`,
    rows: rows
      .toSorted(
        (one, other) => (place.get(one.ReceiverId) ?? 0) - (place.get(other.ReceiverId) ?? 0) || one.startTime - other.startTime,
      )
      .map(({ ReceiverId, startTime, endTime, status, duration }) => {
        const state = receiverStatusName(status);
        const lasted = durationText(duration);
        return {
          key: `${ReceiverId}/${startTime}`,
          series: receiverStatuses[state],
          category: String(ReceiverId),
          value: duration,
          x: startTime,
          x2: endTime,
          cells: [nameOf(ReceiverId), stateWords[state], stamp(startTime), stamp(endTime), lasted],
          text: `${nameOf(ReceiverId)}: ${stateWords[state]} from ${stamp(startTime)}, ${lasted}`,
        };
      }),
  };
}
