import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../host/platform/store/database.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const root = path.join(import.meta.dirname, '../../../..');
const sample = path.join(root, 'samples/contacts.csv.gz');

let database: Database;
beforeAll(async () => void (database = await withTestDatabase()));
afterAll(() => database.close());

/** Runs a line of a README as typed into a shell at the repository's root; returns its output. */
async function type(line: string): Promise<string> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, NODE: process.execPath };
  const command = line
    .replace('npm run import --', '"$NODE" host/entry/import/import-main.ts')
    .replace('npm run admin --', '"$NODE" host/entry/admin/admin-main.ts');
  const child = spawn('sh', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(child, 'close');
  expect([line, code, code === 0 ? '' : said]).toEqual([line, 0, '']);
  return said;
}

async function importLines(file: string): Promise<string[]> {
  const text = await readFile(path.join(root, file), 'utf8');
  return text.split('\n').filter((line) => line.startsWith('npm run import -- '));
}

describe('the README’s import lines, as they stand', () => {
  test(
    'take the sample in to the row, with its receivers where they stand; a second time changes nothing',
    { timeout: 180_000 },
    async () => {
      const lines = await importLines('README.md');
      expect(lines).toHaveLength(1);
      expect(await importLines('docs/import.md')).toEqual(lines);
      expect(await importLines('samples/README.md')).toEqual(lines);
      const [header, ...rows] = gunzipSync(await readFile(sample))
        .toString()
        .trimEnd()
        .split('\n');
      expect(header).toContain('signal_strength');
      const before = await readdir(path.join(root, 'samples'));

      const count = rows.length.toLocaleString('en-US');
      for (const [imported, duplicate] of [
        [count, '0'],
        ['0', count],
      ]) {
        const said = await type(lines[0] ?? '');
        expect(said.replaceAll(/\s+/g, ' ')).toContain(`${count} read, ${imported} imported, ${duplicate} duplicate, 0 rejected`);
      }
      // Nothing was refused, so there is no file of refused rows.
      expect(await readdir(path.join(root, 'samples'))).toEqual(before);

      const { rows: stored } = await database.pool.query<{ row: string }>(
        `select concat_ws(',', to_char(c.ts at time zone 'UTC', 'DD/MM/YY'), extract(epoch from c.ts)::bigint % 86400, r.alias,
         case c.type when 4 then 0 else 1 end, c.code, c.power) as row
       from contacts c join receivers r on r.id = c.rx_id where c.system_id = 'sample' and c.freq_hz = 150050000`,
      );
      const wanted = rows.map((row) =>
        row
          .split(',')
          .filter((_cell, column) => column !== 0 && column !== 5)
          .join(','),
      );
      expect(
        stored
          .map(({ row }) => row)
          .sort()
          .join('\n') === wanted.sort().join('\n'),
      ).toBe(true);

      const { rows: placed } = await database.pool.query(
        `select s.alias as site, string_agg(r.alias, ', ' order by r.alias) as receivers, count(r.latitude)::integer as placed
       from receivers r join sites s on s.id = r.site_id group by s.alias order by s.alias`,
      );
      expect(placed).toEqual([
        { site: 'Cascade Gorge', receivers: 'CAS1, CAS2, CAS3', placed: 3 },
        { site: 'Midway Bend', receivers: 'MID1, MID2, MID3', placed: 3 },
        { site: 'Rock Creek Bridge', receivers: 'RCB1, RCB2, RCB3', placed: 3 },
      ]);
    },
  );

  test('come with a limit that docs/import.md says how to raise', async () => {
    const page = await readFile(path.join(root, 'docs/import.md'), 'utf8');
    const line = /`(npm run admin -- systems set sample [^`]+)`/.exec(page)?.[1] ?? '';
    await type(line);
    const { rows } = await database.pool.query(`select max_receivers from systems where id = 'sample'`);
    expect(rows).toEqual([{ max_receivers: 200 }]);
  });
});
