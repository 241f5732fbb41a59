import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../host/platform/store/database.ts';
import { migrationNames } from '../../host/platform/store/migrate.ts';
import { embeddedUrl, rowsOf } from '../support/database-attacks.ts';
import { keptFolder } from '../support/kept-folder.ts';
import { putPreparedData, sourcesOfPreparedData } from '../support/prepared-data.ts';
import { startProduct } from '../support/product.ts';
import { tableDigests } from '../support/table-digests.ts';
import { TestBrowser } from '../support/test-browser.ts';

const log = pino({ level: 'silent' });
let root: string;
beforeEach(async () => void (root = await mkdtemp(path.join(tmpdir(), 'prepared '))));
afterEach(() => rm(root, { recursive: true, force: true }));

describe('prepared data', () => {
  test('are those of a host that has made its tables, and has done nothing else', { timeout: 120_000 }, async () => {
    const [copied, made] = ['copied', 'made'].map((name) => path.join(root, name)) as [string, string];
    await putPreparedData(copied);
    expect(await readdir(copied)).toEqual(['postgres']);
    expect((await readdir(path.join(copied, 'postgres'))).toSorted()).toEqual(['data', 'password']);
    const modes = await Promise.all(['', 'password', 'data'].map((name) => stat(path.join(copied, 'postgres', name))));
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '700']);
    expect(await tablesOf(copied)).toEqual(await tablesOf(made));
  });

  test('serve a product, which founds its demo itself', { timeout: 120_000 }, async () => {
    const product = await startProduct({ env: { SIMULATOR: 'off' } });
    try {
      await new TestBrowser(product.url).logIn('demo', 'demo-password');
      expect(product.output()).not.toContain('first start: making the database');
      expect(product.output()).toContain('Operator operator / ');
      expect(product.output()).not.toContain('restored from a backup');
    } finally {
      await product.stop();
    }
  });

  test('have a password and a server of their own in each folder', { timeout: 120_000 }, async () => {
    const folders = [path.join(root, 'one'), path.join(root, 'other')];
    for (const folder of folders) await putPreparedData(folder);
    const databases = await Promise.all(folders.map((dataDir) => openDatabase({ dataDir, log })));
    try {
      const [one = '', other = ''] = await Promise.all(folders.map((folder) => embeddedUrl(folder)));
      const strange = new URL(one);
      strange.port = new URL(other).port;
      expect(strange.port).not.toBe(new URL(one).port);
      await expect(rowsOf(strange.href, 'select 1')).rejects.toThrow('password authentication failed');
      await rowsOf(one, 'create table mine (id integer)');
      expect(await rowsOf(other, `select to_regclass('mine') as found`)).toEqual([{ found: null }]);
    } finally {
      for (const database of databases) await database.close();
    }
  });

  test('are made again after a change to what makes them', () => {
    expect(sourcesOfPreparedData()).toEqual(
      expect.arrayContaining([
        ...migrationNames.map((name) => `host/platform/store/migrations/${name}.ts`),
        'host/platform/jobs/job-tables-43.sql',
        'host/platform/store/embedded/settings.ts',
        'host/platform/store/migrate.ts',
        'package-lock.json',
        'src/model/result.ts',
        'tests/support/prepared-data.ts',
        'tests/support/system-postgres.ts',
      ]),
    );
  });
});

/** Opens a data folder and returns its tables: their definitions and numbers of rows. */
async function tablesOf(dataDir: string): Promise<unknown> {
  const database = await openDatabase({ dataDir, log });
  try {
    const url = await embeddedUrl(dataDir);
    const digests = Object.entries(await tableDigests(url)).map(([name, digest]) => [name, digest.split(' ')[0]]);
    const tables = await rowsOf(
      url,
      `select relname::text, relkind::text, relowner::regrole::text, relacl::text,
        (select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
          from pg_attribute where attrelid = pg_class.oid and attnum > 0) as columns
      from pg_class where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) order by relname, relnamespace`,
    );
    return { tables, digests };
  } finally {
    await database.close();
  }
}

describe('a folder that is kept', () => {
  const kept = (from: string[], make: (folder: string) => Promise<void>) =>
    keptFolder({ cache: path.join(root, 'cache'), kind: 'text', from, make });
  const making = (text: string) => async (folder: string) => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'text'), text);
  };
  const refuse = () => Promise.reject(new Error('It was made again'));
  const textIn = (folder: string) => readFile(path.join(folder, 'text'), 'utf8');

  test('is made once, also for those who ask at once, and another one from anything else', async () => {
    let times = 0;
    const counting = (folder: string) => making(`time ${(times += 1)}`)(folder);
    const folders = await Promise.all([kept(['a'], counting), kept(['a'], counting), kept(['b'], making('other'))]);
    expect(await Promise.all(folders.map(textIn))).toEqual(['time 1', 'time 1', 'other']);
    expect(await textIn(await kept(['a'], refuse))).toBe('time 1');
  });

  test('is not used when it was left half made', async () => {
    const dying = async (folder: string) => {
      await making('half')(folder);
      throw new Error('killed');
    };
    await expect(kept(['a'], dying)).rejects.toThrow('killed');
    expect(await textIn(await kept(['a'], making('whole')))).toBe('whole');
  });

  test.each<[string, (folder: string) => Promise<void>]>([
    ['a file that is longer', (folder) => appendFile(path.join(folder, 'text'), '.')],
    ['a file with other text', (folder) => writeFile(path.join(folder, 'text'), 'wrong')],
    ['a file less', (folder) => rm(path.join(folder, 'text'))],
    ['a file more', (folder) => writeFile(path.join(folder, 'more'), '')],
    ['no digest', (folder) => rm(path.join(folder, '../digest'))],
    ['an empty digest', (folder) => writeFile(path.join(folder, '../digest'), '')],
  ])('is made again when it has %s', async (_, harm) => {
    await harm(await kept(['a'], making('right')));
    const folder = await kept(['a'], making('again'));
    expect([await readdir(folder), await textIn(folder)]).toEqual([['text'], 'again']);
  });

  test('is removed when many others were used since', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `${n}`);
    for (const name of names) await kept([name], making(name));
    expect(await readdir(path.join(root, 'cache'))).toHaveLength(6);
    expect(await textIn(await kept(['7'], refuse))).toBe('7');
    expect(await textIn(await kept(['0'], making('again')))).toBe('again');
  });
});
