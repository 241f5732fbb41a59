import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { endHostProcess, hostPlace, startHostProcess } from '../support/host-process.ts';
import type { BenchRow } from './bench-row.ts';

/** `BENCH_HAND_OVER=short` tells only whether it runs. */
const rounds = process.env['BENCH_HAND_OVER'] === 'short' ? 1 : 5;
const targetSeconds = 8;
/** The ones that the demo account has. */
const simulatedSystems = 2;
const upWithinMs = 120_000;

const ways = { killed: 'SIGKILL', 'stopped (it sleeps on)': 'SIGSTOP', 'told to end': 'SIGTERM' } as const;

/**
 * HOST-12: of two host processes on one database the one that simulates goes, and the other takes all
 * systems over.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hand-over-bench-'));
  const database = await openDatabase({ dataDir: join(folder, 'database'), log: pino({ level: 'silent' }) });
  let leader: ChildProcess | null = null;
  try {
    leader = await startHost(database, join(folder, 'first'));
    await leadsAll(database, new Set());
    const rows: BenchRow[] = [];
    for (const [way, signal] of Object.entries(ways)) {
      const seconds: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const next = await startHost(database, join(folder, `${way} ${round}`));
        // Somewhere between two renewals.
        await delay((round * 1_500) / rounds);
        seconds.push(await handOver(database, leader, signal));
        await endHostProcess(leader, 'SIGKILL');
        leader = next;
      }
      rows.push(rowOf(way, seconds));
    }
    return rows;
  } finally {
    if (leader !== null) await endHostProcess(leader, 'SIGKILL');
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startHost(database: Database, dataDir: string): Promise<ChildProcess> {
  return (await startHostProcess(await hostPlace(dataDir, { DATABASE_URL: database.url }), upWithinMs)).child;
}

/** How long (s) until the other host has all that this one leads. */
async function handOver(database: Database, leader: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  const before = new Set((await holdersOf(database)).keys());
  const began = performance.now();
  leader.kill(signal);
  await leadsAll(database, before);
  return (performance.now() - began) / 1_000;
}

/** Resolves when all systems are simulated by a host that is none of those. */
async function leadsAll(database: Database, but: ReadonlySet<string>): Promise<void> {
  const isSo = (holders: ReadonlyMap<string, number>) =>
    [...holders].some(([holder, systems]) => !but.has(holder) && systems === simulatedSystems);
  while (!isSo(await holdersOf(database))) await delay(20);
}

/** The hosts that simulate, each with how many systems. */
async function holdersOf({ pool }: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ holder: string; systems: number }>(
    `select holder, count(*)::integer as systems from leases where task = 'simulation' group by holder`,
  );
  return new Map(rows.map(({ holder, systems }) => [holder, systems]));
}

function rowOf(way: string, seconds: readonly number[]): BenchRow {
  const longest = Math.max(...seconds);
  return {
    what: `hand-over of ${simulatedSystems} simulated systems to another host, the first ${way}`,
    target: `≤ ${targetSeconds} s`,
    better: 'less',
    measured: `${longest.toFixed(1)} s`,
    met: longest <= targetSeconds,
    details: `each of ${seconds.length}: ${seconds.map((one) => `${one.toFixed(1)} s`).join(', ')}`,
  };
}
