import { chartColours } from '../live/palette.ts';
import type { Chart } from './chart.ts';
import { axisLook, type ChartSetting, frame, mostOf, ring, seriesScales, type VegaSpec } from './spec-parts.ts';

const barStep = 26;
/** Of the width, for the receivers' names, in px: names are cut there. */
const widestName = 200;

/** A bar for each row, with the receiver's name before it and its count behind it. */
export function barSpec(chart: Chart, { scheme, width }: ChartSetting): VegaSpec {
  const colours = chartColours[scheme];
  const nameWidth = Math.min(widestName, Math.round(width * 0.35));
  const plot = Math.max(60, width - nameWidth - 72);
  const height = chart.rows.length * barStep;
  const middle = { scale: 'y', field: 'category', band: 0.5 };
  return {
    ...frame(chart, scheme, plot, height, { left: nameWidth, right: 72, top: 4, bottom: 44 }),
    scales: [
      ...seriesScales(chart, scheme),
      { name: 'y', type: 'band', domain: chart.categories, range: [0, height], padding: 0.25 },
      { name: 'x', type: 'linear', domain: [0, mostOf(chart)], nice: 4, range: [0, plot] },
    ],
    axes: [{ orient: 'bottom', scale: 'x', title: 'Contacts', tickCount: 4, format: ',d', ...axisLook(scheme), grid: true }],
    marks: [
      {
        type: 'text',
        from: { data: 'rows' },
        interactive: false,
        encode: {
          update: {
            x: { value: -8 },
            y: middle,
            align: { value: 'right' },
            baseline: { value: 'middle' },
            limit: { value: nameWidth - 8 },
            text: { scale: 'names', field: 'series' },
            fill: { value: colours.focus },
          },
        },
      },
      {
        name: 'marks',
        type: 'rect',
        from: { data: 'rows' },
        encode: {
          update: {
            x: { value: 0 },
            x2: { scale: 'x', field: 'value' },
            y: { scale: 'y', field: 'category' },
            height: { scale: 'y', band: 1 },
            fill: { scale: 'colours', field: 'series' },
            ...ring(colours.focus),
          },
        },
      },
      {
        type: 'text',
        from: { data: 'rows' },
        interactive: false,
        encode: {
          update: {
            x: { scale: 'x', field: 'value', offset: 6 },
            y: middle,
            baseline: { value: 'middle' },
            text: { signal: "format(datum.value, ',')" },
            fill: { value: colours.text },
          },
        },
      },
    ],
  };
}
