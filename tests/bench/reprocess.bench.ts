import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { SystemFollower } from '../../host/domain/detection/follow-system.ts';
import { reprocess } from '../../host/domain/detection/reprocess.ts';
import { restoreReprocess, startReprocess } from '../../host/domain/detection/reprocess-requests.ts';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { currentDetectionConfig, saveDetectionConfig } from '../../host/platform/store/detection/detection-configs.ts';
import { findReprocess } from '../../host/platform/store/detection/reprocess-jobs.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import { planted } from '../support/planted.ts';
import type { BenchOptions, BenchRow } from './bench-row.ts';
import { plantTransmitters, receivers, systemOfPreview } from './detection-preview.bench.ts';
import { watched } from './peak-memory.ts';
import { fillDay } from './statistics.bench.ts';

const dayMs = 86_400_000;
const mostDays = 7;
const perReceiverAndDay = 28_572;
/** 100 million contacts, of which a twentieth match, within 5 minutes. */
const perSecond = 333_000;
const memoryMiB = 300;

/**
 * DET-17, DET-18: 10 million contacts, fewer with a smaller `--days`, of which a twentieth match, are
 * reprocessed without pauses, then restored. The memory is that of this process, including the bench.
 */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const days = Math.min(options.days, mostDays);
  const dataDir = mkdtempSync(join(tmpdir(), 'reprocess-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    await plantListeners(database, receivers, systemOfPreview);
    await plantTransmitters(database);
    const end = Math.floor(Date.now() / dayMs) * dayMs;
    for (let day = 1; day <= days; day += 1) await fillDay(database, end - day * dayMs, perReceiverAndDay);
    await database.pool.query('analyze; checkpoint');
    const follower = new SystemFollower(database, systemOfPreview);
    while ((await follower.pass(Date.now()))?.isMore);
    const id = await ask(database, [end - days * dayMs, end]);

    const contacts = days * receivers.length * perReceiverAndDay;
    let inPlaceAt = 0;
    const bus = createLocalBus();
    const began = performance.now();
    const cpu = process.cpuUsage();
    const parts = { database, bus, jobs: () => Promise.reject(new Error('nothing is handed on')) };
    const { mostMiB } = await watched(() =>
      reprocess(parts, id, {
        number: 1,
        signal: new AbortController().signal,
        progress: ({ done, total }) => {
          if (done === total) inPlaceAt = performance.now();
        },
        hold: () => Promise.resolve(),
      }),
    );
    const ended = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const job = (await findReprocess(database, systemOfPreview, id))?.job;
    await restoreReprocess({ database, bus }, systemOfPreview, id);
    const restoredMs = performance.now() - ended;
    const rate = Math.round(contacts / ((ended - began) / 1_000));
    const stored = `${contacts.toLocaleString('en')} contacts`;
    return [
      {
        what: `reprocessing ${stored}`,
        target: `≥ ${perSecond.toLocaleString('en')} contacts/s`,
        better: 'more',
        measured: `${rate.toLocaleString('en')} contacts/s`,
        met: rate >= perSecond,
        details: `${seconds(inPlaceAt - began)} to look at all, ${seconds(ended - inPlaceAt)} to sum up and put in place, ${seconds((user + system) / 1_000)} of processor time in this process; ${job?.added} added, ${job?.removed} removed, ${job?.kept} kept`,
      },
      {
        what: `memory while ${stored} are reprocessed`,
        target: `≤ ${memoryMiB} MiB`,
        better: 'less',
        yardstick: null,
        measured: `${mostMiB} MiB`,
        met: mostMiB <= memoryMiB,
      },
      {
        what: `restoring the result before, ${stored}`,
        target: '≤ 30 s',
        better: 'less',
        measured: seconds(restoredMs),
        met: restoredMs <= 30_000,
      },
    ];
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Requests reprocessing of all days with settings other than those in force when they were detected. */
async function ask(database: Database, [start, end]: readonly [number, number]): Promise<string> {
  const { id: createdBy } = await planted(database)
    .insertInto('users')
    .values({ username: 'ada', email: 'ada@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const parameters = { ...(await currentDetectionConfig(database, systemOfPreview)), minimumHits: 3 };
  await saveDetectionConfig(database, { systemId: systemOfPreview, parameters, modifiedBy: createdBy, changeReason: null });
  const jobs = { enqueue: () => Promise.resolve([crypto.randomUUID()]), cancel: () => Promise.resolve() };
  const wish = { start, end, chunkHours: 6, throttleSeconds: 0, createdBy };
  return startReprocess({ database, jobs }, systemOfPreview, wish);
}
