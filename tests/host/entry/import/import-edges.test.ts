import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { ClockReading } from '../../../../host/entry/import/clock-reading.ts';
import type { RowsDone } from '../../../../host/entry/import/import-file.ts';
import { noteImport } from '../../../../host/entry/import/import-target.ts';
import { dumpFormat } from '../../../../host/entry/import/dump-format.ts';
import { readImportOptions } from '../../../../host/entry/import/import-options.ts';
import { lemhiFormat } from '../../../../host/entry/import/lemhi-format.ts';
import { readLines } from '../../../../host/entry/import/read-lines.ts';
import { prepareImport, runImport } from '../../../../host/entry/import/run-import.ts';
import { accepted, refused } from '#model/result.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { dumpHeader, importFiles, lemhiHeader } from '../../../support/import-files.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { planted } from '../../../support/planted.ts';

const { write } = testFolder('edges-');

const facts = { channels: new Map([['5', 150.05]]), clock: new ClockReading((localMs) => [localMs]) };

describe('a row of the Lemhi CSV (CON-10)', () => {
  const read = lemhiFormat.reader(lemhiHeader, facts);
  const row = (change: Partial<Record<'date' | 'time' | 'valid' | 'code' | 'signal', string>>) => {
    const { date, time, valid, code, signal } = {
      date: '02/10/18',
      time: '1',
      valid: '1',
      code: '575',
      signal: '-76',
      ...change,
    };
    return read(`a,${date},${time},R1,${valid},5,${code},${signal}`);
  };

  test.each([
    [{ time: '86399' }, { ts: Date.UTC(2018, 9, 2, 23, 59, 59) }],
    [{ time: '0' }, { ts: Date.UTC(2018, 9, 2) }],
    [{ date: '01/01/69' }, { ts: Date.UTC(2069, 0, 1, 0, 0, 1) }],
    [{ date: '01/01/70' }, { ts: Date.UTC(1970, 0, 1, 0, 0, 1) }],
    [{ signal: '-200' }, { power: -200 }],
    [{ signal: '50' }, { power: 50 }],
    [{ code: '-2147483648' }, { code: -2_147_483_648 }],
    [{ valid: '0' }, { type: 4 }],
    [{ valid: '1', code: '995' }, { type: 4 }],
    [{ valid: '1', code: '994' }, { type: 8 }],
  ])('with %j is a contact', (change, contact) => expect(row(change)).toMatchObject(accepted(contact)));

  test.each([
    [{ time: '86400' }, 'a time that is not a second of a day'],
    [{ time: '-1' }, 'a time that is not a second of a day'],
    [{ time: '1.5' }, 'a time that is not a second of a day'],
    [{ signal: '-200.1' }, 'a signal strength outside -200 to 50 dBm'],
    [{ signal: '50.1' }, 'a signal strength outside -200 to 50 dBm'],
    [{ code: '2147483648' }, 'a tag code that is not a whole number'],
    [{ code: '1.5' }, 'a tag code that is not a whole number'],
    [{ valid: '2' }, 'valid is neither 0 nor 1'],
    [{ date: '2/10/18' }, 'a date that does not exist'],
  ])('with %j is refused', (change, reason) => expect(row(change)).toEqual(refused(reason)));
});

describe('a row of the dump CSV', () => {
  const read = dumpFormat.reader(dumpHeader, facts);
  const row = (change: Partial<Record<'time' | 'ant' | 'freq' | 'code' | 'protocol' | 'power', string>>) => {
    const cells = { time: '2024-06-01 12:00:00', ant: '2', freq: '150', code: '42', protocol: '18', power: '-80', ...change };
    return read(`1,${cells.time},R1,${cells.ant},${cells.freq},${cells.code},${cells.protocol},${cells.power}`);
  };

  test.each([
    [{ ant: '1' }, { ant: 1 }],
    [{ ant: '8' }, { ant: 8 }],
    [{ freq: '0' }, { freq: 0 }],
    [{ freq: '2000' }, { freq: 2000 }],
    [{ protocol: '255' }, { type: 255 }],
    [{ protocol: 'lotek 2000' }, { type: 18 }],
    [{ power: '-200' }, { power: -200 }],
    [{ power: '50' }, { power: 50 }],
    [{ time: '2024-06-01T12:00:00+02:00' }, { ts: Date.UTC(2024, 5, 1, 10) }],
  ])('with %j is a contact', (change, contact) => expect(row(change)).toMatchObject(accepted(contact)));

  test.each([
    [{ time: '2024-06-31 12:00:00' }, 'a time that does not exist'],
    [{ ant: '0' }, 'an antenna outside 1 to 8'],
    [{ ant: '9' }, 'an antenna outside 1 to 8'],
    [{ freq: '-0.1' }, 'a frequency outside 0 to 2000 MHz'],
    [{ freq: '2000.1' }, 'a frequency outside 0 to 2000 MHz'],
    [{ code: '1.5' }, 'a code that is not a whole number'],
    [{ code: '2147483648' }, 'a code that is not a whole number'],
    [{ protocol: '256' }, 'an unknown protocol'],
    [{ protocol: 'Morse' }, 'an unknown protocol'],
    [{ power: '50.1' }, 'a power outside -200 to 50 dBm'],
    [{ power: '-200.1' }, 'a power outside -200 to 50 dBm'],
  ])('with %j is refused', (change, reason) => expect(row(change)).toEqual(refused(reason)));
});

