import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importFiles, lemhiHeader } from '../../../support/import-files.ts';
import { setIngestStage, type IngestStage } from '../../../support/ingest-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';

const dayMs = 86_400_000;
const thisYear = new Date().getUTCFullYear();
const lastDay = Date.UTC(thisYear - 2, 11, 31, 12);
const reason = 'of a time whose contacts were deleted here';

describe.each(triedEngines)('senders of long sparse studies, on the %s engine', (engine) => {
  let stage: IngestStage;
  let folder: string;
  beforeEach(async () => {
    stage = await setIngestStage(engine);
    folder = mkdtempSync(path.join(tmpdir(), 'sparse-'));
  });
  afterEach(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const line = (ts: number, code = 42) => ({ rxId: stage.rxIds[0], ant: 1, freq: 150.05, code, type: 8, power: -80, ts });
  const send = (...contacts: unknown[]) => stage.send(contacts.map((contact) => JSON.stringify(contact)).join('\n'));
  const numbers = async () => {
    const { rows } = await stage.database.pool.query<{ partitions: number; counted: number; most: number }>(
      `select (select count(*) from pg_inherits where inhparent = 'contacts'::regclass)::integer as partitions,
        (select coalesce(sum(count), 0) from contacts_hourly)::integer as counted`,
    );
    return rows[0];
  };
  const dropDay = (day: number) =>
    stage.database.pool.query('select drop_contact_partition($1::date)', [new Date(day).toISOString().slice(0, 10)]);
  /** Returns a row of the Lemhi file at noon of a day. */
  const row = (day: number, receiver = 'R1') => {
    const [year = '', month, date] = new Date(day).toISOString().slice(0, 10).split('-');
    return `a,${date}/${month}/${year.slice(2)},43200,${receiver},1,5,575,-76`;
  };
  const importRows = async (...rows: string[]) => {
    const file = path.join(folder, 'sparse.csv');
    writeFileSync(file, [lemhiHeader, ...rows].join('\n'));
    return (await importFiles(stage.database, Date.now(), '--system', stage.systemId, file)).files[0];
  };

  /** Imports a file, and drops a day after its rows were read and before they are stored. */
  const importDropping = async (day: number, file: string) => {
    const { pool } = stage.database.ingest;
    const connect = async () => {
      const client = await pool.connect();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const late = async (...args: unknown[]) => {
        await dropDay(day);
        return query(...args);
      };
      client.query = ((...args: unknown[]) => (args[0] === 'begin' ? late(...args) : query(...args))) as typeof client.query;
      return client;
    };
    const query = pool.query.bind(pool);
    const database = {
      ...stage.database,
      ingest: {
        ...stage.database.ingest,
        pool: Object.create(pool, { connect: { value: connect }, query: { value: query } }) as typeof pool,
      },
    };
    return (await importFiles(database, Date.now(), '--system', stage.systemId, file)).files;
  };

  test('1,500 days in one request, and in one file, in any order', async () => {
    const days = Array.from({ length: 1_500 }, (_, place) => lastDay - ((place * 701) % 1_500) * dayMs);
    expect((await send(...days.map((ts) => line(ts)))).body).toEqual({ accepted: 1_500, duplicate: 0, rejected: 0, reasons: [] });
    expect((await send(...days.map((ts) => line(ts)))).body).toMatchObject({ accepted: 0, duplicate: 1_500 });
    expect(await importRows(...days.map((day) => row(day)))).toMatchObject({ imported: 1_500, duplicate: 0, rejected: 0 });
    expect(await importRows(...days.map((day) => row(day)))).toMatchObject({ imported: 0, duplicate: 1_500 });
    expect(await numbers()).toMatchObject({ counted: 3_000 });
    expect((await numbers())?.partitions).toBeLessThanOrEqual(51);
  });

  test('a request makes no more partitions than a dozen for each year it reaches back, however many days it names', async () => {
    const days = 5_000;
    const contacts = Array.from({ length: days }, (_, day) => line(lastDay - day * dayMs));
    expect((await send(...contacts)).body).toMatchObject({ accepted: days, rejected: 0 });
    expect((await numbers())?.partitions).toBeLessThanOrEqual(Math.ceil(days / 365) * 12);
  });

  test('contacts of a dropped day are refused by line, counted nowhere, and the others are stored (CON-11)', async () => {
    const today = Date.now() - 60_000;
    const gone = Date.UTC(thisYear - 1, 2, 3, 12);
    await send(line(gone), line(gone, 43), line(today));
    await dropDay(gone);
    const before = await numbers();
    const shown = () => stage.events.filter(({ kind }) => kind === 'contacts').length;
    const shownBefore = shown();
    expect((await send(line(today), line(gone), 'nonsense', line(gone, 44), line(today, 43))).body).toEqual({
      accepted: 1,
      duplicate: 1,
      rejected: 3,
      reasons: [
        { line: 2, reason },
        { line: 3, reason: 'not an object' },
        { line: 4, reason },
      ],
    });
    expect(shown()).toBe(shownBefore + 1);
    expect((await numbers())?.counted).toBe((before?.counted ?? 0) + 1);
  });

  test('rows of a dropped day are rejected by an import with their lines, and make no receiver', async () => {
    const gone = Date.UTC(thisYear - 5, 2, 3, 12);
    await importRows(row(gone));
    await dropDay(gone);
    const file = path.join(folder, 'again.csv');
    writeFileSync(file, [lemhiHeader, row(gone), row(gone + 40 * dayMs), row(gone + dayMs, 'R9')].join('\n'));
    const { files, made } = await importFiles(stage.database, Date.now(), '--system', stage.systemId, '--create', file);
    expect(files).toMatchObject([{ read: 3, imported: 1, duplicate: 0, rejected: 2, reasons: new Map([[reason, 2]]) }]);
    expect(made.receivers).toEqual([]);
    expect(readFileSync(files[0]?.rejectedFile ?? '', 'utf8').split('\n')).toEqual([
      `line,reason,${lemhiHeader}`,
      `2,"${reason}",${row(gone)}`,
      `4,"${reason}",${row(gone + dayMs, 'R9')}`,
      '',
    ]);
    expect(await numbers()).toMatchObject({ counted: 2 });
  });

  test('what is dropped while a file is being read is rejected and said', async () => {
    const gone = Date.UTC(thisYear - 1, 2, 3, 12);
    await importRows(row(gone));
    const file = path.join(folder, 'long.csv');
    writeFileSync(file, [lemhiHeader, ...Array.from({ length: 20 }, () => row(gone, 'R2'))].join('\n'));
    const files = await importDropping(gone, file);
    expect(files).toMatchObject([{ read: 20, imported: 0, duplicate: 0, rejected: 20, reasons: new Map([[reason, 20]]) }]);
    expect(await numbers()).toMatchObject({ counted: 1 });
  });
});
