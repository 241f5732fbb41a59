import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, endBackend, othersOn } from '../../../support/database-attacks.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/** What each answer does with the refresh cookie: it is removed only once it can never work again. */

const comeBack = '/api/public/access-token';
const refreshPath = '/api/public';
let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
  await addPerson(host, 'ann');
});
afterAll(() => host.close());

const cleared = ({ setCookies }: TestBrowser) => setCookies.filter((line) => line.startsWith('refresh=;'));

test('one that the host does not know is taken away, on both of its paths', async () => {
  const stranger = host.browser();
  stranger.setCookie('refresh', 'A'.repeat(43), refreshPath);
  expect((await stranger.send('GET', comeBack)).status).toBe(440);
  expect(cleared(stranger)).toHaveLength(2);
  expect(stranger.cookie('refresh')).toBeUndefined();
});

test('one that the database could not be asked about is kept, and helps afterwards', async () => {
  const browser = host.browser();
  await browser.logIn('ann', testPassword);
  const holder = await host.database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table refresh_tokens in access exclusive mode');
  const call = browser.send('GET', comeBack);
  const waiting = async () => (await othersOn(host.database.url)).find(({ waitsFor }) => waitsFor === 'Lock');
  await expect.poll(waiting, { timeout: 30_000, interval: 10 }).toBeDefined();
  await endBackend(host.database.url, (await waiting()) as Backend);
  holder.release(true);
  expect((await call).status).toBe(503);
  expect(cleared(browser)).toEqual([]);
  expect((await browser.send('GET', comeBack)).status).toBe(200);
});

test('an empty one counts as none: log in first, not a session that is over', async () => {
  const browser = host.browser();
  const token = await browser.logIn('ann', testPassword);
  for (const path of [comeBack, '/api/auth/renew-token']) {
    const { status, json } = await browser.send('GET', path, { token, headers: { cookie: 'refresh=' } });
    expect([path, status, json]).toMatchObject([path, 401, { error: { type: 'TokenMissing' } }]);
  }
  expect(cleared(browser)).toEqual([]);
});
