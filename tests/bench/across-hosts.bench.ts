import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { openLine } from '../../host/platform/bus/database-line.ts';
import { openWire } from '../../host/platform/bus/open-wire.ts';
import { startRelay } from '../../host/platform/bus/relay.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { startNatsServer } from '../support/nats-server.ts';
import type { BenchRow } from './bench-row.ts';

const rates = [1_000, 5_000, 10_000, 20_000, 50_000, 100_000, 150_000];
const target = { rate: 10_000, p95Ms: 250 };
const warmUpMs = 1_000;
const measuredMs = 4_000;

/** What became of the contacts of one rate. */
type Step = { asked: number; rate: number; p50: number; p95: number; missed: number };

/**
 * HOST-14: contacts that are published in one process until they are published in another, on one database:
 * by its announcements, then by a NATS server. The highest rate of those tried is named at which nothing is
 * missed and the lag keeps its bound.
 */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'across-hosts-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    const rows = [row('announcements of the embedded database', await measure(database, undefined))];
    const nats = await startNatsServer();
    try {
      rows.push(row('NATS', await measure(database, nats.url)));
    } finally {
      await nats.kill();
    }
    return rows;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(database: Database, busUrl: string | undefined): Promise<Step[]> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const bus = createLocalBus();
  const line = openLine(database.pool.options, log);
  const { wire, close } = await openWire({ busUrl, database, line }, log);
  const relay = startRelay({ bus, wire, log });
  const other = fork(new URL('./across-hosts/other-host.ts', import.meta.url), [JSON.stringify({ url: database.url, busUrl })]);
  let lags: number[] = [];
  let missed = 0;
  bus.subscribe((event) => {
    if (event.kind === 'missed') missed += 1;
    if (event.kind !== 'contacts') return;
    const now = Date.now();
    for (const { ts } of event.contacts) lags.push(now - ts);
  });
  const steps: Step[] = [];
  try {
    for (const asked of rates) {
      other.send(asked);
      if (steps.length === 0) while (lags.length === 0) await delay(10);
      await delay(warmUpMs);
      [lags, missed] = [[], 0];
      const startedAt = performance.now();
      await delay(measuredMs);
      const seconds = (performance.now() - startedAt) / 1_000;
      const sorted = lags.toSorted((one, next) => one - next);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
      const step = { asked, rate: sorted.length / seconds, p50: at(0.5), p95: at(0.95), missed };
      steps.push(step);
      if (!isKept(step)) break;
    }
  } finally {
    const ended = once(other, 'exit');
    other.send(0);
    await ended;
    await relay.close();
    await close();
    await line.close();
  }
  return steps;
}

function isKept({ asked, rate, p95, missed }: Step): boolean {
  return rate >= asked * 0.98 && p95 <= target.p95Ms && missed === 0;
}

function row(by: string, steps: readonly Step[]): BenchRow {
  const best = steps.findLast(isKept);
  const text = ({ asked, rate, p50, p95, missed }: Step) =>
    `${asked.toLocaleString('en')}/s: ${Math.round(rate).toLocaleString('en')} came, median ${p50} ms, p95 ${p95} ms, missed ${missed}`;
  return {
    what: `live contacts from host to host by ${by}`,
    target: `≥ ${target.rate.toLocaleString('en')} contacts/s, p95 ≤ ${target.p95Ms} ms`,
    better: 'more',
    measured: best === undefined ? 'none kept' : `${best.asked.toLocaleString('en')} contacts/s, p95 ${best.p95} ms`,
    met: best !== undefined && best.asked >= target.rate,
    details: steps.map(text).join('; '),
  };
}