describe('options at their bounds', () => {
  const read = (...args: string[]) => readImportOptions(['--system', 'a', ...args, 'x']);
  test('are taken', () => {
    expect(read('--replay-speed', '0.1')?.replaySpeed).toBe(0.1);
    expect(read('--replay-speed', '500')?.replaySpeed).toBe(500);
    expect(read('--channel', '7=2000')?.channels).toEqual(
      new Map([
        ['5', 150.05],
        ['7', 2000],
      ]),
    );
    expect(read('--from', '2018-10-01', '--to', '2018-10-01T00:00:01Z')).toMatchObject({
      from: Date.UTC(2018, 9, 1),
      to: Date.UTC(2018, 9, 1, 0, 0, 1),
    });
    expect(read()).toMatchObject({ from: -Infinity, to: Infinity, replaySpeed: null, create: false, name: null, timezone: 'Z' });
    expect(readImportOptions(['--system', 'a'.repeat(64), 'x'])?.systemId).toHaveLength(64);
  });
  test.each([
    ['--replay-speed', '0.09'],
    ['--replay-speed', '500.1'],
    ['--channel', '7=2000.1'],
    ['--channel', '7=0'],
    ['--system', 'a'.repeat(65)],
  ])('and refused beyond: %s %s', (option, value) => expect(() => read(option, value)).toThrow(new RegExp(`^${option} is '`)));
  test('a stretch that is empty is a mistake', () => {
    expect(() => read('--from', '2018-10-01', '--to', '2018-10-01')).toThrow(/^--to is/);
  });
});

