import { pageFont } from './page-font.ts';
import { chartColours, ownColour, type Scheme } from '../live/palette.ts';
import type { Chart, ChartRow } from './chart.ts';

/** A Vega specification: plain data (CHART-2). */
export type VegaSpec = { readonly [part: string]: unknown };

/** What a chart is drawn into: its width in CSS pixels, and the page's scheme. */
export type ChartSetting = { readonly scheme: Scheme; readonly width: number };

type Padding = { left: number; right: number; top: number; bottom: number };

/** What every chart has: its rows, and the signal by which one of them is ringed. */
export function frame(
  chart: Chart,
  scheme: Scheme,
  width: number,
  height: number,
  padding: Padding,
  more: readonly object[] = [],
): VegaSpec {
  return {
    description: chart.title,
    width,
    height,
    padding,
    autosize: 'pad',
    background: chartColours[scheme].plot,
    config: fonts,
    signals: [{ name: 'chosen', value: '' }],
    data: [{ name: 'rows', values: chart.rows.map(markRow) }, ...more],
  };
}

/** All text is the page's. */
export const fonts = {
  text: { fontSize: 12, font: pageFont },
  style: { 'guide-label': { font: pageFont }, 'guide-title': { font: pageFont }, cell: { stroke: null } },
};

/** What of a row its mark is drawn by. */
export function markRow({ key, series, category, value, x, x2, point }: ChartRow): object {
  return { key, series, category, value, x, x2, ...point };
}

/** The ring around the mark that is pointed at or reached by the keys. */
export function ring(colour: string): object {
  return {
    stroke: { value: colour },
    strokeWidth: { signal: 'datum.key === chosen ? 3 : 0' },
  };
}

/** Names and colours by the series' ids, and the colours by name for a legend. */
export function seriesScales({ series }: Chart, scheme: Scheme): readonly object[] {
  const domain = series.map(({ id }) => id);
  const names = series.map(({ label }) => label);
  const range = seriesColours({ series }, scheme);
  return [
    { name: 'names', type: 'ordinal', domain, range: names },
    { name: 'colours', type: 'ordinal', domain, range },
    { name: 'legend', type: 'ordinal', domain: names, range },
  ];
}

/** The series' own colours as far as they stand off the plot. */
export function seriesColours({ series }: Pick<Chart, 'series'>, scheme: Scheme): readonly string[] {
  return series.map(({ color }, at) =>
    color !== null && typeof color === 'object' ? color[scheme] : ownColour(color, at, scheme),
  );
}

/** Every axis looks the same. */
export function axisLook(scheme: Scheme): object {
  const { axis, grid, text } = chartColours[scheme];
  return {
    domainColor: axis,
    tickColor: axis,
    gridColor: grid,
    labelColor: text,
    titleColor: text,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal',
  };
}

/** At least 1, or there would be no scale. */
export function mostOf({ rows }: Chart): number {
  return rows.reduce((most, { value }) => Math.max(most, value), 1);
}
