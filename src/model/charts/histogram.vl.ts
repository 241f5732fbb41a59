import { compiled } from './compiled.ts';
import { focusRing, params, plain, seriesColour } from './vl-parts.ts';

/** Stacked bars: the contacts of each category, by series. */
export default compiled({
  data: { name: 'rows' },
  params,
  width: 300,
  height: 240,
  config: plain,
  autosize: { type: 'fit-x', contains: 'padding' },
  mark: { type: 'bar' },
  encoding: {
    x: {
      field: 'category',
      type: 'nominal',
      scale: { paddingInner: 0.1, paddingOuter: 0.1 },
      axis: { title: '$x', labelExpr: "scale('names', datum.value)", labelOverlap: 'greedy', labelAngle: 0, labelSeparation: 6 },
    },
    y: {
      field: 'value',
      type: 'quantitative',
      stack: 'zero',
      axis: { title: 'Contacts', tickCount: 4, format: ',d', grid: true },
    },
    color: seriesColour,
    ...focusRing,
  },
});
