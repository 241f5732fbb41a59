import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileDatabase } from '../../../support/file-database.ts';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';

const page = '<title>The console</title>';
const notBuilt = 'The console is not built: run npm run build, or npm start, which does it';

/** The answers to unknown paths, without and with a built console. */
const missing = {
  'GET /login': [notBuilt, 200],
  'HEAD /login': ['', 200],
  'POST /login': ['There is no POST /login', 'There is no POST /login'],
  'GET /assets/gone.js': ['There is no GET /assets/gone.js', 'There is no GET /assets/gone.js'],
  // Every path under /dashboard is a page, even if it cannot be decoded: the page itself reads the system's
  // name.
  'GET /dashboard/zz%zz/dashboard': [notBuilt, 200],
  'GET /dashboard/%ff': [notBuilt, 200],
  // Nor is such a path a file, whatever its name (NAV-4).
  'GET /dashboard/bad..id': [notBuilt, 200],
  'HEAD /dashboard/bad..id': ['', 200],
  'GET /dashboard/demo/v1.2': [notBuilt, 200],
  'HEAD /dashboard/demo/v1.2?x=1': ['', 200],
  'GET /dashboard/own/.hidden/x.js.gz': [notBuilt, 200],
  'GET /dashboard/own//receivers': [notBuilt, 200],
  'GET /dashboard/': [notBuilt, 200],
  'GET /dashboard/assets/main.js': [notBuilt, 200],
  'GET /dashboard/api': [notBuilt, 200],
  'POST /dashboard/demo/v1.2': ['There is no POST /dashboard/demo/v1.2', 'There is no POST /dashboard/demo/v1.2'],
  'GET /bad..id': ['There is no GET /bad..id', 'There is no GET /bad..id'],
  'GET /dashboard.old': ['There is no GET /dashboard.old', 'There is no GET /dashboard.old'],
  'GET /login/v1.2': ['There is no GET /login/v1.2', 'There is no GET /login/v1.2'],
  'GET /api/v1.2': ['There is no GET /api/v1.2', 'There is no GET /api/v1.2'],
  'GET /socket/v1.2': ['There is no GET /socket/v1.2', 'There is no GET /socket/v1.2'],
  'GET /dev/v1.2': ['There is no GET /dev/v1.2', 'There is no GET /dev/v1.2'],
  'POST /dashboard/%zz': ["'/dashboard/%zz' is not a valid url component", "'/dashboard/%zz' is not a valid url component"],
  'GET /assets/%zz.js': ["'/assets/%zz.js' is not a valid url component", "'/assets/%zz.js' is not a valid url component"],
  'GET /api/%zz': ["'/api/%zz' is not a valid url component", "'/api/%zz' is not a valid url component"],
  'GET /api/nope': ['There is no GET /api/nope', 'There is no GET /api/nope'],
} as const;

const database = fileDatabase();

describe.each([
  ['without a built console', 0],
  ['with a built console', 1],
] as const)('%s', (_, column) => {
  let folder: string;
  let host: TestHost;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'console-'));
    if (column === 1) await writeFile(path.join(folder, 'index.html'), page);
    host = await startTestHost({ consoleFolder: folder, database: await database() });
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  test.each(Object.entries(missing))('%s', async (asked, answers) => {
    const [method = '', url = ''] = asked.split(' ');
    const answer = await fetch(host.url + url, { method });
    const expected = answers[column];
    const code = typeof expected === 'string' && expected.includes('not a valid url') ? 400 : 404;
    expect(answer.status).toBe(expected === 200 ? 200 : code);
    const text = await answer.text();
    if (expected === 200 && method === 'GET') expect(text).toBe(page);
    if (typeof expected === 'string' && expected !== '') {
      expect(JSON.parse(text)).toMatchObject({ error: { code, message: expected } });
    }
    if (expected === 200) expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  });
});
