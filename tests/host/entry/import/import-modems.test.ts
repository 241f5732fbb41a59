import { existsSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { readImportOptions } from '../../../../host/entry/import/import-options.ts';
import { reportLines } from '../../../../host/entry/import/report-text.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { importFiles } from '../../../support/import-files.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { testFolder } from '../../../support/test-folder.ts';

const root = path.join(import.meta.dirname, '../../../..');
const now = Date.UTC(2026, 0, 1);
const header = 'date,time,volt_avg,volt_min,volt_max,temp_avg,temp_min,temp_max,receiver';
const rows = [
  '13/05/70,NA,13.969,13.403,14.258,18,17,19,CA1',
  '02/10/18,44100,14.25,14.219,14.258,21,20,22,CA1',
  '02/10/18,45000,NA,NA,NA,-3,NA,NA,CA1',
  '02/10/18,45900,12.5,12.75,13,20,20,20,CA1',
  '02/10/18,46800,12.5,1,130,20,20,20,CA1',
  '02/10/18,45000,12.5,12.25,12.75,NA,NA,NA,LH1',
];

describe.each(triedEngines)('voltages and temperatures as readings of modems on the %s engine (IMP-15)', (engine) => {
  const openDatabase = fileDatabase(engine);
  let database: Database;
  let systemId: string;
  const { write } = testFolder('modems ');
  beforeEach(async () => void ([database, systemId] = [await openDatabase(), newSystemId()]));

  const bring = (...options: string[]) => {
    const file = write('volt-temp.csv.gz', gzipSync([header, ...rows].join('\n')));
    return importFiles(database, now, '--system', systemId, '--create', '--as-modems', ...options, file);
  };
  const stored = async () => {
    const { rows: found } = await database.pool.query<{ ts: Date }>(
      `select name, sites.alias as site, ts, voltage, voltage_min, voltage_max, temperature, temperature_min, temperature_max
       from modem_readings join modems on modems.id = modem_id left join sites on sites.id = site_id
       where modems.system_id = $1 order by name, ts`,
      [systemId],
    );
    return found.map((row) => ({ ...row, ts: row.ts.toISOString() }));
  };
  const count = async (table: string) =>
    (await database.pool.query(`select from ${table} where system_id = $1`, [systemId])).rows.length;
  const expected = [
    ['CA1', 'Canyon', '2018-10-02T12:15:00.000Z', 14.25, 14.219, 14.258, 21, 20, 22],
    ['CA1', 'Canyon', '2018-10-02T12:30:00.000Z', null, null, null, -3, null, null],
    ['LH1', null, '2018-10-02T12:30:00.000Z', 12.5, 12.25, 12.75, null, null, null],
  ];

  test('keep averages with lowest and highest; what is wrong is refused with its reason, and a second run brings nothing', async () => {
    const columns = 'site_name,site_code,site_type,receivers,rt_site_type,point_y,point_x';
    const sites = write('sites.csv', `${columns}\nCanyon,CA,array,CA1,x,45.1,-113.8\n`);
    const first = await bring('--create-modems', '--sites', sites);
    expect(first.made).toEqual({ receivers: [], sites: ['Canyon'], modems: ['CA1', 'LH1'] });
    expect(first.files).toMatchObject([{ read: 6, imported: 3, duplicate: 0, rejected: 3 }]);
    expect(Object.fromEntries(first.files[0]?.reasons ?? [])).toEqual({
      'a time that is not a second of a day': 1,
      'an average in V outside its lowest and highest': 1,
      'a value outside 0 to 100 V': 1,
    });
    expect(reportLines(first, systemId)).toContain('Modems created: CA1, LH1');
    expect((await stored()).map((row) => Object.values(row))).toEqual(expected);
    expect([await count('receivers'), (await database.pool.query('select from receiver_vitals')).rows.length]).toEqual([0, 0]);
    const again = await bring('--create-modems');
    expect([again.made.modems, again.files[0]?.imported, again.files[0]?.duplicate]).toEqual([[], 0, 3]);
    expect(await stored()).toHaveLength(3);
  });

  test('a name that is no modem is refused, and told what to do', async () => {
    const report = await bring();
    expect(report.files).toMatchObject([{ imported: 0, rejected: 6 }]);
    const toDo = `npm run admin -- modems add ${systemId} NAME --site SITE adds it, --create-modems all`;
    const reasons = { [`unknown modem 'CA1': ${toDo}`]: 4, [`unknown modem 'LH1': ${toDo}`]: 1 };
    expect(Object.fromEntries(report.files[0]?.reasons ?? [])).toMatchObject(reasons);
    expect([await count('modems'), await count('modem_readings'), await count('receivers')]).toEqual([0, 0, 0]);
    const options = ['--system', 'lemhi', '--create-modems', 'x.csv'];
    expect(() => readImportOptions(options)).toThrow('--create-modems needs --as-modems');
  });

  test.each(['samples/volt-temp.csv.gz', '../shared/data/lemhi/volt-temp.csv.gz'])(
    'takes %s to the row, bad dates apart',
    { timeout: 120_000 },
    async (name) => {
      const file = path.join(root, name);
      if (name.startsWith('../shared') && !existsSync(path.join(root, '../shared'))) {
        process.stdout.write(`  ${name} is not there: it is left out\n`);
        return;
      }
      const run = () => importFiles(database, now, '--system', systemId, '--create', '--as-modems', '--create-modems', file);
      const [report] = (await run()).files;
      const { read = 0, imported = 0, duplicate = 0, rejected = 0 } = report ?? {};
      process.stdout.write(`  ${name}: ${read} read, ${imported} imported, ${duplicate} duplicate, ${rejected} rejected\n`);
      expect(imported + duplicate + rejected).toBe(read);
      expect(imported).toBeGreaterThan(0.9 * read);
      expect(await count('modem_readings')).toBe(imported);
      const again = (await run()).files[0];
      expect([again?.imported, again?.duplicate, again?.rejected]).toEqual([0, imported + duplicate, rejected]);
    },
  );
});
