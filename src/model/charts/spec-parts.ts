import { pageFont } from './page-font.ts';
import { chartColours, ownColour, type Scheme } from '../live/palette.ts';
import type { Chart, ChartRow } from './chart.ts';

/** A Vega specification: plain data (CHART-2). */
export type VegaSpec = { readonly [part: string]: unknown };

/** The width of a chart in CSS pixels, and the page's colour scheme. */
export type ChartSetting = { readonly scheme: Scheme; readonly width: number };

type Padding = { left: number; right: number; top: number; bottom: number };

/**
 * Returns the parts that every chart has, such as its rows and the signal `chosen` with the key of the mark
 * that has the ring.
 */
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

/** The page's font for all text. */
export const fonts = {
  text: { fontSize: 12, font: pageFont },
  style: { 'guide-label': { font: pageFont }, 'guide-title': { font: pageFont }, cell: { stroke: null } },
};

/** Returns the fields of a row that are needed to draw its mark. */
export function markRow({ key, series, category, value, x, x2, point }: ChartRow): object {
  return { key, series, category, value, x, x2, ...point };
}

/** Returns the style of the ring around the mark that is hovered or reached by the keyboard. */
export function ring(colour: string): object {
  return {
    stroke: { value: colour },
    strokeWidth: { signal: 'datum.key === chosen ? 3 : 0' },
  };
}

/** Returns scales that map series ids to names and colours, and names to colours for the legend. */
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

/** Returns the colours of the series, adjusted for contrast with the plot. */
export function seriesColours({ series }: Pick<Chart, 'series'>, scheme: Scheme): readonly string[] {
  return series.map(({ color }, at) =>
    color !== null && typeof color === 'object' ? color[scheme] : ownColour(color, at, scheme),
  );
}

/** Returns the style that all axes share. */
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

/** Returns the largest value of the rows, at least 1 so that the scale is not empty. */
export function mostOf({ rows }: Chart): number {
  return rows.reduce((most, { value }) => Math.max(most, value), 1);
}
