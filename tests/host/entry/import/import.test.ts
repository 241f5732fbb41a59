import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Mistake } from '../../../../host/platform/mistake.ts';
import { readImportOptions } from '../../../../host/entry/import/import-options.ts';
import { prepareImport } from '../../../../host/entry/import/run-import.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { dumpHeader, importFiles, lemhiHeader } from '../../../support/import-files.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';

const now = Date.UTC(2026, 0, 1);

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'import '))));
afterEach(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const importInto = (database: Database, ...args: string[]) => importFiles(database, now, ...args);

describe.each(triedEngines)('importing files on the %s engine (IMP-1)', (engine) => {
  const openDatabase = fileDatabase(engine);
  let database: Database;
  /** The test's own system, created by importing into it or by planting. */
  let systemId: string;
  beforeEach(async () => {
    database = await openDatabase();
    systemId = newSystemId();
  });

  const contacts = async () => {
    const { rows } = await database.pool.query<{ ts: Date; freq_hz: number }>(
      `select r.alias, c.ts, c.ant, c.freq_hz, c.code, c.type, c.power, c.n from contacts c join receivers r on r.id = c.rx_id
        where c.system_id = $1 order by c.ts, c.code, c.n`,
      [systemId],
    );
    return rows.map((row) => ({ ...row, ts: row.ts.toISOString() }));
  };

  test('a Lemhi file makes the system, its receivers and their sites, and keeps equal rows of one second (IMP-5)', async () => {
    const rows = [
      'a.txt,02/10/18,43808,CA1,0,5,80,-114',
      'a.txt,02/10/18,43939,CA1,1,5,575,-76',
      'a.txt,02/10/18,43939,CA1,1,5,575,-76',
      'a.txt,02/10/18,   25,LH1,1,5,995,-110',
    ];
    const file = write('contacts.csv.gz', gzipSync([lemhiHeader, ...rows].join('\r\n')));
    const sites = write(
      'sites.csv',
      'site_name,receivers,point_y,point_x\nCarmen Creek,"CA1, CA2",45.23,-113.89\nNowhere,ZZ1,NA,NA\n',
    );
    const report = await importInto(database, '--system', systemId, '--create', '--sites', sites, file);

    expect(report).toMatchObject({ created: true, made: { receivers: ['CA1', 'LH1'], sites: ['Carmen Creek'] }, siteFaults: [] });
    expect(report.sitesLeftOut).toEqual(new Map([['none of their receivers is in the files or could be created', ['Nowhere']]]));
    expect(report.files).toMatchObject([
      { format: 'Lemhi CSV', read: 4, imported: 4, duplicate: 0, rejected: 0, rejectedFile: null, broken: null },
    ]);
    const common = { ant: 1, freq_hz: 150_050_000 };
    expect(await contacts()).toEqual([
      { ...common, alias: 'LH1', ts: '2018-10-02T00:00:25.000Z', code: 995, type: 4, power: -110, n: 0 },
      { ...common, alias: 'CA1', ts: '2018-10-02T12:10:08.000Z', code: 80, type: 4, power: -114, n: 0 },
      { ...common, alias: 'CA1', ts: '2018-10-02T12:12:19.000Z', code: 575, type: 8, power: -76, n: 0 },
      { ...common, alias: 'CA1', ts: '2018-10-02T12:12:19.000Z', code: 575, type: 8, power: -76, n: 1 },
    ]);
    const system = await database.db.selectFrom('systems').select(['kind', 'common_name']).where('id', '=', systemId).execute();
    expect(system).toEqual([{ kind: 'replay', common_name: systemId }]);
    const placed = await database.db
      .selectFrom('receivers')
      .select(['alias', 'latitude', 'longitude'])
      .where('system_id', '=', systemId)
      .orderBy('alias')
      .execute();
    expect(placed).toEqual([
      { alias: 'CA1', latitude: 45.23, longitude: -113.89 },
      { alias: 'LH1', latitude: null, longitude: null },
    ]);
  });

  test('importing again changes nothing (IMP-2)', async () => {
    const file = write(
      'contacts.csv',
      [lemhiHeader, ...Array.from({ length: 500 }, (_, i) => `a,02/10/18,${i % 100},CA1,1,5,575,-76`)].join('\n'),
    );
    const first = await importInto(database, '--system', systemId, '--create', file);
    const again = await importInto(database, '--system', systemId, '--create', file);
    expect([first.files[0], again.files[0]]).toMatchObject([
      { imported: 500, duplicate: 0 },
      { imported: 0, duplicate: 500 },
    ]);
    expect(again).toMatchObject({ created: false, made: { receivers: [], sites: [] } });
    const { rows } = await database.pool.query('select sum(count)::integer as count from contacts_hourly where system_id = $1', [
      systemId,
    ]);
    expect(rows).toEqual([{ count: 500 }]);
  });

  test('a dump is read with the offset of its header, its guards taken off (FILE-1)', async () => {
    const lines = [
      '1,2024-06-01 12:00:00,R1,2,150.05,42,18,-80.5',
      '2,2024-06-01 12:00:01.250,"R, the second",1,150.3,,Beeper,-90',
      "3,2024-06-01 12:00:02,'=R3,1,150.3,1,19,-90",
    ];
    const file = write('dump.csv', `\uFEFF${[dumpHeader, ...lines].join('\n')}\n`);
    await importInto(database, '--system', systemId, '--create', file);
    expect(await contacts()).toEqual([
      { alias: 'R1', ts: '2024-06-01T19:00:00.000Z', ant: 2, freq_hz: 150_050_000, code: 42, type: 18, power: -80.5, n: 0 },
      {
        alias: 'R, the second',
        ts: '2024-06-01T19:00:01.250Z',
        ant: 1,
        freq_hz: 150_300_000,
        code: 0,
        type: 7,
        power: -90,
        n: 0,
      },
      { alias: '=R3', ts: '2024-06-01T19:00:02.000Z', ant: 1, freq_hz: 150_300_000, code: 1, type: 19, power: -90, n: 0 },
    ]);
  });

  test('bad rows are counted by reason, told by line and set aside beside the input; good ones are kept (IMP-3, CON-7)', async () => {
    const rows = [
      'a,02/10/18,1,CA1,1,5,575,-76',
      'a,30/02/18,1,CA1,1,5,575,-76',
      'a,13/05/70,1,CA1,1,5,575,-76',
      'a,02/10/27,1,CA1,1,5,575,-76',
      'a,02/10/18,86400,CA1,1,5,575,-76',
      'a,02/10/18,2,CA1,1,7,575,-76',
      'a,02/10/18,2,XX1,1,5,575,-76',
      'too,few',
      '',
      'a,02/10/18,3,CA1,1,5,575,-76',
    ];
    const file = write('bad rows.csv', [lemhiHeader, ...rows].join('\n'));
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Lemhi' }).execute();
    await planted(database).insertInto('receivers').values({ system_id: systemId, alias: 'CA1' }).execute();
    const { files } = await importInto(database, '--system', systemId, file);
    expect(files[0]).toMatchObject({ read: 9, imported: 2, rejected: 7, rejectedFile: `${file}.rejected.csv` });
    expect(files[0]?.first).toEqual([
      { line: 3, reason: 'a date that does not exist' },
      { line: 4, reason: 'the time is before the year 2000' },
      { line: 5, reason: 'the time is in the future' },
      { line: 6, reason: 'a time that is not a second of a day' },
      { line: 7, reason: 'a channel without a frequency (--channel 7=MHz)' },
      { line: 9, reason: '2 columns instead of 8' },
      { line: 8, reason: "unknown receiver 'XX1' (--create adds it)" },
    ]);
    expect(readFileSync(`${file}.rejected.csv`, 'utf8').split('\n').slice(0, 2)).toEqual([
      `line,reason,${lemhiHeader}`,
      '3,"a date that does not exist",a,30/02/18,1,CA1,1,5,575,-76',
    ]);
  });

  test('a line whose quotes do not fit makes no receiver: it is refused with its reason', async () => {
    const reason = 'a quote that is not closed, or inside a cell';
    const half = write(
      'half.csv',
      [lemhiHeader, 'a,02/10/18,1,"H1,1,5,575,-76', 'a,02/10/18,1,H"1,1,5,575,-76', 'a,02/10/18,1,"H1",1,5,575,-76'].join('\n'),
    );
    const lemhi = await importInto(database, '--system', systemId, '--create', half);
    expect(lemhi.made.receivers).toEqual(['H1']);
    expect(lemhi.files[0]).toMatchObject({ read: 3, imported: 1, rejected: 2, reasons: new Map([[reason, 2]]) });
    const lines = ['1,2024-06-01 12:00:00,"R1,2,150.05,42,18,-80.5', '2,2024-06-01 12:00:00,R1,2,150.05,42,18,-80.5'];
    const dump = await importInto(
      database,
      '--system',
      newSystemId(),
      '--create',
      write('dump.csv', [dumpHeader, ...lines].join('\n')),
    );
    expect(dump.made.receivers).toEqual(['R1']);
    expect(dump.files[0]?.first).toEqual([{ line: 2, reason }]);
    for (const sites of ['Bend,"CA1,1,2\n', 'Bend,CA"1,1,2\n']) {
      const file = write('sites.csv', `site_name,receivers,point_y,point_x\n${sites}`);
      await expect(importInto(database, '--system', systemId, '--sites', file, half)).rejects.toThrow(/sites\.csv is not a CSV/);
    }
  });

  test('rejected rows of an earlier run are kept: the same ones are not written again, others are numbered', async () => {
    const file = write('half.csv', '');
    const rejectedAfter = async (...rows: string[]) => {
      write('half.csv', [lemhiHeader, ...rows].join('\n'));
      const { files } = await importInto(database, '--system', systemId, '--create', file);
      return path.basename(files[0]?.rejectedFile ?? 'none');
    };
    expect(await rejectedAfter('one')).toBe('half.csv.rejected.csv');
    expect(await rejectedAfter('one')).toBe('half.csv.rejected.csv');
    expect(await rejectedAfter('two')).toBe('half.csv.rejected-2.csv');
    expect(await rejectedAfter('one')).toBe('half.csv.rejected.csv');
    writeFileSync(`${file}.rejected.csv`, 'mended by hand');
    expect(await rejectedAfter('one')).toBe('half.csv.rejected-3.csv');
    expect(await rejectedAfter('a,02/10/18,1,CA1,1,5,575,-76')).toBe('none');
    const kept = readdirSync(folder).sort();
    expect(kept).toEqual(['half.csv', 'half.csv.rejected-2.csv', 'half.csv.rejected-3.csv', 'half.csv.rejected.csv']);
    expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toBe('mended by hand');
  });

  test('a receiver beyond the limit is refused with how to raise it (RX-9)', async () => {
    const rows = ['R1', 'R2', 'R3'].map((alias) => `a,02/10/18,1,${alias},1,5,575,-76`);
    const file = write('contacts.csv', [lemhiHeader, ...rows].join('\n'));
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Small', max_receivers: 2 }).execute();
    const { files, made } = await importInto(database, '--system', systemId, '--create', file);
    expect(made.receivers).toEqual(['R1', 'R2']);
    expect(files[0]?.first).toEqual([
      {
        line: 4,
        reason: `the system takes at most 2 receivers ('npm run admin -- systems set ${systemId} --max-receivers N' raises the limit)`,
      },
    ]);
  });

  test('a system that has expired takes the contacts of its receivers and no more of these (RX-33)', async () => {
    const db = planted(database);
    await db
      .insertInto('systems')
      .values({ id: systemId, common_name: 'Old', expiry: new Date(1_000) })
      .execute();
    await db.insertInto('receivers').values({ system_id: systemId, alias: 'R1' }).execute();
    const file = write(
      'contacts.csv',
      [lemhiHeader, ...['R1', 'R2'].map((alias) => `a,02/10/18,1,${alias},1,5,575,-76`)].join('\n'),
    );
    const { files, made } = await importInto(database, '--system', systemId, '--create', file);
    expect(made.receivers).toEqual([]);
    expect(files[0]?.first).toEqual([{ line: 3, reason: 'the system has expired and takes no more receivers' }]);
  });

  test('what it makes is one change, known before the first contact is stored; a second import makes none', async () => {
    const rows = ['CA1', 'LH1', 'bad', 'CA1', 'LH2'].map(
      (rx, i) => `a.txt,02/10/18,${rx === 'bad' ? 'x' : 4000 + i},${rx},1,5,80,-90`,
    );
    const files = [0, 1].map((i) =>
      write(`${i}.csv`, [lemhiHeader, ...rows.map((row) => row.replace('LH2', `LH${2 + i}`))].join('\n')),
    );
    const sites = write('sites.csv', 'site_name,receivers,point_y,point_x\nCreek,"LH1, LH3",45.23,-113.89\n');
    const { made } = await importInto(database, '--system', systemId, '--create', '--sites', sites, ...files);
    expect(made).toEqual({ receivers: ['CA1', 'LH1', 'LH2', 'LH3'], sites: ['Creek'], modems: [] });
    const changes = () =>
      database.db
        .selectFrom('changes')
        .select(['revision', 'user_id', 'through', 'items'])
        .where('system_id', '=', systemId)
        .execute();
    const told = await changes();
    expect(told).toMatchObject([{ revision: 1, user_id: null, through: 'import' }]);
    expect(told[0]?.items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'receiver.created CA1',
      'site.created Creek',
      'receiver.created LH1',
      'receiver.created LH2',
      'receiver.created LH3',
    ]);
    await importInto(database, '--system', systemId, '--create', '--sites', sites, ...files);
    expect(await changes()).toEqual(told);
  });

  test('a site of the sites file that is not made is told with the reason', async () => {
    const file = write('contacts.csv', `${lemhiHeader}\na,02/10/18,1,CA1,1,5,1,-76\n`);
    await importInto(database, '--system', systemId, '--create', file);
    const sites = write('sites.csv', 'site_name,receivers,point_y,point_x\nEmpty,NA,1,2\nBare,,1,2\nLate,CA1,1,2\nFar,ZZ9,1,2\n');
    const { sitesLeftOut } = await importInto(database, '--system', systemId, '--create', '--sites', sites, file);
    expect([...sitesLeftOut]).toEqual([
      ['they list no receivers', ['Empty', 'Bare']],
      ['their receivers already exist and keep their site', ['Late']],
      ['none of their receivers is in the files or could be created', ['Far']],
    ]);
  });

  test('what a format lacks can be said: channels, timezone and bounds (IMP-8)', async () => {
    const rows = ['a,02/07/18,3600,CA1,1,7,1,-76', 'a,02/12/18,3600,CA1,1,7,2,-76', 'a,02/12/19,3600,CA1,1,7,3,-76'];
    const file = write('contacts.csv', [lemhiHeader, ...rows].join('\n'));
    const args = [
      '--system',
      systemId,
      '--create',
      '--channel',
      '7=151.5',
      '--timezone',
      'America/Boise',
      '--from',
      '2018-01-01',
      '--to',
      '2019-01-01',
    ];
    const { files } = await importInto(database, ...args, file);
    expect(files[0]).toMatchObject({ imported: 2, rejected: 1 });
    expect((await contacts()).map(({ ts, freq_hz }) => [ts, freq_hz])).toEqual([
      ['2018-07-02T07:00:00.000Z', 151_500_000],
      ['2018-12-02T08:00:00.000Z', 151_500_000],
    ]);
  });

  test('rejected rows of a folder that is not to be written to go elsewhere, and the report says where', async () => {
    const locked = path.join(folder, 'locked');
    mkdirSync(locked);
    const file = path.join(locked, 'contacts.csv');
    writeFileSync(file, `${lemhiHeader}\nnonsense\n`);
    chmodSync(locked, 0o555);
    const { files } = await importInto(database, '--system', systemId, '--create', file);
    chmodSync(locked, 0o755);
    const rejectedFile = files[0]?.rejectedFile ?? '';
    expect(path.dirname(rejectedFile)).not.toBe(locked);
    expect(readFileSync(rejectedFile, 'utf8')).toContain('nonsense');
    rmSync(rejectedFile);
  });

  test('a file that is cut short keeps what was read and says so (IMP-10)', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => `a,02/10/18,${i},CA1,1,5,${i},-${i % 100}`);
    const packed = gzipSync([lemhiHeader, ...rows].join('\n'));
    const file = write('cut.csv.gz', packed.subarray(0, packed.length - 20_000));
    const { files } = await importInto(database, '--system', systemId, '--create', file);
    expect(files[0]?.broken).toMatch(/unexpected end of file/);
    expect(files[0]?.imported).toBeGreaterThan(0);
    expect(files[0]?.imported).toBe(files[0]?.read);
  });

  test('the demo account becomes owner of a new system, or who is named', async () => {
    const users = ['demo', 'ana'].map((username) => ({ username, email: `${username}@example.org`, demo: username === 'demo' }));
    await database.db.insertInto('users').values(users).execute();
    const file = write('contacts.csv', `${lemhiHeader}\na,02/10/18,1,CA1,1,5,1,-76\n`);
    const other = newSystemId();
    const one = await importInto(database, '--system', systemId, '--create', file);
    const two = await importInto(database, '--system', other, '--create', '--member', 'ANA@example.org', file);
    expect([one.owner, two.owner]).toEqual(['demo', 'ana']);
    const rows = await database.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['username', 'system_id', 'role_id'])
      .where('system_id', 'in', [systemId, other])
      .orderBy('username', 'desc')
      .execute();
    expect(rows).toEqual([
      { username: 'demo', system_id: systemId, role_id: 1 },
      { username: 'ana', system_id: other, role_id: 1 },
    ]);
    await expect(importInto(database, '--system', newSystemId(), '--create', '--member', 'nobody', file)).rejects.toThrow(
      /--member is 'nobody'/,
    );
  });

  test('a system that does not exist or is simulated is refused before anything is changed', async () => {
    const file = write('contacts.csv', `${lemhiHeader}\na,02/10/18,1,CA1,1,5,1,-76\n`);
    await expect(importInto(database, '--system', systemId, file)).rejects.toThrow(
      `System ${systemId} does not exist. Add --create to create it.`,
    );
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Demo', kind: 'simulated' }).execute();
    await expect(importInto(database, '--system', systemId, '--create', file)).rejects.toThrow(/is simulated/);
    expect(await contacts()).toEqual([]);
  });
});

