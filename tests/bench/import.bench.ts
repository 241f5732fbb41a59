import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { BenchRow } from './bench-row.ts';

const root = join(import.meta.dirname, '../..');
const lemhi = join(root, '../shared/data/lemhi');
const targetSeconds = 10;

/** The whole command `npm run import` on the real Lemhi file, into a new data folder, from its start to its end; then the same again. */
export async function run(): Promise<BenchRow[]> {
  if (!existsSync(lemhi))
    throw new Error('The import bench needs the real contacts of ../shared/data/lemhi beside the checkout.');
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'));
  try {
    const file = join(folder, 'contacts-2018.csv.gz');
    copyFileSync(join(lemhi, 'contacts-2018.csv.gz'), file);
    const args = ['--system', 'lemhi', '--create', '--sites', join(lemhi, 'sites.csv'), file];
    const first = importOnce(folder, args);
    const again = importOnce(folder, args);
    return [
      row('import of the Lemhi file (364,408 rows), new database, start of the embedded server included', first),
      row('the same import once more (all duplicates)', again),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importOnce(folder: string, args: readonly string[]): { seconds: number; output: string } {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'host/ingest/import-main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' },
  });
  if (status !== 0) throw new Error(`The import ended with ${status}:\n${stderr}`);
  return { seconds: (performance.now() - began) / 1000, output: stdout };
}

function row(what: string, { seconds, output }: { seconds: number; output: string }): BenchRow {
  const details = output.split('\n').find((line) => line.includes(' read, ')) ?? '';
  return {
    what,
    target: `≤ ${targetSeconds} s`,
    measured: `${seconds.toFixed(1)} s`,
    met: seconds <= targetSeconds,
    details: details.slice(details.indexOf('(Lemhi')),
  };
}
