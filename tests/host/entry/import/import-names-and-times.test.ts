import { beforeEach, describe, expect, test } from 'vitest';
import { skippedHour } from '../../../../host/entry/import/clock-reading.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { contactsCsv } from '#model/live/contact-csv.ts';
import { TimeText } from '#model/time/time-text.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { contactsBetween } from '../../../../host/platform/store/contacts/contacts-query.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { dumpHeader, importFiles, lemhiHeader } from '../../../support/import-files.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { addReceivers } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

const now = Date.UTC(2026, 4, 1, 12);

describe.each(triedEngines)('what an import takes as it stands, on the %s engine', (engine) => {
  const openDatabase = fileDatabase(engine);
  let database: Database;
  let systemId: string;
  const folder = testFolder('import-names-');
  beforeEach(async () => {
    [database, systemId] = [await openDatabase(), newSystemId()];
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Field' }).execute();
  });

  const write = (name: string, ...lines: string[]) => folder.write(name, lines.join('\n'));
  const makeReceivers = (...aliases: string[]) => addReceivers({ database }, systemId, aliases);
  const heardBy = async () => {
    const { rows } = await database.pool.query<{ alias: string; count: number }>(
      `select r.alias, sum(c.count)::integer as count from contacts_hourly c join receivers r on r.id = c.rx_id
        where c.system_id = $1 group by 1 order by 1`,
      [systemId],
    );
    return Object.fromEntries(rows.map(({ alias, count }) => [alias, count]));
  };

  test('names of digits are names, whatever numbers the receivers of the system have (IMP-7)', async () => {
    const ids = await makeReceivers('A', 'B', 'C');
    const lemhi = write('lemhi.csv', lemhiHeader, ...ids.map((id) => `a,02/10/18,${id},${id},1,5,575,-76`));
    const dump = write('dump.csv', dumpHeader, ...ids.map((id) => `1,2024-06-01 12:00:00,${id},2,150.05,42,18,-80.5`));
    const refused = await importFiles(database, now, '--system', systemId, lemhi);
    expect(refused.files[0]?.first.map(({ reason }) => reason)).toEqual(
      ids.map((id) => `unknown receiver '${id}' (--create adds it)`),
    );
    const made = await importFiles(database, now, '--system', systemId, '--create', lemhi, dump);
    expect(made.made.receivers).toEqual(ids.map(String));
    expect(await heardBy()).toEqual(Object.fromEntries(ids.map((id) => [String(id), 2])));
  });

  test("the product's own CSV, imported into the system it comes from, changes nothing, not even under names of digits", async () => {
    const [first = 0] = await makeReceivers('A');
    const [other = 0] = await makeReceivers(String(first));
    const contacts = [first, other].map((rxId) => sampleContact({ rxId, ts: now - 1_000 - rxId, freq: 150.345 }));
    await insertContacts(database.pool, systemId, contacts);
    const window = new ContactWindow();
    window.append(contacts, now);
    const looks = new Map([
      [first, { alias: 'A', color: '#123456' }],
      [other, { alias: String(first), color: '#123456' }],
    ]);
    const csv = contactsCsv(window, { from: now - 60_000, to: now }, () => true, looks, new TimeText('America/Boise'));
    const { files, made } = await importFiles(
      database,
      now,
      '--system',
      systemId,
      '--create',
      write('chart.csv', [...csv].join('')),
    );
    expect(files).toMatchObject([{ read: 2, imported: 0, duplicate: 2, rejected: 0 }]);
    expect(made.receivers).toEqual([]);
    expect(await heardBy()).toEqual({ A: 1, [String(first)]: 1 });
  });

  test('a name that looks guarded keeps its apostrophe', async () => {
    const names = ["'=A", "''=A", '=A', "'A", '-5'];
    const ids = await makeReceivers(...names);
    const contacts = ids.map((rxId) => sampleContact({ rxId, ts: now - 1_000, freq: 150.345 }));
    await insertContacts(database.pool, systemId, contacts);
    const window = new ContactWindow();
    window.append(contacts, now);
    const looks = new Map(ids.map((id, place) => [id, { alias: names[place] ?? '', color: '#123456' }]));
    const csv = contactsCsv(window, { from: now - 60_000, to: now }, () => true, looks, new TimeText('UTC'));
    const { files, made } = await importFiles(
      database,
      now,
      '--system',
      systemId,
      '--create',
      write('chart.csv', [...csv].join('')),
    );
    expect(files).toMatchObject([{ imported: 0, duplicate: 5, rejected: 0 }]);
    expect(made.receivers).toEqual([]);
  });

  test('hours around a change of clocks come in at their instants, and the report counts those that are repeated or skipped', async () => {
    const at = (date: string, hours: number, minutes: number) => `a,${date},${hours * 3600 + minutes * 60},R1,1,5,575,-76`;
    const file = write(
      'clocks.csv',
      lemhiHeader,
      at('11/03/18', 0, 30),
      at('11/03/18', 1, 59),
      at('11/03/18', 2, 30),
      at('11/03/18', 3, 0),
      at('04/11/18', 0, 59),
      at('04/11/18', 1, 0),
      at('04/11/18', 1, 45),
      at('04/11/18', 1, 15),
      at('04/11/18', 2, 0),
      at('04/11/18', 7, 0),
      at('04/11/18', 8, 30),
    );
    const { files } = await importFiles(database, now, '--system', systemId, '--create', '--timezone', 'America/Boise', file);
    expect(files).toMatchObject([{ read: 11, imported: 10, rejected: 1, repeated: { first: 2, second: 1 } }]);
    expect(files[0]?.first).toEqual([{ line: 4, reason: skippedHour }]);
    const stored = await contactsBetween(database.pool, systemId, 0, now, 100);
    expect(stored.map(({ ts }) => new Date(ts).toISOString().slice(0, 16))).toEqual([
      '2018-03-11T07:30',
      '2018-03-11T08:59',
      '2018-03-11T09:00',
      '2018-11-04T06:59',
      '2018-11-04T07:00',
      '2018-11-04T07:45',
      '2018-11-04T08:15',
      '2018-11-04T09:00',
      '2018-11-04T14:00',
      '2018-11-04T15:30',
    ]);
    const again = await importFiles(database, now, '--system', systemId, '--timezone', 'America/Boise', file);
    expect(again.files).toMatchObject([{ imported: 0, duplicate: 10 }]);
  });
});
