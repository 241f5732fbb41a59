import fc from 'fast-check';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpExtras } from '#model/entities/dump-file.ts';
import type { Contact } from '#model/entities/contact.ts';
import { contactsCsv } from '#model/live/contact-csv.ts';
import { TimeText } from '#model/time/time-text.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { numberEquals } from '../../../../host/domain/contacts/occurrences.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';
import { fileStage, type FileStage } from '../../../support/file-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { planted } from '../../../support/planted.ts';
import { importFiles } from '../../../support/import-files.ts';
import { runs } from '../../../support/thorough.ts';

/**
 * FILE-1: a written file adds nothing when imported into its own system, and the same contacts when imported
 * into another.
 */

const dayMs = 86_400_000;
/** The week in which clocks change in Idaho. */
const week = Date.UTC(2026, 2, 5);
const now = Date.UTC(2026, 5, 1);
const names = ['Creek, north', '=HYPERLINK("x")', "'Ōtaki mouth", '-12', '@home', '+1', 'two\nlines\\n', '12', "'=1", 'a\\b "c"'];

const contact = fc.record({
  rxId: fc.nat(names.length - 1),
  ant: fc.integer({ min: 1, max: 8 }),
  freq: fc.oneof(
    fc.integer({ min: 148_000_000, max: 170_000_000 }).map((hz) => hz / 1e6),
    fc.constantFrom(0, 0.000_001, 2_000, 150.05),
  ),
  code: fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.constantFrom(17, 995)),
  type: fc.constantFrom(4, 7, 8, 14, 18, 19, 0, 77, 255),
  power: fc.oneof(
    fc.integer({ min: -1_300, max: -500 }).map((tenths) => tenths / 10),
    fc.float({ min: -200, max: 50, noNaN: true }),
    fc.double({ min: -200, max: 50, noNaN: true }),
    fc.constantFrom(0, -0, 1e-7, -1e-30, 16_777_217 / 2 ** 20),
  ),
  ts: fc.oneof(fc.integer({ min: week, max: week + 7 * dayMs }), fc.constantFrom(week, week + 1, week + 4 * dayMs)),
  times: fc.constantFrom(1, 1, 1, 2, 3),
});

const keyOf = (name: string, { ts, ant, freq, code, type, power }: Omit<Contact, 'rxId'>) =>
  [name, ts, ant, Math.round(freq * 1e6), code, type, Math.fround(power) + 0].join(' ');

