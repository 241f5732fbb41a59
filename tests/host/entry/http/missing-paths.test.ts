import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTestHost } from '../../../support/test-host.ts';

const notBuilt = 'The console is not built: run npm run build, or npm start, which does it';

/** What a path that leads nowhere is said to be, by whether a console was built. */
const missing = {
  'GET /login': [notBuilt, 200],
  'HEAD /login': ['', 200],
  'POST /login': ['There is no POST /login', 'There is no POST /login'],
  'GET /assets/gone.js': ['There is no GET /assets/gone.js', 'There is no GET /assets/gone.js'],
  'GET /api/nope': ['There is no GET /api/nope', 'There is no GET /api/nope'],
} as const;

describe.each([
  ['without a built console', 0],
  ['with a built console', 1],
] as const)('%s', (_, column) => {
  test.each(Object.entries(missing))('%s', async (asked, answers) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'console-'));
    if (column === 1) await writeFile(path.join(folder, 'index.html'), '<title>The console</title>');
    const host = await startTestHost({ consoleFolder: folder });
    try {
      const [method = '', url = ''] = asked.split(' ');
      const answer = await fetch(host.url + url, { method });
      const expected = answers[column];
      expect(answer.status).toBe(expected === 200 ? 200 : 404);
      const text = await answer.text();
      if (typeof expected === 'string' && expected !== '') {
        expect(JSON.parse(text)).toMatchObject({ error: { code: 404, message: expected } });
      }
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
  });
});
