import { chartColours } from '../live/palette.ts';
import type { Chart } from './chart.ts';
import { type ChartSetting, frame, mostOf, ring, seriesScales, type VegaSpec } from './spec-parts.ts';

const maxRadius = 122;
const rings = 4;
const legendRows = 4;
const labelGap = 12;
const letterWidth = 7.5;

/**
 * Draws a spoke for each antenna, an outline for each receiver and a point for each row. The points also show
 * receivers that have too few antennas for an outline.
 */
export function radarSpec(chart: Chart, { scheme, width }: ChartSetting): VegaSpec {
  const colours = chartColours[scheme];
  const plot = Math.max(120, width - 32);
  const radius = Math.max(24, Math.min(plot / 2 - labelRoom(chart.categories), maxRadius));
  const height = 2 * (radius + labelGap + 16);
  const most = niceMost(mostOf(chart));
  // The legend has as many columns as fit; its last entry says how many series it omits.
  const columns = Math.max(1, Math.floor(plot / 170));
  const at = (r: string): object => ({
    x: { signal: `width / 2 + ${r} * sin(scale('angle', datum.category))` },
    y: { signal: `height / 2 - ${r} * cos(scale('angle', datum.category))` },
  });
  const ringValues = Array.from({ length: rings }, (_, n) => ({ value: ((n + 1) * most) / rings }));
  return {
    ...frame(chart, scheme, plot, height, { left: 16, right: 16, top: 8, bottom: 8 }, [
      { name: 'rings', values: ringValues },
      { name: 'spokes', values: chart.categories.map((category) => ({ category })) },
    ]),
    scales: [
      ...seriesScales(chart, scheme),
      { name: 'angle', type: 'point', domain: chart.categories, range: [0, 2 * Math.PI], padding: 0.5, align: 0 },
      { name: 'radius', type: 'linear', domain: [0, most], range: [0, radius] },
    ],
    legends: [
      {
        fill: 'legend',
        orient: 'bottom',
        columns,
        symbolLimit: columns * legendRows,
        symbolType: 'circle',
        labelLimit: 140,
        labelColor: colours.text,
        labelFontSize: 12,
        columnPadding: 16,
      },
    ],
    marks: [
      {
        type: 'arc',
        from: { data: 'rings' },
        interactive: false,
        encode: {
          update: {
            x: { signal: 'width / 2' },
            y: { signal: 'height / 2' },
            startAngle: { value: 0 },
            endAngle: { value: 2 * Math.PI },
            outerRadius: { scale: 'radius', field: 'value' },
            innerRadius: { scale: 'radius', field: 'value' },
            stroke: { value: colours.grid },
          },
        },
      },
      {
        type: 'rule',
        from: { data: 'spokes' },
        interactive: false,
        encode: {
          update: {
            x: { signal: 'width / 2' },
            y: { signal: 'height / 2' },
            x2: { signal: `width / 2 + ${radius} * sin(scale('angle', datum.category))` },
            y2: { signal: `height / 2 - ${radius} * cos(scale('angle', datum.category))` },
            stroke: { value: colours.grid },
          },
        },
      },
      {
        type: 'group',
        from: { facet: { name: 'outline', data: 'rows', groupby: 'series' } },
        interactive: false,
        marks: [
          {
            type: 'line',
            from: { data: 'outline' },
            interactive: false,
            encode: {
              update: {
                interpolate: { value: 'linear-closed' },
                ...at("scale('radius', datum.value)"),
                stroke: { scale: 'colours', field: 'series' },
                strokeWidth: { value: 2 },
                fill: { scale: 'colours', field: 'series' },
                fillOpacity: { value: 0.25 },
              },
            },
          },
        ],
      },
      {
        name: 'marks',
        type: 'symbol',
        from: { data: 'rows' },
        encode: {
          update: {
            ...at("scale('radius', datum.value)"),
            size: { value: 60 },
            fill: { scale: 'colours', field: 'series' },
            ...ring(colours.focus),
          },
        },
      },
      {
        type: 'text',
        from: { data: 'rings' },
        interactive: false,
        encode: {
          update: {
            x: { signal: 'width / 2 + 4' },
            y: { signal: "height / 2 - scale('radius', datum.value)" },
            baseline: { value: 'bottom' },
            text: { signal: "format(datum.value, ',')" },
            fill: { value: colours.text },
          },
        },
      },
      {
        type: 'text',
        from: { data: 'spokes' },
        interactive: false,
        encode: {
          update: {
            ...at(String(radius + labelGap + 8)),
            text: { field: 'category' },
            baseline: { value: 'middle' },
            fill: { value: colours.focus },
            align: {
              signal:
                "abs(sin(scale('angle', datum.category))) < 0.1 ? 'center' : sin(scale('angle', datum.category)) > 0 ? 'left' : 'right'",
            },
            dx: {
              signal: "abs(sin(scale('angle', datum.category))) < 0.1 ? 0 : sin(scale('angle', datum.category)) > 0 ? -8 : 8",
            },
          },
        },
      },
    ],
  };
}

/** Returns the room outside the outermost ring: a gap and the longest label at 13 px. */
function labelRoom(categories: readonly string[]): number {
  return labelGap + letterWidth * Math.max(0, ...categories.map((category) => category.length));
}

/**
 * Returns the first of 4, 8, 20, 40, 80, 200… that is at least `most`, so that every ring marks a whole
 * number.
 */
function niceMost(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / rings));
  const step = [1, 2, 5, 10].map((factor) => Math.max(1, factor * power)).find((one) => one * rings >= most) ?? most;
  return step * rings;
}
