import { compiled } from './compiled.ts';
import { params, plain } from './vl-parts.ts';

const color = { field: 'series', type: 'nominal', legend: null } as const;
/** Values beyond the scale are drawn at its edge. */
const scale = { zero: false, nice: false, clamp: true, domain: [0, 1] };
const edge = { type: 'point', filled: true, size: 90, opacity: 1 } as const;

/**
 * A line of means with a band from min to max, broken at missing values; triangles mark values beyond the
 * scale. Pointing anywhere above or below a point selects it.
 */
export default compiled({
  data: { name: 'rows' },
  params,
  height: 280,
  config: plain,
  autosize: { type: 'fit-x', contains: 'padding' },
  encoding: {
    x: {
      field: 'at',
      type: 'quantitative',
      scale: { zero: false, nice: false },
      axis: { title: '$x', grid: true, values: [0], labelExpr: "scale('ticks', datum.value)", labelOverlap: 'greedy' },
    },
  },
  layer: [
    {
      mark: { type: 'area', orient: 'vertical', opacity: 0.25 },
      encoding: {
        y: { field: 'low', type: 'quantitative', scale, axis: { title: '$y', tickCount: 6, grid: true } },
        y2: { field: 'high' },
        detail: { field: 'category' },
        color,
      },
    },
    {
      mark: { type: 'line', strokeWidth: 2 },
      encoding: { y: { field: 'value', type: 'quantitative', scale }, detail: { field: 'category' }, color },
    },
    {
      transform: [{ filter: 'datum.isAlone' }],
      mark: { type: 'point', filled: true, size: 40, opacity: 1 },
      encoding: { y: { field: 'value', type: 'quantitative', scale }, color },
    },
    {
      transform: [{ filter: "datum.beyond === 'above' || datum.beyond === 'both'" }],
      mark: { ...edge, shape: 'triangle-up' },
      encoding: { y: { value: 6 }, color },
    },
    {
      transform: [{ filter: "datum.beyond === 'below' || datum.beyond === 'both'" }],
      mark: { ...edge, shape: 'triangle-down' },
      encoding: { y: { value: 274 }, color },
    },
    {
      transform: [{ filter: 'datum.key === chosen' }],
      mark: { type: 'point', size: 90, strokeWidth: 3, stroke: { expr: 'focus' } },
      encoding: { y: { field: 'value', type: 'quantitative', scale } },
    },
    {
      mark: { type: 'bar', fillOpacity: 0 },
      encoding: { x: { field: 'x', type: 'quantitative' }, x2: { field: 'x2' }, y: { value: 0 }, y2: { value: 280 } },
    },
  ],
});
