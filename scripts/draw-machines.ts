import { join, resolve } from 'node:path';
import { readCharts, writeCharts } from './machine-chart/chart-files.ts';
import { chartFolder, compareCharts, drawCharts } from './machine-charts.ts';

/** Draws every machine of the product into docs/machines, and prints what changed. */
const root = resolve(import.meta.dirname, '..');
const folder = join(root, chartFolder);
const drawn = await drawCharts(root);
const { missing, stale, orphaned } = compareCharts(drawn, readCharts(folder));
writeCharts(folder, drawn);
console.log(
  `${drawn.size} charts in ${chartFolder}: ${missing.length} new, ${stale.length} changed, ${orphaned.length} removed.`,
);
