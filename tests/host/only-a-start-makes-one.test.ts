import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupCommand, doctorCommand, startCommand } from '../support/command-line.ts';
import { withEmptyDatabase } from '../support/test-database.ts';

const admin = 'entry/admin/admin-main.ts';
const sample = path.join(import.meta.dirname, '../../samples/contacts.csv.gz');

/** Each command that uses the host's database, and its exit code if there is none. */
const commands: [name: string, file: string, words: string[], code: number][] = [
  ['admin', admin, ['users', 'list'], 2],
  ['mail:test', admin, ['mail', 'test', 'ada@example.org'], 2],
  ['import', 'entry/import/import-main.ts', ['--system', 'river', '--create', sample], 2],
  ['backup', backupCommand, [path.join(tmpdir(), 'never made')], 2],
  ['doctor', doctorCommand, [], 3],
];

describe('only the start of a host makes a database (STO-18)', { timeout: 120_000 }, () => {
  let root: string;
  beforeAll(async () => void (root = await mkdtemp(path.join(tmpdir(), 'mistyped '))));
  afterAll(() => rm(root, { recursive: true, force: true }));

  test.each(commands)('npm run %s says that DATA_DIR has none, and makes none', async (_name, file, words, code) => {
    const mistyped = path.join(root, 'dtaa');
    const env = { DATA_DIR: mistyped, DATABASE_URL: '', SMTP_URL: '' };
    expect(await startCommand(file, words, env).ended).toEqual({
      code,
      said: `No database in ${mistyped}. Set DATA_DIR to the data folder of the host, or start the host once with npm start.\n`,
    });
    expect(await readdir(root)).toEqual([]);
  });

  test.each(commands.slice(0, 3))('npm run %s makes no tables in an empty DATABASE_URL', async (_name, file, words, code) => {
    const { url, drop } = await withEmptyDatabase();
    const client = new Client({ connectionString: url });
    try {
      expect(await startCommand(file, words, { DATABASE_URL: url, SMTP_URL: '' }).ended).toEqual({
        code,
        said: 'The database is empty: set DATABASE_URL (or DATA_DIR) to that of the host. Only npm start makes its tables.\n',
      });
      await client.connect();
      const { rows } = await client.query(`select schemaname, tablename from pg_tables where schemaname !~ '^(pg_|information)'`);
      expect(rows).toEqual([]);
    } finally {
      await client.end();
      await drop();
    }
  });
});
