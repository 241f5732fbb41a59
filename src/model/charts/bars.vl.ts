import { compiled } from './compiled.ts';
import { focusRing, namedRows, params, plain } from './vl-parts.ts';

/** A bar for each row, with its name before and its count after it. */
export default compiled({
  data: { name: 'rows' },
  params: [...params, { name: 'nameWidth', value: 200 }, { name: 'most', value: 1 }],
  height: { step: 26 },
  config: plain,
  autosize: { type: 'fit-x', contains: 'padding' },
  encoding: {
    y: namedRows,
    x: {
      field: 'value',
      type: 'quantitative',
      axis: { title: '$x', tickCount: 4, format: ',d', grid: true },
      stack: null,
      // `most` is above the largest value, to leave room for the count after the longest bar.
      scale: { domainMin: 0, domainMax: { expr: 'most' }, nice: false },
    },
  },
  layer: [
    {
      mark: { type: 'bar' },
      encoding: { color: { field: 'series', type: 'nominal', legend: null }, ...focusRing },
    },
    {
      mark: { type: 'text', align: 'left', dx: 6, fontSize: 12 },
      encoding: { text: { field: 'value', type: 'quantitative', format: ',d' }, color: { value: { expr: 'words' } } },
    },
  ],
});
