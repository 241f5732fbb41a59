import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { SystemFollower } from '../../host/domain/detection/follow-system.ts';
import { preview } from '../../host/domain/detection/preview.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { findPreview, makePreview } from '../../host/platform/store/detection/detection-previews.ts';
import { currentDetectionConfig } from '../../host/platform/store/detection/detection-configs.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import { planted } from '../support/planted.ts';
import type { BenchRow } from './bench-row.ts';
import { fillDay, systemId } from './statistics.bench.ts';

const dayMs = 86_400_000;
/** Receiver numbers; `systemOfPreview` is their system. */
export const receivers = Array.from({ length: 50 }, (_, at) => at + 1);
export { systemId as systemOfPreview } from './statistics.bench.ts';
const perReceiverAndDay = 28_572;
/** Sixteen codes, which a twentieth of all contacts carry. */
const codes = Array.from({ length: 16 }, (_, at) => 200 + at);

/**
 * DET-4, DET-14: previewing 7 days, and following them live, with 10 million contacts of which a twentieth
 * match.
 */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'preview-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    await plantListeners(database, receivers, systemId);
    await plantTransmitters(database);
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    for (let day = 1; day <= 7; day += 1) await fillDay(database, today - day * dayMs, perReceiverAndDay);
    await database.pool.query('analyze; checkpoint');
    const stored = `${(7 * receivers.length * perReceiverAndDay).toLocaleString('en')} contacts`;

    const followMs = await timed(async () => {
      const follower = new SystemFollower(database, systemId);
      while ((await follower.pass(Date.now()))?.isMore);
    });
    const config = await currentDetectionConfig(database, systemId);
    const previewId = await makePreview(database, systemId, { ...config, minimumHits: 3 });
    const signal = new AbortController().signal;
    const previewMs = await timed(() => preview(database, { systemId, previewId }, { signal, progress: () => undefined }));
    const found = (await findPreview(database, systemId, previewId))?.result;
    return [
      row(`following ${stored} for the first time`, 'in the background', followMs, true),
      {
        ...row(`a preview of 7 days, ${stored}`, '≤ 10 s', previewMs, previewMs <= 10_000),
        details: `${found?.currentDetectionCount} detections now, ${found?.previewDetectionCount} with three hits`,
      },
    ];
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function row(what: string, target: string, ms: number, met: boolean): BenchRow {
  return { what, target, better: 'less', measured: `${(ms / 1_000).toFixed(1)} s`, met };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Stores sixteen transmitters, which match a twentieth of all contacts. */
export async function plantTransmitters(database: Database): Promise<void> {
  await planted(database)
    .insertInto('transmitters')
    .values(
      codes.map((code) => ({
        system_id: systemId,
        serial_number: `TX-${code}`,
        model_number: 'M1',
        protocol_id: 18,
        frequency_hz: 150_380_000,
        code_number: code,
        emit_interval_ms: Math.round(dayMs / perReceiverAndDay),
        emit_interval_variance_ms: 10,
      })),
    )
    .execute();
}
