import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, endBackend, othersOn } from '../../../support/database-attacks.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { addPerson, addSystem, startTestHost, type TestHost, testPassword } from '../../../support/test-host.ts';

const patience = { timeout: 30_000, interval: 10 };

describe('a call while the database is away (ERR-10)', () => {
  let host: TestHost;
  let browser: TestBrowser;
  let token: string;
  beforeAll(async () => {
    host = await startTestHost();
    await addSystem(host, 'own', [[await addPerson(host, 'ada'), 1]]);
    browser = host.browser();
    token = await browser.logIn('ada', testPassword);
  });
  afterAll(() => host.close());

  test('that is cut off is answered 503 with Retry-After and a sentence, and no stack fills the log', async () => {
    const holder = await host.database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table users in access exclusive mode');
    const call = browser.send('GET', '/api/app/client/account', { token });
    const waiting = async () => (await othersOn(host.database.url)).find(({ waitsFor }) => waitsFor === 'Lock');
    await expect.poll(waiting, patience).toBeDefined();
    await endBackend(host.database.url, (await waiting()) as Backend);
    holder.release(true);
    const { status, headers, json } = await call;
    expect([status, headers.get('retry-after'), json]).toEqual([
      503,
      '5',
      { error: { code: 503, type: 'Unavailable', message: 'The database cannot be reached just now: try again in a moment.' } },
    ]);
    const lines = host
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string; err?: unknown; path?: string });
    expect(lines.filter(({ level, err }) => level >= 50 || err !== undefined)).toEqual([]);
    expect(lines.filter(({ level, path }) => level === 40 && path === '/api/app/client/account')).toHaveLength(1);
    expect((await browser.send('GET', '/api/app/client/account', { token })).status).toBe(200);
  });

  test('a connection that the server cannot accept ends nothing', () => {
    host.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(host.logged()).toContain('accept EMFILE');
  });
});
