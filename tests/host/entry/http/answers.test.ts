import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';

let host: TestHost;
let browser: TestBrowser;
let token: string;
const folder = mkdtempSync(path.join(tmpdir(), 'console files '));
const script = `console.log('${'x'.repeat(5_000)}');`;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>The console</title>');
  writeFileSync(path.join(folder, 'sw.js'), 'self');
  writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(path.join(folder, 'icon.svg.br'), brotliCompressSync('<svg/>'));
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(path.join(folder, '.sources'), 'hash of the sources');
  writeFileSync(path.join(folder, 'assets/main-abc123.js'), script);
  writeFileSync(path.join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(folder, 'assets/plain-def456.css'), 'a{}');
  host = await startTestHost({ consoleFolder: folder });
  const id = await addPerson(host, 'ann');
  await addSystem(host, 'own', [[id, 1]]);
  browser = host.browser();
  token = await browser.logIn('ann', testPassword);
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

/** Sends the path unchanged: fetch would normalise it, and bypass caches. */
function sendRaw(url: string, headers: OutgoingHttpHeaders = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(host.url);
    const sent = request({ hostname, port, path: url, headers }, (response) => {
      let body = '';
      response
        .setEncoding('latin1')
        .on('data', (chunk: string) => (body += chunk))
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

/** Sends bytes on a bare connection; returns everything until the host closes it. */
async function sayRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(host.url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  return (await socket.setEncoding('utf8').toArray()).join('');
}

type RawAnswer = { status: number | undefined; headers: IncomingHttpHeaders; body: string };

const errorOf = (json: unknown) => (json as { error: { code: number; type: string; message: string; field?: string } }).error;

describe('a request that cannot be used is told what is wrong, in the error shape (ERR-1, ERR-13)', () => {
  test.each([
    ['PATCH', '/api/app/client/dark-mode', { darkMode: 'yes' }, 'darkMode'],
    ['PATCH', '/api/app/client/dark-mode', {}, 'darkMode'],
    ['PATCH', '/api/app/client/timezone', { timezone: 'Mars/Olympus', autoTimezone: false }, 'timezone'],
    ['PATCH', '/api/app/client/timezone', { timezone: '+02:00', autoTimezone: false }, 'timezone'],
    ['PATCH', '/api/app/client/account', { firstName: 'A', lastName: 'B', username: 'ann', email: 'no' }, 'email'],
    ['POST', '/api/public/login', { username: 'ann' }, 'password'],
    ['GET', '/api/mitashost/own/alarms?limit=0', undefined, 'limit'],
    ['GET', '/api/mitashost/own/alarms?limit=501', undefined, 'limit'],
    ['GET', '/api/mitashost/own/alarms?from=yesterday', undefined, 'from'],
  ] as const)('%s %s %j', async (method, url, body, field) => {
    const { status, json } = await browser.send(method, url, { token, ...(body === undefined ? {} : { body }) });
    expect(status).toBe(400);
    expect(errorOf(json)).toMatchObject({ code: 400, type: 'InvalidRequest', field, message: expect.stringContaining(field) });
  });

  test.each([
    ['GET', '/api/mitashost/own/alarms?limit=501', undefined, "'limit' in the query: It must be at most 500, not 501"],
    ['PATCH', '/api/app/client/dark-mode', { darkMode: 1 }, "'darkMode' in the body: It must be true or false, not 1"],
    [
      'PATCH',
      '/api/app/client/timezone',
      { timezone: 'Europe/Zürich', autoTimezone: false },
      "'timezone' in the body: A timezone is named by letters, digits, _, +, - and /",
    ],
  ] as const)('in a sentence: %s %s %j', async (method, url, body, message) => {
    const { json } = await browser.send(method, url, { token, ...(body === undefined ? {} : { body }) });
    expect(errorOf(json).message).toBe(message);
  });

  test.each([
    ['malformed JSON', '{"darkMode":', 400],
    ['a poisoned prototype', '{"darkMode":true,"__proto__":{"x":1}}', 400],
    ['no body', undefined, 400],
    ['an array', '[]', 400],
    ['more than it takes', JSON.stringify({ darkMode: 'x'.repeat(1_100_000) }), 413],
  ])('%s', async (_, body, status) => {
    const answer = await browser.send('PATCH', '/api/app/client/dark-mode', { token, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
    expect(errorOf(answer.json)).toMatchObject({ code: status, type: 'InvalidRequest', message: expect.any(String) });
  });

  test('another content type than JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, json } = await browser.send('PATCH', '/api/app/client/dark-mode', { token, body: 'darkMode=true', headers });
    expect([status, errorOf(json).type]).toEqual([415, 'InvalidRequest']);
  });

  test.each([
    '/api',
    '/api/',
    '/api/nope',
    '/api/mitashost/own',
    '/api/public/login/',
    '/assets/gone.js',
    '/assets',
    '/assets/folder',
    '/socket',
    '/dev',
    '/socket/own',
    '/dev/outbox',
    '/favicon.png',
  ])('there is no %s', async (url) => {
    const { status, json } = await browser.send('GET', url, { headers: { accept: 'text/html' } });
    expect(status).toBe(404);
    expect(errorOf(json)).toMatchObject({ code: 404, type: 'NotFound', message: `There is no GET ${url}` });
  });

  test('a path parameter that is none', async () => {
    const { status } = await browser.send('GET', `/api/mitashost/${'x'.repeat(500)}/config`, { token });
    expect([400, 404, 414]).toContain(status);
    expect((await browser.send('GET', '/api/mitashost/a%2Fb/config', { token })).status).toBe(400);
    const { status: malformed, json } = await browser.send('GET', '/api/mitashost/%/config', { token });
    expect([malformed, errorOf(json).type]).toEqual([400, 'InvalidRequest']);
  });

  test('an address longer than the host reads', async () => {
    const { status, headers, body } = await sendRaw(`/api/mitashost/own/alarms?limit=${'1'.repeat(20_000)}`);
    expect([status, headers.connection, errorOf(JSON.parse(body))]).toEqual([
      431,
      'close',
      { code: 431, type: 'InvalidRequest', message: 'The address and headers are longer than the host reads' },
    ]);
  });

  test.each(['GET / HTTP/1.1\r\nbad header\r\n\r\n', '\u0016\u0003\u0001hello\r\n\r\n', 'GET /\0 HTTP/1.1\r\nhost: a\r\n\r\n'])(
    'what is no request of http: %j (ERR-14)',
    async (text) => {
      const answer = await sayRaw(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(errorOf(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toEqual({
        code: 400,
        type: 'InvalidRequest',
        message: 'This is not a request of HTTP',
      });
    },
  );

  test('a failure inside tells its caller nothing, and the log all (ERR-9)', async () => {
    await host.database.pool.query('alter table alarms rename to alarms_gone');
    const { status, text } = await browser.send('GET', '/api/mitashost/own/alarms', { token });
    await host.database.pool.query('alter table alarms_gone rename to alarms');
    expect([status, text]).toEqual([500, '{"error":{"code":500,"type":"ServerError","message":"An error occurred"}}']);
    expect(host.logged()).toContain('relation \\"alarms\\" does not exist');
  });

  test('a reply that does not fit the contract is not sent (CALL-5)', async () => {
    await host.database.pool.query(`update systems set sidebar = '{"disabled": 7}' where id = 'own'`);
    const { status, text } = await browser.send('GET', '/api/mitashost/own/config', { token });
    await host.database.pool.query(`update systems set sidebar = default where id = 'own'`);
    expect([status, text]).toEqual([500, '{"error":{"code":500,"type":"ServerError","message":"An error occurred"}}']);
    expect(host.logged()).toContain('a reply does not fit the contract');
  });
});

describe('health', () => {
  test('says how the parts are and nothing else, to anybody (CALL-16)', async () => {
    const { status, json } = await host.browser().send('GET', '/api/health');
    expect([status, json]).toEqual([
      200,
      { host: 'up', database: 'up', simulator: 'off', storage: 'ok', bus: 'up', missing: [] },
    ]);
  });

  test('asks the database once, however many ask at a time', async () => {
    const asked = vi.spyOn(host.database.pool, 'query');
    const answers = await Promise.all(Array.from({ length: 20 }, () => host.browser().send('GET', '/api/health')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
    asked.mockRestore();
  });

  test('is 503 when the database does not answer', async () => {
    const broken = await startTestHost();
    await broken.database.close();
    const { status, json } = await broken.browser().send('GET', '/api/health');
    expect([status, json]).toEqual([
      503,
      { host: 'up', database: 'down', simulator: 'off', storage: 'ok', bus: 'up', missing: ['database'] },
    ]);
    await broken.close().catch(() => undefined);
  });
});

describe('the built console', () => {
  test.each([
    '/',
    '/login',
    '/dashboard/own/receivers/stream',
    '/dashboard/own/v1.2',
    '/reset-password?token=x',
    '/index.html',
    '/no/such/screen',
  ])('%s is a screen of the client', async (url) => {
    const { status, text, headers } = await browser.send('GET', url);
    expect([status, text]).toEqual([200, '<!doctype html><title>The console</title>']);
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('a page that a browser has already is not sent again, but its headers of today are (HOST-11)', async () => {
    const { etag } = (await sendRaw('/login')).headers;
    const { status, headers, body } = await sendRaw('/login', { 'if-none-match': etag });
    expect([status, body, headers['cache-control']]).toEqual([304, '', 'no-cache']);
    // A page can read this header of its own document, and opens its line there (SPEED-19).
    const [, place = 'none'] = /^socket;desc="([^"]+:\d+)"$/.exec(String(headers['server-timing'])) ?? [];
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://${place}`);
  });

  test('only a demo host sends its pages the demo login (ACC-35)', async () => {
    const { headers: other } = await browser.send('GET', '/login');
    expect(other.get('server-timing')).not.toContain('demo');
    const demoHost = await startTestHost({
      database: host.database,
      consoleFolder: folder,
      demo: { username: 'demo', password: 'open to all' },
    });
    const { headers } = await demoHost.browser().send('GET', '/login');
    await demoHost.close();
    expect(headers.get('server-timing')).toMatch(/^socket;desc="[^"]+", demo;desc="demo\/open to all"$/);
  });

  test('a screen is looked at and never sent to; a probe gets its headers alone', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, json } = await browser.send(method, '/login', { csrf: 'none' });
      expect([status, errorOf(json).message]).toEqual([404, `There is no ${method} /login`]);
    }
    const { status, text, headers } = await browser.send('HEAD', '/login');
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  test('the front page is a screen for whoever takes no compression, too', async () => {
    expect((await sendRaw('/')).body).toBe('<!doctype html><title>The console</title>');
  });

  test('hashed files are kept for a year and served as they were compressed ahead (HOST-11)', async () => {
    const { status, text, headers } = await browser.send('GET', '/assets/main-abc123.js', {
      headers: { 'accept-encoding': 'br' },
    });
    expect([status, text]).toEqual([200, script]);
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toContain('javascript');
    const plain = await browser.send('GET', '/assets/main-abc123.js', { headers: { 'accept-encoding': 'identity' } });
    expect([plain.text, plain.headers.get('content-encoding')]).toEqual([script, null]);
  });

  test.each(['br', 'identity'])(
    'the mark is kept for a day, so that it stands in the first frame (LOOK-30, HOST-11): %s',
    async (coding) => {
      const { headers } = await browser.send('GET', '/icon.svg', { headers: { 'accept-encoding': coding } });
      expect(headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    },
  );

  test('the service worker is asked for again each time', async () => {
    const { headers, text } = await browser.send('GET', '/sw.js');
    expect([text, headers.get('cache-control')]).toEqual(['self', 'no-cache']);
  });

  test.each([
    '/.vite/manifest.json',
    '/.sources',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/%2e%2e%2fpackage.json',
    '/dashboard/../.sources',
    '/dashboard/%2e%2e/.sources',
    '/assets/main-abc123.js.br',
  ])('%s is not for the public', async (url) => {
    const { body: answer } = await sendRaw(url);
    expect(answer).toMatch(/NotFound|InvalidRequest|Forbidden|<title>The console/);
    expect(answer).not.toMatch(/dependencies|hash of the sources|\{\}/);
  });

  test('where there is none, the page says how to make it', async () => {
    const bare = await startTestHost({ database: host.database });
    const { status, json } = await bare.browser().send('GET', '/login');
    expect([status, errorOf(json).message]).toEqual([
      404,
      'The console is not built: run npm run build, or npm start, which does it',
    ]);
    await bare.close();
  });
});

test('nothing of the calls is kept by caches (CALL-18)', async () => {
  for (const url of ['/api/app/client/account', '/api/mitashost/own/config', '/api/nope', '/api/health']) {
    expect((await browser.send('GET', url, { token })).headers.get('cache-control')).toBe('no-store');
  }
});

test('a HEAD of a call is none: it would rotate the refresh cookie unseen (CALL-18)', async () => {
  expect((await browser.send('HEAD', '/api/public/access-token', { csrf: 'none' })).status).toBe(404);
});
