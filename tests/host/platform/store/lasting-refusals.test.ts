import { Pool } from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { watchRefusals } from '../../../../host/platform/store/lasting-refusals.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { withEmptyDatabase } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const patience = { timeout: 30_000, interval: 10 };

function watching(connectionString: string) {
  const pool = new Pool({ connectionString, max: 1, idleTimeoutMillis: 1 });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  const asked = vi.spyOn(pool, 'query');
  const watch = watchRefusals(pool, log, { everyMs: 10, timeoutMs: 300 });
  let reason: Error | null = null;
  void watch.lasting.then((error) => (reason = error));
  const end = async () => {
    watch.close();
    await pool.end();
  };
  return { asked, reason: () => reason?.message ?? null, end };
}

test('a database that was dropped is gone for good after a while, not at once (STO-7)', async () => {
  const { url, drop } = await withEmptyDatabase('system');
  const { asked, reason, end } = watching(url);
  await expect.poll(() => asked.mock.calls.length, patience).toBeGreaterThan(3);
  expect(reason()).toBeNull();
  await drop();
  await expect.poll(reason, patience).toMatch(/^The database has stopped for good: database ".*" does not exist\.$/);
  await end();
});

test('a login that is refused counts likewise', async () => {
  const { url, drop } = await withEmptyDatabase('system');
  const changed = new URL(url);
  changed.password = 'changed-meanwhile';
  const { reason, end } = watching(changed.href);
  await expect.poll(reason, patience).toMatch(/^The database has stopped for good: password authentication failed/);
  await end();
  await drop();
});

test('a server that cannot be reached is waited for', async () => {
  const { asked, reason, end } = watching(`postgres://lab:hush@127.0.0.1:${await freePort()}/contacts`);
  await expect.poll(() => asked.mock.calls.length, patience).toBeGreaterThan(60);
  expect(reason()).toBeNull();
  await end();
});
