import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compiledCharts } from '../../scripts/compiled-charts.ts';

const charts = path.resolve('src/model/charts');
const load = compiledCharts.load as unknown as (id: string) => Promise<{ code: string } | null>;

test('every chart in Vega-Lite becomes its Vega specification when the console is built (CHART-2)', async () => {
  const written = (await readdir(charts)).filter((name) => name.endsWith('.vl.ts'));
  expect(written.length).toBeGreaterThan(2);
  for (const name of written) {
    const made = await load(path.join(charts, name));
    const spec = JSON.parse(made?.code.replace('export default ', '') ?? '') as { marks: unknown[] };
    expect({ name, marks: spec.marks.length > 0 }).toEqual({ name, marks: true });
  }
  expect(await load(path.join(charts, 'chart.ts'))).toBeNull();
});
