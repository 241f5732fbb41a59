import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../host/platform/store/database.ts';
import { openLanes, openReading, openSingle } from '../../../../host/platform/store/pools.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { fileDatabase } from '../../../support/file-database.ts';
import { engines } from '../../../support/test-database.ts';

const databases = { embedded: fileDatabase('embedded'), system: fileDatabase('system') };

describe('opening the database (STO-1)', () => {
  test('by DATABASE_URL starts no embedded server', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'unused-'));
    const existing = await databases.system();
    const database = await openDatabase({ databaseUrl: existing.url, dataDir, log: pino({ level: 'silent' }) });
    expect(await database.db.selectFrom('systems').selectAll().execute()).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  test('by an address where nothing answers tells where and what to do, and not the password', async () => {
    const port = await freePort();
    const said: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => said.push(line) });
    const opening = openDatabase({
      databaseUrl: `postgres://lab:hush-hush@127.0.0.1:${port}/contacts`,
      dataDir: '/nowhere',
      log,
    });
    const error = await opening.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(new RegExp(`127.0.0.1:${port}/contacts cannot be reached: .*ECONNREFUSED.*DATABASE_URL`));
    expect(`${String(error)} ${said.join('')}`).not.toContain('hush-hush');
  });

  test('with a wrong password says so without it', async () => {
    const existing = await databases.system();
    const url = new URL(existing.url);
    url.password = 'not-this-one';
    const opening = openDatabase({ databaseUrl: url.href, dataDir: '/nowhere', log: pino({ level: 'silent' }) });
    await expect(opening).rejects.toThrow(/cannot be reached: password authentication failed/);
    await expect(opening).rejects.not.toThrow(/not-this-one/);
  });
});

test.each(engines)(
  'a transaction whose process says nothing ends within a minute, on the %s engine (HOST-12)',
  async (engine) => {
    const database = await databases[engine]();
    for (const { pool } of [database, database.ingest]) {
      const { rows } = await pool.query('show idle_in_transaction_session_timeout');
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
    }
  },
);

test.each(engines)('no connection has its queries compiled, on the %s engine (STO-12)', async (engine) => {
  const { url } = await databases[engine]();
  const log = pino({ level: 'silent' });
  const lanes = { ...openLanes(url, log), single: openSingle(url, log), reading: openReading(url, log) };
  for (const [name, { pool }] of Object.entries(lanes)) {
    const { rows } = await pool.query('show jit');
    expect([name, rows]).toEqual([name, [{ jit: 'off' }]]);
    await pool.end();
  }
});

test.each(engines)('counts are numbers, dates are texts and times are UTC on the %s engine', async (engine) => {
  const database = await databases[engine]();
  const { rows } = await database.pool.query(
    `select count(*) as count, '2026-03-29'::date as day, '2026-03-29T02:30:00'::timestamptz as at, null::bigint as none from systems`,
  );
  expect(rows).toEqual([{ count: 0, day: '2026-03-29', at: new Date(Date.UTC(2026, 2, 29, 2, 30)), none: null }]);
});
