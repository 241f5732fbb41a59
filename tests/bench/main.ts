import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem, release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { BenchOptions, BenchRow } from './bench-row.ts';
import { asViteLoads } from '../support/as-vite-loads.ts';
import type * as Edits from './edits.bench.ts';
import { benchRun, compareRuns, lastFigures, type MeasuredRow } from './compare-runs.ts';
import { measureYardsticks, type YardstickKind, yardstickKinds } from './yardstick.ts';

/**
 * `npm run bench [name …] [-- --minutes N --days N]`: measures what the product promises and prints one
 * table, with the machine it ran on. Figures are never asserted: a slow machine is no failure. A bench that
 * cannot run fails the command. The yardstick, a fixed amount of work, is measured first: the next run on a
 * machine of the same shape divides both runs' figures by it before comparing them. Each run is a line of
 * `figures.jsonl`; commit the line of a quiet machine. `--minutes` is how long the soak lasts, `--days` how
 * many days the larger backup has, each a third of a million contacts.
 */
const figuresFile = join(import.meta.dirname, 'figures.jsonl');

/** Each bench with the yardstick of its rows; null if the machine's speed does not change them. */
const benches: Record<string, [YardstickKind | null, () => Promise<{ run(options: BenchOptions): Promise<BenchRow[]> }>]> = {
  'live-chart': ['page', () => import('./live-chart/live-chart.bench.ts')],
  'message-to-model': ['script', () => import('./message-to-model.bench.ts')],
  'home-page': ['page', () => import('./home-page.bench.ts')],
  interaction: ['page', () => import('./interaction.bench.ts')],
  lighthouse: [null, () => import('./lighthouse.bench.ts')],
  'slow-line': ['page', () => import('./slow-line.bench.ts')],
  'receivers-page': ['page', () => import('./receivers-page.bench.ts')],
  'receiver-edits': ['page', () => import('./receiver-edits.bench.ts')],
  map: ['page', () => import('./map.bench.ts')],
  size: [null, () => import('./size.bench.ts')],
  ingest: ['database', () => import('./ingest.bench.ts')],
  'status-beside-contacts': ['database', () => import('./status-beside-contacts.bench.ts')],
  'fan-out': ['script', () => import('./fan-out.bench.ts')],
  'across-hosts': ['database', () => import('./across-hosts.bench.ts')],
  // It runs consoles with all their screens, which only Vite can load.
  edits: ['database', async () => (await asViteLoads('tests/bench/edits.bench.ts')) as typeof Edits],
  import: ['database', () => import('./import.bench.ts')],
  attacks: ['script', () => import('./attacks.bench.ts')],
  'hand-over': [null, () => import('./hand-over.bench.ts')],
  commands: ['database', () => import('./commands.bench.ts')],
  jobs: ['database', () => import('./jobs.bench.ts')],
  'alarms-page': ['page', () => import('./alarms-page.bench.ts')],
  'alarms-out': [null, () => import('./alarms-out.bench.ts')],
  mail: ['database', () => import('./mail.bench.ts')],
  'contact-counts': ['database', () => import('./contact-counts.bench.ts')],
  statistics: ['database', () => import('./statistics.bench.ts')],
  detection: ['script', () => import('./detection.bench.ts')],
  explorer: ['page', () => import('./explorer.bench.ts')],
  'detection-preview': ['script', () => import('./detection-preview.bench.ts')],
  reprocess: ['script', () => import('./reprocess.bench.ts')],
  ftps: ['script', () => import('./ftps.bench.ts')],
  'data-files': ['database', () => import('./data-files.bench.ts')],
  backup: ['disk', () => import('./backup.bench.ts')],
  migrations: ['database', () => import('./migrations.bench.ts')],
  'sparse-study': ['database', () => import('./sparse-study.bench.ts')],
  soak: [null, () => import('./soak.bench.ts')],
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

console.error('… yardstick');
const yardsticks = await measureYardsticks();
const rows: MeasuredRow[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const [yardstick, load] = benches[name] ?? [];
  if (yardstick === undefined || load === undefined) continue;
  console.error(`… ${name}`);
  for (const row of await (await load()).run(options)) rows.push({ yardstick, ...row });
}

const processor = cpus()[0]?.model ?? 'unknown processor';
const memory = Math.round(totalmem() / 2 ** 30);
const machine = `${processor}, ${cpus().length} cores, ${memory} GiB, ${process.platform}`;
console.log(`\n${machine} ${release()}, Node ${process.version}`);
const told = yardstickKinds.map(
  (kind) => `${kind} ${Math.round(yardsticks[kind].ms)} ms ± ${Math.round(yardsticks[kind].spread * 50)} %`,
);
console.log(`Yardstick: ${told.join(', ')}\n`);
console.log('| what | must reach | measured | reached |\n| --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.what} | ${row.target} | ${row.measured} | ${row.met ? 'yes' : 'no'} |`);
for (const row of rows) if (row.details !== undefined) console.log(`\n${row.what}: ${row.details}`);

const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
const run = benchRun(rows, { at: new Date().toISOString(), commit, machine, yardsticks });
const before = existsSync(figuresFile) ? lastFigures(readFileSync(figuresFile, 'utf8'), machine) : {};
appendFileSync(figuresFile, `${JSON.stringify(run)}\n`);
const compared = compareRuns(before, run);
if (compared.length === 0) console.log('\nNothing was measured with a yardstick on a machine of this shape before.');
for (const { what, before: last, now, ratio, adjusted, verdict } of compared) {
  const times = `${ratio.toFixed(2)} times, ${adjusted.toFixed(2)} by the yardstick`;
  console.log(`\n${verdict === 'worse' ? 'WORSE' : verdict}: ${what}: ${now}, last ${last} (${times})`);
}
process.exit(0);
