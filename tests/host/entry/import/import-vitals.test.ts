import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { importFiles } from '../../../support/import-files.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { testFolder } from '../../../support/test-folder.ts';

const now = Date.UTC(2026, 0, 1);
const header = 'date,time,volt_avg,volt_min,volt_max,temp_avg,temp_min,temp_max,receiver';

describe.each(triedEngines)('voltages and temperatures of a study on the %s engine (IMP-13)', (engine) => {
  const openDatabase = fileDatabase(engine);
  let database: Database;
  let systemId: string;
  const { write } = testFolder('vitals ');
  beforeEach(async () => void ([database, systemId] = [await openDatabase(), newSystemId()]));

  const bring = (name: string, rows: readonly string[]) => {
    const file = write(name, gzipSync([header, ...rows].join('\n')));
    return importFiles(database, now, '--system', systemId, '--create', file);
  };
  const stored = async () => {
    const { rows } = await database.pool.query<{ ts: Date }>(
      `select alias, ts, voltage, temperature from receiver_vitals join receivers on id = rx_id
        where system_id = $1 order by alias, ts`,
      [systemId],
    );
    return rows.map((row) => ({ ...row, ts: row.ts.toISOString() }));
  };

  test('are vitals by receiver; bad dates are refused with their reasons, and a second run changes nothing', async () => {
    const rows = [
      '13/05/70,NA,13.969,13.403,14.258,18,17,19,CA1',
      '13/05/70,900,13.969,13.403,14.258,18,17,19,CA1',
      '00/00/00,NA,13.9,13.4,14.2,18,17,19,CA1',
      '02/10/18,44100,14.25,14.219,14.258,21,20,22,CA1',
      '02/10/18,45000,NA,NA,NA,-3,NA,NA,CA1',
      '02/10/18,45000,12.5,12.5,12.5,NA,NA,NA,LH1',
      '02/10/18,45900,NA,NA,NA,NA,NA,NA,LH1',
      '02/10/18,46800,1300,1300,1300,20,20,20,LH1',
      '02/10/18,47700,12',
    ];
    const first = await bring('volt-temp.csv.gz', rows);
    expect(first.made.receivers).toEqual(['CA1', 'LH1']);
    expect(first.files).toMatchObject([
      { format: 'Lemhi voltages and temperatures', read: 9, imported: 3, duplicate: 0, rejected: 6 },
    ]);
    expect(first.files[0]?.reasons).toEqual(
      new Map([
        ['a time that is not a second of a day', 1],
        ['the time is before the year 2000', 1],
        ['a date that does not exist', 1],
        ['neither a voltage nor a temperature', 1],
        ['a value outside 0 to 100 V', 1],
        ['3 columns instead of 9', 1],
      ]),
    );
    expect(readFileSync(first.files[0]?.rejectedFile ?? '', 'utf8').split('\n')).toHaveLength(8);
    const expected = [
      { alias: 'CA1', ts: '2018-10-02T12:15:00.000Z', voltage: 14.25, temperature: 21 },
      { alias: 'CA1', ts: '2018-10-02T12:30:00.000Z', voltage: null, temperature: -3 },
      { alias: 'LH1', ts: '2018-10-02T12:30:00.000Z', voltage: 12.5, temperature: null },
    ];
    expect(await stored()).toEqual(expected);
    // These are from the past, and no sign that a receiver speaks (RX-23).
    expect((await database.pool.query('select from receiver_reports')).rows).toEqual([]);

    const second = await bring('volt-temp.csv.gz', rows);
    expect(second.files).toMatchObject([{ imported: 0, duplicate: 3, rejected: 6 }]);
    expect(await stored()).toEqual(expected);
  });

  test('another value of the same receiver and time is refused, and each stands once in one file too', async () => {
    const row = '02/10/18,45900,14.0,13.4,14.2,23,23,24,CA1';
    const report = await bring('twice.csv.gz', [row, row, row.replace('14.0', '14.5')]);
    expect(report.files).toMatchObject([{ imported: 1, duplicate: 1, rejected: 1 }]);
    expect([...(report.files[0]?.reasons.keys() ?? [])]).toEqual(['a status of this receiver for this time already exists']);
  });
});
