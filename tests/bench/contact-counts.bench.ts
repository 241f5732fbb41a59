import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { countByAntenna } from '../../host/platform/store/contacts/contact-counts.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import type { BenchRow } from './bench-row.ts';
import { fillDay } from './filled-days.ts';

const systemId = 'counted';
const dayMs = 86_400_000;
const minuteMs = 60_000;
const days = 30;
const receivers = 40;
/** One contact each 1.04 s at each receiver. */
const perReceiverAndDay = 83_334;
const rounds = 7;
const targetMs = 300;

/**
 * What `numContacts` and `antenna/lastContacts` ask the database, with 100 million contacts in an embedded
 * one: past day, past week and all, each with an hour at both ends of which a part is asked for (STAT-5).
 */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'counts-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    const rxIds = Array.from({ length: receivers }, (_, at) => at + 1);
    await plantListeners(database, rxIds, systemId);
    const end = Math.floor(Date.now() / dayMs) * dayMs;
    const began = performance.now();
    for (let day = 1; day <= days; day += 1)
      await fillDay(database, end - day * dayMs, { systemId, receivers, perReceiver: perReceiverAndDay });
    const filled = `filled in ${Math.round((performance.now() - began) / 1_000)} s`;
    await database.pool.query('analyze contacts_hourly; checkpoint');
    const now = end - 23 * minuteMs;
    const all = days * dayMs - 60 * minuteMs;
    const rows: BenchRow[] = [];
    for (const [name, lasts] of [
      ['the past day', dayMs],
      ['the past week', 7 * dayMs],
      ['all of it', all],
    ] as const)
      rows.push(await rowOf(database, { name, from: now - lasts, now, filled }));
    return rows;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function rowOf(
  database: Database,
  { name, from, now, filled }: { name: string; from: number; now: number; filled: string },
): Promise<BenchRow> {
  const times: number[] = [];
  let counted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const counts = await countByAntenna(database, systemId, { from, to: now, now, rxIds: null });
    times.push(performance.now() - began);
    counted = counts.reduce((sum, { count }) => sum + count, 0);
  }
  const [first = 0] = times;
  const slowest = Math.max(...times);
  const stored = days * receivers * perReceiverAndDay;
  return {
    what: `contacts by receiver and antenna, ${name}, of ${stored.toLocaleString('en')} stored`,
    target: `≤ ${targetMs} ms`,
    better: 'less',
    measured: `${Math.round(slowest)} ms`,
    met: slowest <= targetMs,
    details: `slowest of ${rounds}; the first, of what no cache held by reading, ${Math.round(first)} ms; ${counted.toLocaleString('en')} counted; ${filled}`,
  };
}
