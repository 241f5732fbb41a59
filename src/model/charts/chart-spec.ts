import { barSpec } from './bar-spec.ts';
import type { Chart } from './chart.ts';
import { radarSpec } from './radar-spec.ts';
import type { ChartSetting, VegaSpec } from './spec-parts.ts';

/** How a chart is drawn; the same rows as its table, one mark each, which carry the row's `key`. */
export function chartSpec(chart: Chart, setting: ChartSetting): VegaSpec {
  return chart.kind === 'bars' ? barSpec(chart, setting) : radarSpec(chart, setting);
}
