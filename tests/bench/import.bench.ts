import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { openDatabase } from '../../host/platform/store/database.ts';
import type { BenchRow } from './bench-row.ts';

const root = join(import.meta.dirname, '../..');
const samples = join(root, 'samples');
/**
 * Real contacts, where they stand beside the checkout: three times as many, and all that the field does to a
 * file.
 */
const lemhi = join(root, '../shared/data/lemhi');
const targetSeconds = 3;

/**
 * The whole command `npm run import` on a file, into the empty database of a host, from its start to its end;
 * then the same again.
 */
export async function run(): Promise<BenchRow[]> {
  const rows = await measure('sample', join(samples, 'contacts.csv.gz'), join(samples, 'sites.csv'));
  if (!existsSync(lemhi)) return rows;
  return [...rows, ...(await measure('Lemhi file', join(lemhi, 'contacts-2018.csv.gz'), join(lemhi, 'sites.csv')))];
}

async function measure(name: string, contacts: string, sites: string): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'));
  try {
    // Refused rows are written beside the file: not beside the ones that were lent.
    const file = join(folder, 'contacts.csv.gz');
    copyFileSync(contacts, file);
    const rows = gunzipSync(readFileSync(file)).toString('latin1').trimEnd().split('\n').length - 1;
    const args = ['--system', 'measured', '--create', '--sites', sites, file];
    // As the first start of a host makes it.
    await (await openDatabase({ dataDir: join(folder, 'data'), log: pino({ level: 'silent' }) })).close();
    const first = importOnce(folder, args);
    const again = importOnce(folder, args);
    const what = `import of the ${name} (${rows.toLocaleString('en-US')} rows)`;
    return [
      row(`${what}, empty database, start of the embedded server included`, first),
      row(`${what} once more (all duplicates)`, again),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importOnce(folder: string, args: readonly string[]): { seconds: number; output: string } {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'host/entry/import/import-main.ts'), ...args], {
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
    better: 'less',
    measured: `${seconds.toFixed(1)} s`,
    met: seconds <= targetSeconds,
    details: details.slice(details.indexOf('(Lemhi')),
  };
}
