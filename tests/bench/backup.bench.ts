import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../host/platform/store/database.ts';
import { backupCommand, restoreCommand, startCommand } from '../support/command-line.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import type { BenchOptions, BenchRow } from './bench-row.ts';
import { fillDay } from './filled-days.ts';

const dayMs = 86_400_000;
const receivers = 40;
const perReceiver = 8_334;
/** Of the smaller backup, a million contacts. */
const fewDays = 3;
/** Of the memory of the command's own process, however much there is to copy (MiB). */
const memoryMiB = 200;
const lookMs = 50;

/**
 * BAK-1, BAK-4, BAK-8: the commands as run, on an embedded database of 1 million contacts and of `days` days,
 * of which 30 are 10 million and 300 are 100.
 */
export async function run({ days }: BenchOptions): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'backup-bench-'));
  try {
    const rows: BenchRow[] = [];
    for (const filled of [fewDays, days]) {
      const dataDir = join(root, `of-${filled}-days`);
      const count = await fill(dataDir, filled);
      for (const words of [[], ['--portable']]) rows.push(...(await thereAndBack(root, { dataDir, count, words })));
      rmSync(dataDir, { recursive: true });
    }
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, days: number): Promise<number> {
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    const rxIds = Array.from({ length: receivers }, (_, at) => at + 1);
    await plantListeners(database, rxIds, 'kept');
    const end = Math.floor(Date.now() / dayMs) * dayMs;
    for (let day = 1; day <= days; day += 1)
      await fillDay(database, end - day * dayMs, { systemId: 'kept', receivers, perReceiver });
    return days * receivers * perReceiver;
  } finally {
    await database.close();
  }
}

type Case = { dataDir: string; count: number; words: readonly string[] };

async function thereAndBack(root: string, { dataDir, count, words }: Case): Promise<BenchRow[]> {
  const [folder, target] = [mkdtempSync(join(root, 'kept-')), join(mkdtempSync(join(root, 'back-')), 'data')];
  const made = await timed(backupCommand, [folder, ...words], dataDir);
  const [name = ''] = readdirSync(folder);
  const restored = await timed(restoreCommand, [join(folder, name)], target);
  const of = `${words.length === 0 ? 'files' : 'portable'}, ${count.toLocaleString('en')} contacts`;
  rmSync(folder, { recursive: true });
  rmSync(target, { recursive: true });
  return [
    rowOf(`backup, ${of}: memory of the command`, made),
    rowOf(`restore of it, counted and compared, ${of}: memory of the command`, restored),
  ];
}

type Timed = { seconds: number; peakMiB: number; said: string };

function rowOf(what: string, { seconds, peakMiB, said }: Timed): BenchRow {
  return {
    what,
    target: `≤ ${memoryMiB} MiB`,
    better: 'less',
    yardstick: null,
    measured: `${peakMiB} MiB, ${seconds.toFixed(1)} s`,
    met: peakMiB <= memoryMiB,
    details:
      said
        .trim()
        .split('\n')
        .findLast((line) => /\d/.test(line)) ?? '',
  };
}

/** Runs a command to its end. @throws Error with what it said, where it failed. */
async function timed(command: string, words: readonly string[], dataDir: string): Promise<Timed> {
  const began = performance.now();
  const { child, ended } = startCommand(command, words, { DATA_DIR: dataDir });
  let peakMiB = 0;
  const timer = setInterval(() => {
    // Gone with the process.
    readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (peakMiB = Math.max(peakMiB, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024))),
      () => undefined,
    );
  }, lookMs);
  const { code, said } = await ended.finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
  return { seconds: (performance.now() - began) / 1_000, peakMiB, said };
}