describe('mistakes on the command line (IMP-9)', () => {
  const mistakes: [string[], RegExp][] = [
    [[], /--system ID/],
    [['--system', 'a b', 'x'], /--system is 'a b', but it takes letters/],
    [['--system', 'a'], /at least one FILE/],
    [['--system', 'a', '--frob', 'x'], /--frob/],
    [['--system', 'a', '--channel', '5', 'x'], /--channel is '5', but it takes NUMBER=MHZ/],
    [['--system', 'a', '--timezone', 'Mars/Base', 'x'], /--timezone is 'Mars\/Base'/],
    [['--system', 'a', '--timezone', 'PST', 'x'], /--timezone is 'PST'/],
    [['--system', 'a', '--from', '2018-02-30', 'x'], /--from is '2018-02-30'/],
    [['--system', 'a', '--from', '2018-02-02', '--to', '2018-02-01', 'x'], /--to is/],
    [['--system', 'a', '--replay-speed', '0', 'x'], /--replay-speed is '0'/],
  ];
  test.each(mistakes)('%j is told in one line', (args, message) => {
    expect(() => readImportOptions(args)).toThrow(message);
    expect(() => readImportOptions(args)).toThrow(Mistake);
  });

  test('a file that is not there, empty, or of no known format is told before anything is opened', async () => {
    const prepare = (file: string) =>
      prepareImport(readImportOptions(['--system', 'a', file]) as NonNullable<ReturnType<typeof readImportOptions>>);
    await expect(prepare(path.join(folder, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read: ENOENT/);
    await expect(prepare(write('empty.csv', ''))).rejects.toThrow(/is empty/);
    await expect(prepare(write('other.csv', 'a,b,c\n1,2,3\n'))).rejects.toThrow(/has an unknown format\. It begins with 'a,b,c'/);
  });
});

/** Real data may be beside the checkout; without it the test is skipped and says so. */
const shared = path.join(import.meta.dirname, '../../../../../shared');
const lemhi = path.join(shared, 'data/lemhi');

test('the whole Lemhi file comes in, once', { timeout: 120_000 }, async (context) => {
  if (!existsSync(shared)) context.skip('there is no ../shared with real data');
  const database = await withTestDatabase();
  const args = [
    '--system',
    'lemhi',
    '--create',
    '--sites',
    path.join(lemhi, 'sites.csv'),
    path.join(lemhi, 'contacts-2018.csv.gz'),
  ];
  const report = await importInto(database, ...args);
  expect(report.files).toMatchObject([{ read: 364_408, imported: 364_408, duplicate: 0, rejected: 0, broken: null }]);
  expect(report.made).toEqual({
    receivers: ['CA1', 'LH1', 'NF1', 'RR1', 'TR1'],
    modems: [],
    sites: ['Carmen Creek', 'Lemhi Hole', 'North Fork', 'Red Rock', 'Tower Rock'],
  });
  const { rows } = await database.pool.query(
    `select count(*)::integer as count, count(*) filter (where code = 575)::integer as beacon, count(*) filter (where type = 4)::integer as noise,
      min(power) as weakest, max(power) as strongest from contacts`,
  );
  expect(rows).toEqual([{ count: 364_408, beacon: 136_230, noise: 155_789, weakest: -132, strongest: -58 }]);
  const again = await importInto(database, ...args);
  expect(again.files).toMatchObject([{ imported: 0, duplicate: 364_408 }]);
  await database.close();
});
