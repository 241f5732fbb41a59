import { compiled } from './compiled.ts';
import { chosenBar, namedRows, params, plain, seriesColour } from './vl-parts.ts';

const along = { field: 'x', type: 'quantitative', scale: { zero: false, nice: false } } as const;
const until = { x2: { field: 'x2' } } as const;

/**
 * Cells from `x` to `x2` on lines whose extents are in `lanes`. The legend is at the top, and the hours are
 * written on the named lines (`hours`), because the bottom of a tall chart and its axis are out of sight.
 */
export default compiled({
  data: { name: 'rows' },
  params: [...params, { name: 'nameWidth', value: 200 }],
  height: { step: 22 },
  config: plain,
  autosize: { type: 'fit-x', contains: 'padding' },
  layer: [
    { data: { name: 'lanes' }, mark: { type: 'bar' }, encoding: { ...until, color: { field: 'series', type: 'nominal' } } },
    {
      mark: { type: 'bar' },
      encoding: {
        ...until,
        color: { ...seriesColour, legend: { ...seriesColour.legend, orient: 'top', symbolType: 'square' } },
        key: { field: 'key' },
      },
    },
    {
      data: { name: 'hours' },
      // Each text starts at its hour. If the texts were centred, the first would overlap the name.
      mark: { type: 'text', align: 'left', dx: 3, color: { expr: 'words' } },
      encoding: { text: { field: 'text' } },
    },
    { ...chosenBar, encoding: until },
  ],
  encoding: {
    y: { ...namedRows, axis: { ...namedRows.axis, labelPadding: 6 }, scale: { paddingInner: 0.15, paddingOuter: 0.15 } },
    x: { ...along, axis: { title: '$x', orient: 'top', grid: true, values: [0], labels: false, ticks: false } },
  },
});
