import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { estimatedBytes } from '../../host/domain/files/file-room.ts';
import { openDatabase, type Database } from '../../host/platform/store/database.ts';
import { estimateRows, noteFile } from '../../host/platform/store/files/data-files.ts';
import { dumpFileTypes, type DumpFileType } from '#model/entities/dump-file.ts';
import { type FileStage, fileStage } from '../support/file-stage.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import type { BenchRow } from './bench-row.ts';
import { watched } from './peak-memory.ts';

const dayMs = 86_400_000;
const systemId = 'filed';
const days = 5;
const perDay = 1_000_000;
const rxIds = Array.from({ length: 40 }, (_, at) => at + 1);
const rowsPerSecond = 200_000;
const memoryMiB = 100;

/** FILE-6: data files of 5 million contacts, from the database to disk; speed, memory, size. */
export async function run(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'files-bench-'));
  const database = await openDatabase({ dataDir: join(root, 'data'), log: pino({ level: 'warn' }, pino.destination(2)) });
  const stage = await fileStage(database);
  try {
    await plantListeners(database, rxIds, systemId);
    const end = Math.floor(Date.now() / dayMs) * dayMs;
    for (let day = 1; day <= days; day += 1) await fillDay(database, end - day * dayMs);
    await sql`vacuum analyze contacts`.execute(database.db);
    const rows: BenchRow[] = [];
    for (const type of dumpFileTypes) rows.push(...(await made(database, stage, type, [end - days * dayMs, end])));
    return rows;
  } finally {
    await stage.close();
    await database.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * Stores contacts as a real study has them: times in ms, many codes and frequencies, powers to a tenth of a
 * dBm, in the order of the identity's index.
 */
async function fillDay({ db }: Database, from: number): Promise<void> {
  const [first, next] = [new Date(from), new Date(from + dayMs)];
  await sql`select ensure_contact_partition((${first}::timestamptz at time zone 'UTC')::date)`.execute(db);
  await sql`
    insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
    select ${first}::timestamptz + floor(random() * 86400000) * interval '1 ms', 1 + floor(random() * 40)::integer as rx_id,
      150000000 + 5000 * floor(random() * 20)::integer + floor(random() * 300)::integer, 1 + floor(random() * 500)::integer,
      round((-60 - random() * 60)::numeric, 1)::real, 1 + floor(random() * 4)::integer, 18, ${systemId}
    from generate_series(1, ${perDay}::integer) order by rx_id, 1 on conflict do nothing`.execute(db);
  await sql`
    insert into contacts_hourly (hour, count, sum_power, sum_power_sq, max_power, rx_id, ant, system_id)
    select date_trunc('hour', ts), count(*), sum(power), sum(power * power), max(power), rx_id, ant, system_id
    from contacts where ts >= ${first} and ts < ${next} group by 1, rx_id, ant, system_id`.execute(db);
}

async function made(
  database: Database,
  stage: FileStage,
  fileType: DumpFileType,
  [from, to]: [number, number],
): Promise<BenchRow[]> {
  const expected = await estimateRows(database, systemId, { from, to, rxIds });
  const { id } = await stage.ask(systemId, { from, to, fileType });
  const reserved = estimatedBytes(fileType, expected);
  await noteFile(database, id, { expected_rows: expected, reserved_bytes: reserved });
  const { ms, grownMiB } = await watched(() => stage.try(systemId, id));
  const file = await stage.find(systemId, id);
  const [rows, bytes] = [file?.rows ?? 0, file?.bytes ?? 0];
  const speed = Math.round(rows / (ms / 1_000));
  return [
    {
      what: `data file (${fileType}) of ${rows.toLocaleString('en')} contacts: contacts/s`,
      target: `≥ ${rowsPerSecond.toLocaleString('en')}`,
      better: 'more',
      measured: speed.toLocaleString('en'),
      met: speed >= rowsPerSecond,
      details: `${(ms / 1_000).toFixed(1)} s, ${(bytes / rows).toFixed(2)} bytes a contact, reserved ${(reserved / rows).toFixed(2)}`,
    },
    {
      what: `data file (${fileType}): memory that the host takes for it`,
      target: `≤ ${memoryMiB} MiB`,
      better: 'less',
      yardstick: null,
      measured: `${grownMiB} MiB`,
      met: grownMiB <= memoryMiB,
    },
  ];
}