describe('the lines of a file', () => {
  test.each(['plain', 'packed'])(
    'keep their numbers over many reads, and a longer one than any format has is cut (%s)',
    async (kind) => {
      const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i + 1}${i % 3 === 0 ? '\r' : ''}`);
      lines[41_000] = 'x'.repeat(500_000);
      const text = `\uFEFF${lines.join('\n')}`;
      const file = write('lines', kind === 'packed' ? gzipSync(text) : text);
      const found: string[] = [];
      const parts: number[] = [];
      for await (const { first, lines: read, read: part } of readLines(file)) {
        expect(first).toBe(found.length + 1);
        found.push(...read);
        parts.push(part);
      }
      expect(found).toHaveLength(60_000);
      expect(found[0]).toBe('line 1');
      expect(found[41_000]?.length).toBeLessThan(300_000);
      expect(found.filter((line, i) => i !== 41_000 && line !== `line ${i + 1}`)).toEqual([]);
      expect(parts.at(-1)).toBe(1);
      expect(parts.every((part, i) => part > 0 && part <= 1 && part >= (parts[i - 1] ?? 0))).toBe(true);
    },
  );

  test.each(['plain', 'packed'])('say how much of the file they are, not how much the disk has brought (%s)', async (kind) => {
    const total = 60_000;
    const text = Array.from({ length: total }, (_, i) => `line ${i} ${(i * 2_654_435_761) % 4_294_967_296}`).join('\n');
    const file = write('lines', kind === 'packed' ? gzipSync(text) : text);
    let lines = 0;
    for await (const part of readLines(file)) {
      lines += part.lines.length;
      // A block of 256 KiB unpacked in advance is at most a fifth of this file.
      expect(Math.abs(part.read - lines / total)).toBeLessThan(0.2);
    }
  });
});

describe('an import', () => {
  const openDatabase = fileDatabase();
  let database: Database;
  let systemId: string;
  beforeEach(async () => void ([database, systemId] = [await openDatabase(), newSystemId()]));
  const run = (...args: string[]) => importFiles(database, Date.UTC(2026, 0, 1), '--system', systemId, ...args);
  const row = (receiver: string, second = 1) => `a,02/10/18,${second},${receiver},1,5,575,-76`;

  test('counts the rows that are done, of how many there are (IMP-12)', async () => {
    const file = write('rows.csv', [lemhiHeader, ...Array.from({ length: 30_000 }, (_, i) => row('R1', i))].join('\n'));
    const options = readImportOptions(['--system', systemId, '--create', file])!;
    const heard: RowsDone[] = [];
    const prepared = await prepareImport(options, Date.UTC(2026, 0, 1));
    await runImport(prepared, options, database, (_, done) => void heard.push(done));
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.at(-1)).toEqual({ rows: 30_000, of: 30_000, part: 1 });
    for (const { rows, of, part } of heard) expect({ of, part }).toEqual({ of: 30_000, part: rows / 30_000 });
  });

  test('tells a late line by its number in the file, the first 20 of them, and no more than 50 kinds of reasons', async () => {
    const good = Array.from({ length: 40_000 }, (_, i) => row('R1', i));
    const bad = Array.from({ length: 60 }, (_, i) => row(`unknown ${i}`));
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Field' }).execute();
    await planted(database).insertInto('receivers').values({ system_id: systemId, alias: 'R1' }).execute();
    const { files } = await run(write('late.csv', [lemhiHeader, ...good, ...bad].join('\n')));
    expect(files).toMatchObject([{ read: 40_060, imported: 40_000, rejected: 60 }]);
    expect(files[0]?.first.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, i) => 40_002 + i));
    expect(files[0]?.reasons.size).toBe(51);
    expect(files[0]?.reasons.get('other reasons')).toBe(10);
    const lines = readFileSync(files[0]?.rejectedFile ?? '', 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(61);
    expect(lines.at(-1)).toMatch(/^40061,/);
  });

  test('takes names of 1 to 45 characters (RX-3)', async () => {
    const names = ['x'.repeat(45), 'x'.repeat(46), ''];
    const { files, made } = await run(
      '--create',
      write('names.csv', [lemhiHeader, ...names.map((name) => row(name))].join('\n')),
    );
    expect(made.receivers).toEqual(['x'.repeat(45)]);
    expect(files[0]?.first).toEqual([3, 4].map((line) => ({ line, reason: 'a receiver without a usable name' })));
  });

  test('keeps 32,768 equal rows and refuses the next', async () => {
    const rows = Array.from({ length: 32_770 }, () => row('R1'));
    const { files } = await run('--create', write('equal.csv', [lemhiHeader, ...rows].join('\n')));
    expect(files[0]).toMatchObject({ imported: 32_768, rejected: 2, reasons: new Map([['more than 32768 equal contacts', 2]]) });
    expect(files[0]?.first[0]?.line).toBe(32_770);
  });

  test('notes for the running host that it has ended, and keeps the speed that was asked for before', async () => {
    const replay = async () => {
      const system = database.db.selectFrom('systems').select('replay').where('id', '=', systemId);
      return (await system.executeTakeFirstOrThrow()).replay;
    };
    const file = write('a.csv', [lemhiHeader, row('R1')].join('\n'));
    await run('--create', '--replay-speed', '40', file);
    expect(await replay()).toEqual({ speed: 40, importedAt: '2026-01-01T00:00:00.000Z' });
    await importFiles(database, Date.UTC(2026, 0, 2), '--system', systemId, file);
    expect(await replay()).toEqual({ speed: 40, importedAt: '2026-01-02T00:00:00.000Z' });
    await run('--replay-speed', '60', file);
    expect(await replay()).toMatchObject({ speed: 60 });
  });

  test('into a system that was removed says so, and not how to make one', async () => {
    const ended = noteImport(database, { systemId: 'gone', replaySpeed: null }, 0);
    await expect(ended).rejects.toThrow("System 'gone' was removed, together with the imported data.");
  });

  test('a second header within a file is no row, and holds for the rows behind it', async () => {
    const dump = (second: number) => `1,2024-06-01 12:00:0${second},R1,2,150,42,18,-80`;
    const lines = [dumpHeader, dump(1), dumpHeader.replace('-07:00', '+00:00'), dump(2), '', dump(3)];
    const { files } = await run('--create', write('twice.csv', lines.join('\n')));
    expect(files).toMatchObject([{ read: 3, imported: 3, rejected: 0 }]);
    const { rows } = await database.pool.query<{ ts: Date }>('select ts from contacts where system_id = $1 order by ts', [
      systemId,
    ]);
    expect(rows.map(({ ts }) => ts.toISOString().slice(11, 19))).toEqual(['12:00:02', '12:00:03', '19:00:01']);
  });
});
