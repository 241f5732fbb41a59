import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvironment } from '../../../../host/platform/environment.ts';
import { startHost, type Host } from '../../../../host/host.ts';
import { createLog } from '../../../../host/platform/log.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { TestBrowser } from '../../../support/test-browser.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const root = path.join(import.meta.dirname, '../../../..');
const password = 'a quiet river bend';

let database: Database;
let host: Host;
beforeAll(async () => {
  database = await withTestDatabase();
  const environment = readEnvironment({ PORT: '0', WS_PORT: '0', DATABASE_URL: database.url, SIMULATOR: 'off' });
  // Without demo accounts, as on an address for real people, but also without the certificate that such an
  // address needs.
  host = await startHost({ ...environment, demo: false }, { log: createLog({ level: 'fatal' }) });
});
afterAll(async () => {
  await host.close();
  await database.close();
});

/** Runs a line of the README as typed into a shell; returns its output. */
async function type(line: string): Promise<string> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, PORT: new URL(host.httpUrl).port, NODE: process.execPath };
  const command = line.replace('npm run admin --', '"$NODE" host/entry/admin/admin-main.ts');
  const child = spawn('sh', ['-c', command], { cwd: root, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.end(`${password}\n`);
  const [code] = await once(child, 'close');
  expect([line, code, code === 0 ? '' : said]).toEqual([line, 0, '']);
  return said;
}

test('the README’s commands, as they stand, lead from an empty host to an accepted contact', { timeout: 180_000 }, async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const section = readme.slice(readme.indexOf('## Add your own receivers'), readme.indexOf('## Import your files'));
  const lines = section.split('\n').filter((line) => /^npm run admin -- (?!help)/.test(line));
  expect(lines.map((line) => line.split(' ').slice(4, 6).join(' '))).toEqual([
    'systems add',
    'receivers add',
    'users add',
    'roles grant',
    'keys create',
  ]);
  let said = '';
  for (const line of lines) said = await type(line);

  // The curl line of the last command's output, and the README's sample contact.
  const curl = /curl -H 'Authorization: (?<authorization>[^']+)' (?:.|\n)* (?<url>http\S+\/contacts)$/m.exec(said)?.groups ?? {};
  const contact = readme.split('\n').find((line) => line.startsWith('{"receiver":')) ?? '';
  const reply = await fetch(curl['url'] ?? '', {
    method: 'POST',
    headers: { authorization: curl['authorization'] ?? '', 'content-type': 'application/x-ndjson' },
    body: contact,
  });
  expect([reply.status, await reply.json()]).toEqual([200, { accepted: 1, duplicate: 0, rejected: 0, reasons: [] }]);
  const { rows } = await database.pool.query('select r.alias, c.code from contacts c join receivers r on r.id = c.rx_id');
  expect(rows).toEqual([{ alias: 'Spit North', code: 42 }]);

  const browser = new TestBrowser(host.httpUrl);
  const token = await browser.logIn('ada', password);
  const { json } = await browser.send('GET', '/api/mitashost/coast/receiver-sites', { token });
  expect(json).toMatchObject({
    receivers: [{ alias: 'Spit North', model: 0, latitude: 49.28, longitude: -123.14 }],
    sites: [{ alias: 'North Spit' }],
  });
});
