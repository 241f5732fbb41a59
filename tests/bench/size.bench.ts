import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { measureBudgets } from '../../scripts/size-budget.ts';
import type { BenchRow } from './bench-row.ts';

const root = join(import.meta.dirname, '../..');

/** What the first routes weigh, gzipped, by the same measure that `npm test` enforces. */
export async function run(): Promise<BenchRow[]> {
  const built = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The console does not build:\n${built.stderr}`);
  return measureBudgets(join(root, 'dist')).flatMap(({ name, js, css, jsBudget, cssBudget }): BenchRow[] => [
    {
      what: `${name}, JavaScript, gzip`,
      target: `≤ ${jsBudget} KiB`,
      better: 'less',
      yardstick: null,
      measured: `${js.toFixed(1)} KiB`,
      met: js <= jsBudget,
    },
    ...(cssBudget === undefined
      ? []
      : [
          {
            what: `${name}, CSS, gzip`,
            target: `≤ ${cssBudget} KiB`,
            better: 'less' as const,
            yardstick: null,
            measured: `${css.toFixed(1)} KiB`,
            met: css <= cssBudget,
          },
        ]),
  ]);
}
