import { compiled } from './compiled.ts';
import { chosenBar, namedRows, params, plain, seriesColour } from './vl-parts.ts';

/** A line of states for each category, from `x` to `x2` (ms); its ticks are in the system's timezone. */
export default compiled({
  data: { name: 'rows' },
  params: [...params, { name: 'nameWidth', value: 200 }],
  height: { step: 26 },
  config: plain,
  autosize: { type: 'fit-x', contains: 'padding' },
  layer: [{ mark: { type: 'bar' }, encoding: { color: seriesColour, key: { field: 'key' } } }, chosenBar],
  encoding: {
    y: namedRows,
    x: {
      field: 'x',
      type: 'quantitative',
      scale: { zero: false, nice: false },
      axis: { title: '$x', grid: true, values: [0], labelExpr: "scale('ticks', datum.value)", labelOverlap: 'greedy' },
    },
    x2: { field: 'x2' },
  },
});
