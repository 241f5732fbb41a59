import { chartColours, type Scheme } from '../live/palette.ts';
import bars from './bars.vl.ts';
import type { Chart, ChartRow } from './chart.ts';
import heat from './heat.vl.ts';
import histogram from './histogram.vl.ts';
import line from './line.vl.ts';
import { radarSpec } from './radar-spec.ts';
import scatter from './scatter.vl.ts';
import { widenedStates } from './short-states.ts';
import { axisLook, type ChartSetting, fonts, markRow, mostOf, seriesColours, type VegaSpec } from './spec-parts.ts';
import timeline from './timeline.vl.ts';

const written = { bars, heat, histogram, line, scatter, timeline };
/** The most room for the names before an axis (px). On narrow charts they get 35 % of the width. */
const maxNameWidth = 200;
/** The narrowest bar (px) that can be seen and pointed at. */
const minBarWidth = 3;
/** The room for the count after the longest bar (px). */
const countRoom = 72;
/** The narrowest state of a timeline (px) that can be seen. */
const minStateWidth = 2;
const minPlotWidth = 60;
/** The estimated width of a letter in a tick's text, with a share of the spacing between ticks (px). */
const letterWidth = 8;
const legendRows = 4;
const legendEntry = 170;

/**
 * Returns the specification of a chart. It draws one mark for each row of the chart's table, with the row's
 * `key`.
 */
export function chartSpec(chart: Chart, setting: ChartSetting): VegaSpec {
  return chart.kind === 'radar' ? radarSpec(chart, setting) : filled(written[chart.kind], chart, setting);
}

type Part = { readonly [name: string]: unknown };

/** Fills rows, names and colours into the compiled specification of the chart's kind. */
function filled(spec: VegaSpec, chart: Chart, { scheme, width: room }: ChartSetting): VegaSpec {
  const width = Math.max(room, chart.kind === 'histogram' ? chart.categories.length * minBarWidth : 0);
  const nameWidth = Math.min(maxNameWidth, Math.round(width * 0.35));
  const plot = Math.max(minPlotWidth, width - nameWidth - countRoom);
  const values: Readonly<Record<string, unknown>> = {
    focus: chartColours[scheme].focus,
    words: chartColours[scheme].text,
    nameWidth,
    most: (mostOf(chart) * (plot + countRoom)) / plot,
  };
  const sets: Readonly<Record<string, unknown>> = {
    rows: drawnRows(chart, width - nameWidth).map(markRow),
    lanes: chart.lanes ?? [],
    hours: ticksWithin(chart, Math.max(minPlotWidth, width - nameWidth)),
  };
  const domains = (name: unknown): Part => {
    if (name === 'color') return { domain: chart.series.map(({ id }) => id), range: seriesColours(chart, scheme) };
    if (name === 'x' && isOfTime(chart)) return { domain: chart.span };
    if (name === 'y' && chart.kind === 'line') return { domain: chart.scale };
    const isOfCategories = name === (chart.kind === 'histogram' ? 'x' : 'y') && chart.kind !== 'scatter';
    return isOfCategories ? { domain: chart.categories } : {};
  };
  const columns = Math.max(1, Math.floor(width / legendEntry));
  // A heat map needs its legend even with one shade.
  const hasLegend = chart.series.length > 1 || chart.kind === 'heat';
  return {
    ...spec,
    description: chart.title,
    width,
    background: chartColours[scheme].plot,
    config: look(spec, scheme),
    signals: each(spec, 'signals', (signal) => ({ ...signal, ...valueOf(values, signal['name']) })),
    data: each(spec, 'data', (set) => ({ ...set, ...(isIn(sets, set['name']) ? { values: sets[set['name']] } : {}) })),
    scales: [
      ...each(spec, 'scales', (scale) => ({ ...scale, ...domains(scale['name']) })),
      names(chart),
      { name: 'ticks', type: 'ordinal', domain: ticksOf(chart, 'at'), range: ticksOf(chart, 'text') },
    ],
    axes: each(spec, 'axes', (axis) => ({
      ...axis,
      ...(axis['title'] === '$x' ? { title: chart.axis ?? 'Contacts' } : {}),
      ...(axis['title'] === '$y' ? { title: chart.valueAxis } : {}),
      ...(isOfTime(chart) && axis['scale'] === 'x' ? { values: ticksOf(chart, 'at') } : {}),
    })),
    // If there are many series, the legend names the first ones and counts the others.
    ...(hasLegend ? {} : { legends: [] }),
    ...(!hasLegend || spec['legends'] === undefined
      ? {}
      : { legends: each(spec, 'legends', (legend) => ({ ...legend, columns, symbolLimit: columns * legendRows })) }),
  };
}

/** Returns the rows to draw; short states of a timeline are widened (CHART-12). */
function drawnRows({ kind, rows, span }: Chart, plot: number): readonly ChartRow[] {
  if (kind !== 'timeline' || span === undefined) return rows;
  return widenedStates(rows, (minStateWidth * (span[1] - span[0])) / Math.max(minPlotWidth, plot), span);
}

function isOfTime({ kind }: Chart): boolean {
  return kind === 'timeline' || kind === 'heat' || kind === 'line';
}

function each(spec: VegaSpec, of: string, change: (part: Part) => Part): readonly Part[] {
  return ((spec[of] ?? []) as readonly Part[]).map(change);
}

function valueOf(values: Readonly<Record<string, unknown>>, name: unknown): Part {
  return isIn(values, name) ? { value: values[name] } : {};
}

function isIn(values: Readonly<Record<string, unknown>>, name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(values, name);
}

/** Maps series and categories to their names in legends and on axes. */
function names({ series, categories, categoryNames = categories }: Chart): Part {
  return {
    name: 'names',
    type: 'ordinal',
    domain: [...series.map(({ id }) => id), ...categories],
    range: [...series.map(({ label }) => label), ...categoryNames],
  };
}

function ticksOf({ ticks = [] }: Chart, of: 'at' | 'text'): readonly (number | string)[] {
  return ticks.map((tick) => tick[of]);
}

/**
 * Returns the texts of the ticks on the lines that show them: as many as fit, without the last tick. Returns
 * none if there are fewer than two ticks.
 */
function ticksWithin({ tickedCategories = [], ticks = [], span }: Chart, plot: number): readonly object[] {
  const [one, other] = ticks;
  if (one === undefined || other === undefined || span === undefined) return [];
  const apart = (plot * (other.at - one.at)) / (span[1] - span[0]);
  const widest = ticks.reduce((most, { text }) => Math.max(most, text.length), 0) * letterWidth;
  const every = Math.ceil(widest / apart);
  const shown = ticks.slice(0, -1).filter((_, at) => at % every === 0);
  return tickedCategories.flatMap((category) => shown.map(({ at, text }) => ({ category, x: at, text })));
}

function look(spec: VegaSpec, scheme: Scheme): Part {
  return {
    ...(spec['config'] as Part),
    ...fonts,
    axis: axisLook(scheme),
    legend: { labelColor: chartColours[scheme].text, labelFontSize: 12 },
  };
}
