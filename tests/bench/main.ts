import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem, release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { BenchOptions, BenchRow } from './bench-row.ts';
import { asViteLoads } from '../support/as-vite-loads.ts';
import type * as Edits from './edits.bench.ts';
import { benchRun, compareRuns, lastFigures } from './compare-runs.ts';

/**
 * `npm run bench [name …] [-- --minutes N --days N]`: measures what the product promises and prints one
 * table, with the machine it was measured on. Figures are never asserted: a slow machine is no failure. A
 * bench that cannot run fails the command. Each run is a line of `figures.jsonl`, beside which the next run
 * on a machine of the same shape stands its own; commit the line of a quiet machine. `--minutes` is how long
 * the soak lasts, `--days` of how many days the larger backup is, a third of a million contacts each.
 */
const figuresFile = join(import.meta.dirname, 'figures.jsonl');

const benches: Record<string, () => Promise<{ run(options: BenchOptions): Promise<BenchRow[]> }>> = {
  'live-chart': () => import('./live-chart/live-chart.bench.ts'),
  'message-to-model': () => import('./message-to-model.bench.ts'),
  'home-page': () => import('./home-page.bench.ts'),
  interaction: () => import('./interaction.bench.ts'),
  lighthouse: () => import('./lighthouse.bench.ts'),
  'slow-line': () => import('./slow-line.bench.ts'),
  'receivers-page': () => import('./receivers-page.bench.ts'),
  'receiver-edits': () => import('./receiver-edits.bench.ts'),
  map: () => import('./map.bench.ts'),
  size: () => import('./size.bench.ts'),
  ingest: () => import('./ingest.bench.ts'),
  'status-beside-contacts': () => import('./status-beside-contacts.bench.ts'),
  'fan-out': () => import('./fan-out.bench.ts'),
  'across-hosts': () => import('./across-hosts.bench.ts'),
  // Of consoles with all their screens.
  edits: async () => (await asViteLoads('tests/bench/edits.bench.ts')) as typeof Edits,
  import: () => import('./import.bench.ts'),
  attacks: () => import('./attacks.bench.ts'),
  'hand-over': () => import('./hand-over.bench.ts'),
  commands: () => import('./commands.bench.ts'),
  jobs: () => import('./jobs.bench.ts'),
  'alarms-page': () => import('./alarms-page.bench.ts'),
  'alarms-out': () => import('./alarms-out.bench.ts'),
  mail: () => import('./mail.bench.ts'),
  'contact-counts': () => import('./contact-counts.bench.ts'),
  statistics: () => import('./statistics.bench.ts'),
  detection: () => import('./detection.bench.ts'),
  explorer: () => import('./explorer.bench.ts'),
  'detection-preview': () => import('./detection-preview.bench.ts'),
  reprocess: () => import('./reprocess.bench.ts'),
  'data-files': () => import('./data-files.bench.ts'),
  backup: () => import('./backup.bench.ts'),
  migrations: () => import('./migrations.bench.ts'),
  'sparse-study': () => import('./sparse-study.bench.ts'),
  soak: () => import('./soak.bench.ts'),
};

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '2' }, days: { type: 'string', default: '30' } },
});
const options: BenchOptions = { minutes: Number(values.minutes), days: Number(values.days) };
if (!(options.minutes >= 1 && options.minutes <= 1_440)) {
  console.error(`--minutes takes 1 to 1440, not ${values.minutes}`);
  process.exit(2);
}
if (!(Number.isInteger(options.days) && options.days >= 1 && options.days <= 1_000)) {
  console.error(`--days takes 1 to 1000, not ${values.days}`);
  process.exit(2);
}
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const rows: BenchRow[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const load = benches[name];
  if (!load) continue;
  console.error(`… ${name}`);
  rows.push(...(await (await load()).run(options)));
}

const processor = cpus()[0]?.model ?? 'unknown processor';
const memory = Math.round(totalmem() / 2 ** 30);
const machine = `${processor}, ${cpus().length} cores, ${memory} GiB, ${process.platform}`;
console.log(`\n${machine} ${release()}, Node ${process.version}\n`);
console.log('| what | must reach | measured | reached |\n| --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.what} | ${row.target} | ${row.measured} | ${row.met ? 'yes' : 'no'} |`);
for (const row of rows) if (row.details !== undefined) console.log(`\n${row.what}: ${row.details}`);

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
const run = benchRun(rows, { at: new Date().toISOString(), commit, machine });
const before = existsSync(figuresFile) ? lastFigures(readFileSync(figuresFile, 'utf8'), machine) : {};
appendFileSync(figuresFile, `${JSON.stringify(run)}\n`);
const compared = compareRuns(before, run.figures);
if (compared.length === 0) console.log('\nNothing was measured on a machine of this shape before.');
for (const { what, before: last, now, ratio, verdict } of compared)
  console.log(`\n${verdict === 'worse' ? 'WORSE' : verdict}: ${what}: ${now}, last ${last} (${ratio.toFixed(2)} times)`);
process.exit(0);
