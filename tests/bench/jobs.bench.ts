import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import * as v from 'valibot';
import { doing, type JobKind } from '../../host/platform/jobs/job-kind.ts';
import { startJobs } from '../../host/platform/jobs/jobs.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import type { BenchRow } from './bench-row.ts';

const count = 1_000;
const rounds = 5;
const targetPerSecond = 1_000;

const benched: JobKind<number> = {
  name: 'benched',
  title: 'Work of a test',
  input: v.number(),
  deadlineSeconds: 60,
  retries: 1,
  longestPauseSeconds: 1,
  mostWaiting: count,
  atOnce: 50,
};

/** Jobs that do nothing: asked for in one transaction, announced, taken, done and noted, by one host. */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobs-bench-'));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const database = await openDatabase({ dataDir, log });
  let left = 0;
  let over = Promise.withResolvers<void>();
  const work = doing(benched, () => {
    left -= 1;
    if (left === 0) over.resolve();
    return Promise.resolve();
  });
  const jobs = await startJobs({ database, log, works: [work] });
  try {
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      left = count;
      over = Promise.withResolvers();
      const began = performance.now();
      await jobs.enqueue(
        benched,
        Array.from({ length: count }, (_, i) => i),
      );
      await over.promise;
      rates.push(Math.round((count * 1_000) / (performance.now() - began)));
    }
    const rate = rates.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    return [
      {
        what: `${count.toLocaleString('en')} jobs through the runner, embedded database`,
        target: `≥ ${targetPerSecond.toLocaleString('en')} jobs/s`,
        better: 'more',
        measured: `${rate.toLocaleString('en')} jobs/s`,
        met: rate >= targetPerSecond,
        details: `median of ${rounds} rounds: ${rates.join(', ')} jobs/s`,
      },
    ];
  } finally {
    await jobs.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
