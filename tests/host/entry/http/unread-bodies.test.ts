import { setInterval } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { csrfHeader } from '#model/contract/call.ts';
import { ingestBounds } from '../../../../host/entry/ingest/ingest-bounds.ts';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { RawConnection } from '../../../support/raw-connection.ts';
import { addSystem, startTestHost, type TestHost } from '../../../support/test-host.ts';

let host: TestHost;
let key: string;
const opened: RawConnection[] = [];
beforeAll(async () => {
  host = await startTestHost();
  await addSystem(host, 'field');
  const browser = host.browser();
  const token = await browser.csrfToken();
  proven = { [csrfHeader]: token, cookie: `csrf=${browser.cookie('csrf')}` };
  key = (await createReceiverKey(host.database, 'field', 'test')).key;
});
afterAll(() => host.close());
afterEach(() => {
  for (const connection of opened.splice(0)) connection.destroy();
});

const ingest = '/api/ingest/field/contacts';
const json = { 'content-type': 'application/json' };
/** Headers that pass a call's csrf check. */
let proven: Record<string, string>;
const ndjson = () => ({ 'content-type': 'application/x-ndjson', authorization: `Receiver ${key}` });

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(host.url);
  opened.push(connection);
  return connection;
}

describe('a body that is still coming when its request is answered', () => {
  test.each([
    ['no receiver key', 'POST', ingest, { 'content-type': 'application/x-ndjson' }, 401],
    ['an encoding that is not known', 'POST', ingest, { encoding: 'br' }, 415],
    ['no csrf token', 'PATCH', '/api/app/client/dark-mode', json, 401],
    ['no such call', 'POST', '/api/nope', json, 404],
    ['a path that cannot be decoded', 'POST', '/api/%', json, 400],
    ['another content type', 'POST', '/api/public/login', { 'content-type': 'text/xml', csrf: 'yes' }, 415],
    ['a body on a question', 'GET', '/api/health', json, 200],
  ] as [string, string, string, Record<string, string>, number][])(
    'ends the connection: %s',
    async (_, method, path, { encoding, csrf, ...headers }, status) => {
      const connection = await open();
      const more = encoding === undefined ? {} : { ...ndjson(), 'content-encoding': encoding };
      connection.head(method, path, 900_000, { ...headers, ...more, ...(csrf === undefined ? {} : proven) });
      connection.write('{');
      const answer = await connection.answer();
      expect([answer.status, answer.headers['connection']]).toEqual([status, 'close']);
      await connection.closed;
    },
    15_000,
  );

  test.each([1, 2, 3, 4])('early 413 of a packed body, %i', { timeout: 20_000 }, async () => {
    const connection = await open();
    const packed = gzipSync(Buffer.alloc(80 * 1024 * 1024, 0x20));
    connection.head('POST', ingest, packed.length + 1_000, { ...ndjson(), 'content-encoding': 'gzip' });
    connection.write(packed);
    const answer = await connection.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([413, 'close']);
    await connection.closed;
    expect((await fetch(`${host.url}/api/health`)).status).toBe(200);
  });

  test('413 by what has come, where no length was told', { timeout: 15_000 }, async () => {
    const connection = await open();
    connection.head('POST', '/api/public/login', 'chunked', { ...json, ...proven });
    for (let i = 0; i < 20; i++) connection.write(`10000\r\n${' '.repeat(65_536)}\r\n`);
    const answer = await connection.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([413, 'close']);
    await connection.closed;
  });

  test('a length beyond the bound is refused before any of it is read', { timeout: 15_000 }, async () => {
    const connection = await open();
    connection.head('POST', ingest, ingestBounds.bytes + 1, ndjson());
    const answer = await connection.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([413, 'close']);
    await connection.closed;
  });

  test('a sender who goes on is cut off', { timeout: 20_000 }, async () => {
    const connection = await RawConnection.open(host.url, { stubborn: true });
    opened.push(connection);
    connection.head('POST', ingest, 900_000, { 'content-type': 'application/x-ndjson' });
    connection.write('{');
    expect((await connection.answer()).status).toBe(401);
    // Writing another byte breaks a connection that is gone.
    for await (const _ of setInterval(50)) {
      if (!connection.isOpen) break;
      connection.write(' ');
    }
  });

  test.each([1, 2, 3, 4])('a client that writes all before it reads gets its answer, %i', { timeout: 20_000 }, async () => {
    const answer = await fetch(host.url + ingest, {
      method: 'POST',
      headers: ndjson(),
      body: Buffer.alloc(65 * 1024 * 1024, 0x20),
    });
    expect(answer.status).toBe(413);
    const next = await fetch(host.url + ingest, { method: 'POST', headers: ndjson(), body: '' });
    expect(next.status).toBe(200);
  });
});

test('a connection whose body was read whole stays open for the next request', async () => {
  const connection = await open();
  for (const length of [300_000, 0, 3]) {
    connection.head('POST', ingest, length, ndjson());
    connection.write('\n'.repeat(length));
    const answer = await connection.answer();
    expect([answer.status, answer.headers['connection']]).toEqual([200, 'keep-alive']);
  }
  // Sent in one segment with its head, the whole body arrives before the request is refused.
  connection.write(
    `POST ${ingest} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\ncontent-length: 2\r\n\r\n\n\n`,
  );
  const refused = await connection.answer();
  expect([refused.status, refused.headers['connection']]).toEqual([401, 'keep-alive']);
});

test('who sends what is no request, and keeps silent and never hangs up, is hung up on', { timeout: 30_000 }, async () => {
  const other = await startTestHost({ database: host.database });
  const connection = await RawConnection.open(other.url, { stubborn: true });
  opened.push(connection);
  connection.write('not a request\r\n\r\n');
  expect((await connection.answer()).status).toBe(400);
  const open = () => new Promise((resolve) => other.server.getConnections((_, count) => resolve(count)));
  await expect.poll(open, { timeout: 15_000, interval: 50 }).toBe(0);
  await other.close();
});

test(
  'a body that comes too slowly is refused on every route, and its connection ended (CALL-15)',
  { timeout: 20_000 },
  async () => {
    const bodyPace = { idleMs: 100, graceMs: 200, leastBytesPerSecond: 128 };
    const hurried = await startTestHost({ database: host.database, bodyPace });
    const browser = hurried.browser();
    const headers = { [csrfHeader]: await browser.csrfToken(), cookie: `csrf=${browser.cookie('csrf')}` };
    const { authorization } = ndjson();
    for (const [path, more] of [
      [ingest, { authorization }],
      [ingest, { authorization, 'content-encoding': 'gzip' }],
      ['/api/public/login', { ...json, ...headers }],
    ] as const) {
      const connection = await RawConnection.open(hurried.url);
      opened.push(connection);
      connection.head('POST', path, 1_000, { 'content-type': 'application/x-ndjson', ...more });
      const answer = await connection.answer();
      expect([answer.status, answer.headers['connection']]).toEqual([408, 'close']);
      expect(JSON.parse(answer.body)).toMatchObject({
        error: { type: 'InvalidRequest', message: expect.stringContaining('The body of 1000 bytes came too slowly') },
      });
      await connection.closed;
    }
    await hurried.close();
  },
);