describe.each(triedEngines)('what is written imports again, on %s (FILE-1)', (engine) => {
  let database: Database;
  let stage: FileStage;
  const folder = mkdtempSync(path.join(tmpdir(), 'written-'));
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    stage = await fileStage(database);
  });
  afterAll(async () => {
    await stage.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const storedIn = async (systemId: string): Promise<string[]> => {
    const { rows } = await database.pool.query<Omit<Contact, 'ts'> & { alias: string; ts: Date; freq_hz: number }>(
      `select alias, ts, ant, freq_hz, code, type, power from contacts join receivers on receivers.id = rx_id
        where contacts.system_id = $1`,
      [systemId],
    );
    return rows
      .map(({ alias, ts, freq_hz, ...rest }) => keyOf(alias, { ...rest, ts: ts.getTime(), freq: freq_hz / 1e6 }))
      .toSorted();
  };

  const textOf = async ({ path: file }: { path: string }) => gunzipSync(await readFile(file)).toString();

  test('any contacts, by a data file: nothing new here, the same elsewhere', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(contact, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('America/Boise', 'Asia/Kolkata', 'UTC', 'Pacific/Chatham'),
        fc.subarray([...dumpExtras]),
        async (drawn, timezone, columns) => {
          const systemId = `written-${engine}-${++round}`;
          const ids = await stage.addSystem(systemId, names, timezone);
          const contacts = numberEquals(
            drawn.flatMap(({ times, rxId, ...each }) => Array.from({ length: times }, () => ({ ...each, rxId: ids[rxId] ?? 0 }))),
          );
          await insertContacts(database.pool, systemId, contacts);
          const made = await stage.make(systemId, { from: week, to: week + 7 * dayMs, columns });
          const stored = await storedIn(systemId);
          expect(made).toMatchObject({ completed: 1, rows: stored.length });

          const again = await importFiles(database, now, '--system', systemId, made.path);
          expect(again.files[0]).toMatchObject({ imported: 0, duplicate: stored.length, rejected: 0, broken: null });
          await importFiles(database, now, '--system', `${systemId}-copy`, '--create', made.path);
          expect(await storedIn(`${systemId}-copy`)).toEqual(stored);
        },
      ),
      { numRuns: runs(12) },
    );
  }, 120_000);

  test('more columns have the place of the receiver at the time of the contact, and import as nothing new (FILE-14)', async () => {
    const systemId = `placed-${engine}`;
    const [rxId = 0] = await stage.addSystem(systemId, ['A'], 'UTC');
    const moved = new Date(week + dayMs);
    const db = planted(database);
    const weir = db.insertInto('sites').values({ system_id: systemId, alias: 'Weir, upper', color: '#123456' });
    const site = await weir.returning('id').executeTakeFirstOrThrow();
    const present = db.updateTable('receiver_locations').where('rx_id', '=', rxId);
    await present.set({ since: moved, latitude: 44.6, longitude: -113.1, site_id: site.id }).execute();
    const past = { system_id: systemId, rx_id: rxId, until: moved, latitude: 44.5, longitude: -113, site_alias: 'Old weir' };
    await db.insertInto('receiver_locations').values(past).execute();
    const heard = [moved.getTime() - 1, moved.getTime()].map((ts) => sampleContact({ rxId, ts }));
    await insertContacts(database.pool, systemId, heard);
    const made = await stage.make(systemId, { from: week, to: week + 7 * dayMs, columns: ['utc', 'place'] });
    const [header, ...lines] = (await textOf(made)).trimEnd().split('\r\n');
    expect(header).toMatch(/,receiverName,utcTime,siteName,latitude,longitude$/);
    expect(lines.map((line) => line.slice(line.indexOf(',A,') + 3))).toEqual([
      '2026-03-05T23:59:59.999Z,Old weir,44.5,-113',
      '2026-03-06T00:00:00.000Z,"Weir, upper",44.6,-113.1',
    ]);
    const again = await importFiles(database, now, '--system', systemId, made.path);
    expect(again.files[0]).toMatchObject({ format: 'dump CSV', imported: 0, duplicate: 2, rejected: 0 });
    const usual = await stage.make(systemId, { from: week, to: week + 7 * dayMs });
    expect(await textOf(usual), 'the usual columns are the same').toBe(
      [header, ...lines].map((line) => `${/^(.*?,(?:A|receiverName)),/.exec(line ?? '')?.[1]}\r\n`).join(''),
    );
  });

  test('any contacts, by the live stream: nothing new here', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(contact, {
          minLength: 1,
          maxLength: 40,
          selector: (each) => JSON.stringify([each, Math.fround(each.power)]),
        }),
        fc.constantFrom('America/Boise', 'Asia/Kolkata'),
        async (drawn, timezone) => {
          const systemId = `live-${engine}-${++round}`;
          const ids = await stage.addSystem(systemId, names, timezone);
          const end = week + 4 * dayMs;
          const contacts = numberEquals(
            drawn.map((each) => ({ ...each, rxId: ids[each.rxId] ?? 0, ts: end - ((each.ts - week) % 300_000) })),
          );
          await insertContacts(database.pool, systemId, contacts);
          const window = new ContactWindow();
          window.append(contacts, end);
          const looks = new Map(names.map((alias, at) => [ids[at] ?? 0, { alias, color: '#123456' }]));
          const csv = contactsCsv(window, { from: end - 300_001, to: end }, () => true, looks, new TimeText(timezone));
          const file = path.join(folder, `${systemId}.csv`);
          await stage.write(file, [...csv].join(''));
          const again = await importFiles(database, now, '--system', systemId, file);
          expect(again.files[0]).toMatchObject({ imported: 0, rejected: 0, broken: null });
          expect(again.files[0]?.read).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(12) },
    );
  }, 120_000);

  test('in order of time, then of receiver, with the id and, last, the name', async () => {
    const [a = 0, b = 0] = await stage.addSystem('ordered', ['B', 'A'], 'America/Boise');
    const plain = { ant: 3, freq: 150.345, code: 42, type: 18, power: -87.4 };
    await insertContacts(database.pool, 'ordered', [
      { ...plain, rxId: b, ts: week + 10 },
      { ...plain, rxId: a, ts: week + 10 },
      { ...plain, rxId: b, ts: week, type: 7, code: 5, power: -87.123456 },
      { ...plain, rxId: b, ts: week + 11 },
    ]);
    const made = await stage.make('ordered', { from: week, to: week + 10 });
    expect(await textOf(made)).toBe(
      'contactId,decodeTimeUTC-07:00,ReceiverId,antenna,frequency,codeNumber,protocol,power,receiverName\r\n' +
        `1,2026-03-04 17:00:00.000,${b},3,150.345,5,Beeper,-87.12346,A\r\n` +
        `2,2026-03-04 17:00:00.010,${a},3,150.345,42,Lotek 2000,-87.4,B\r\n` +
        `3,2026-03-04 17:00:00.010,${b},3,150.345,42,Lotek 2000,-87.4,A\r\n`,
    );
    const one = await stage.make('ordered', { from: week, to: week + dayMs, rxIds: [b] });
    expect(one.rows).toBe(3);
    expect(one.size).toBe((await readFile(one.path)).length);
  });

  test('the number of a receiver of another system is never taken for one: names count (FILE-1)', async () => {
    const [id = 0] = await stage.addSystem('first', ['Creek'], 'UTC');
    await insertContacts(database.pool, 'first', [{ rxId: id, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts: week }]);
    const made = await stage.make('first', { from: week, to: week });
    // As a number, the name would match this receiver.
    await stage.addSystem('second', [String(id)], 'UTC');
    const report = await importFiles(database, now, '--system', 'second', made.path);
    expect(report.files[0]).toMatchObject({ imported: 0, rejected: 1 });
    expect([...(report.files[0]?.reasons.keys() ?? [])]).toEqual(["unknown receiver 'Creek' (--create adds it)"]);
  });

  test('OrionTool is read back, without the digits that its columns lose (FILE-10, IMP-16)', async () => {
    const [a = 0, b = 0, c = 0] = await stage.addSystem('orion', ['Creek north', 'Creek south', 'Mouth of it'], 'America/Boise');
    const plain = { ant: 3, freq: 150.345_678, code: 42, type: 18, power: -87.6 };
    await insertContacts(database.pool, 'orion', [
      { ...plain, rxId: a, ts: week + 1_250 },
      { ...plain, rxId: b, ts: week + 1_250, type: 7, code: 123_456 },
      { ...plain, rxId: c, ts: week + 2_000, power: -103 },
    ]);
    const made = await stage.make('orion', { from: week, to: week + dayMs, fileType: 'OrionTool' });
    expect((await textOf(made)).split('\r\n')).toEqual([
      'Date         Time       Site   Ant  Freq      Type     Code  Power',
      `05/03/26     00:00:01   ${`#${a}`.padEnd(7)}3    150.3457  18       42    -88  `,
      `05/03/26     00:00:01   ${`#${b}`.padEnd(7)}3    150.3457  Beeper   ***** -88  `,
      '05/03/26     00:00:02   Mouth  3    150.3457  18       42    -103 ',
      '',
    ]);
    await stage.addSystem('orion-read', ['Mouth'], 'UTC');
    const file = `${made.path}.txt.gz`;
    renameSync(made.path, file);
    const report = await importFiles(database, now, '--system', 'orion-read', file);
    expect(report.files[0]).toMatchObject({ format: 'OrionTool text', read: 3, imported: 1, rejected: 2 });
    expect(await storedIn('orion-read')).toEqual([
      keyOf('Mouth', { ant: 3, freq: 150.3457, code: 42, type: 18, power: -103, ts: week + 2_000 }),
    ]);
  });
});
