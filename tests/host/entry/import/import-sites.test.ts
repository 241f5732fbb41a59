import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../host/platform/store/database.ts';
import { importFiles, lemhiHeader } from '../../../support/import-files.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const now = Date.UTC(2026, 0, 1);
let database: Database;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'import sites '));
  database = await withTestDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, ...lines: string[]): string => {
  const file = path.join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
};
const heardBy = (...aliases: string[]) => aliases.map((alias, i) => `a.txt,02/10/18,${43_808 + i},${alias},1,5,80,-114`);
const places = () =>
  database.db
    .selectFrom('receivers')
    .leftJoin('sites', (join) =>
      join.onRef('sites.id', '=', 'receivers.site_id').onRef('sites.system_id', '=', 'receivers.system_id'),
    )
    .select(['receivers.alias', 'sites.alias as site'])
    .orderBy('receivers.alias')
    .execute();

test('a receiver that is made stands at the site that names it; one that was there keeps its place', async () => {
  const first = write('first.csv', lemhiHeader, ...heardBy('CA1', 'CA2', 'LH1'));
  const sites = write('sites.csv', 'site_name,receivers,point_y,point_x', 'Carmen Creek,"CA1, CA2",45.23,-113.89');
  await importFiles(database, now, '--system', 'lemhi', '--create', '--sites', sites, first);
  const made = [
    { alias: 'CA1', site: 'Carmen Creek' },
    { alias: 'CA2', site: 'Carmen Creek' },
    { alias: 'LH1', site: null },
  ];
  expect(await places()).toEqual(made);

  const second = write('second.csv', lemhiHeader, ...heardBy('LH1', 'TR1', 'CA3'));
  const moved = write(
    'moved.csv',
    'site_name,receivers,point_y,point_x',
    'Lemhi Hole,"LH1, TR1",45.2,-113.9',
    'Carmen Creek,CA3,45.23,-113.89',
  );
  await importFiles(database, now, '--system', 'lemhi', '--create', '--sites', moved, second);
  expect(await places()).toEqual([
    ...made.slice(0, 2),
    { alias: 'CA3', site: 'Carmen Creek' },
    ...made.slice(2),
    { alias: 'TR1', site: 'Lemhi Hole' },
  ]);
  expect((await database.db.selectFrom('sites').select('alias').orderBy('alias').execute()).map(({ alias }) => alias)).toEqual([
    'Carmen Creek',
    'Lemhi Hole',
  ]);
});
