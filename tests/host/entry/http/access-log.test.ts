import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

type Line = { level: number; msg: string; path?: string; method?: string; status?: number; userId?: number; bytes?: number };

describe('the access log (HOST-18)', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startTestHost();
  });
  afterAll(() => host.close());

  const lines = () =>
    host
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
      .filter(({ msg }) => msg === 'call');
  const lineOf = async (path: string, status: number) => {
    const find = () => lines().find((line) => line.path === path && line.status === status);
    await expect.poll(find).toBeDefined();
    return find();
  };

  test('has a line for each call, by its route, with who made it and how much was answered', async () => {
    const ada = await addPerson(host, 'ada');
    await addSystem(host, 'field', [[ada, 1]]);
    const browser = host.browser();
    const token = await browser.logIn('ada', testPassword);
    await browser.send('GET', '/api/app/client/account?secret=hidden', { token });
    const line = await lineOf('/api/app/client/account', 200);
    expect(line).toMatchObject({ level: 30, method: 'GET', userId: ada });
    expect(line?.bytes).toBeGreaterThan(100);
    expect(await lineOf('/api/public/login', 200)).not.toHaveProperty('userId');
    expect(host.logged()).not.toContain('hidden');
  });

  test('says little of what comes very often, and nothing of what strangers write into a path', async () => {
    const browser = host.browser();
    await browser.send('POST', '/api/ingest/field/contacts', { csrf: 'none', body: {} });
    expect(await lineOf('/api/ingest/:mitasId/contacts', 401)).toMatchObject({ level: 20 });
    await browser.send('GET', '/api/health');
    expect(await lineOf('/api/health', 200)).toMatchObject({ level: 20 });
    await browser.send('GET', '/api/no-such-call/made-up-token');
    await lineOf('unknown', 404);
    expect(host.logged()).not.toContain('made-up-token');
  });
});
