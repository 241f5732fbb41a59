import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/**
 * Calls without a valid token are counted by address. Calls with one are not, because stations share an
 * address.
 */

const limit = { points: 40, duration: 60 };
let host: TestHost;
let token: string;
let key: string;
beforeAll(async () => {
  host = await startTestHost({ anonymousCalls: limit });
  const ann = await addPerson(host, 'ann');
  await addSystem(host, 'own', [[ann, 1]]);
  key = (await createReceiverKey(host.database, 'own', 'laptop')).key;
  token = await host.browser().logIn('ann', testPassword);
});
afterAll(() => host.close());

const send = (path: string, authorization?: string, method = 'GET') =>
  fetch(host.url + path, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(method === 'POST' ? { body: '[]' } : {}),
  });
const ingest = '/api/ingest/own/contacts';

test('who has a valid token is let in while everybody else of the address has to wait (ACC-13)', async () => {
  const known = async () => (await send('/api/app/client/account', `Bearer ${token}`)).status;
  for (let i = 0; i < limit.points; i++) expect(await known()).toBe(200);
  let calls = 0;
  // Whichever call it is, and whatever token it pretends to have.
  const strangers: [string, string | undefined, string?][] = [
    ['/api/public/csrf-token', undefined],
    ['/api/public/csrf-token', 'Bearer made.up.token'],
    ['/api/public/csrf-token', 'Receiver 0123456789abcdef0123456789abcdef'],
    ['/api/app/client/account', 'Bearer made.up.token'],
    ['/api/app/client/account', undefined],
    [ingest, 'Receiver 0123456789abcdef0123456789abcdef', 'POST'],
    [ingest, undefined, 'POST'],
    ['/api/openapi.json', undefined],
    ['/api/nowhere', undefined],
  ];
  while (calls < 2 * limit.points) {
    for (const [path, authorization, method] of strangers) {
      calls++;
      const answer = await send(path, authorization, method);
      await answer.arrayBuffer();
      if (answer.status === 429) break;
    }
    if ((await send('/api/openapi.json')).status === 429) break;
    calls++;
  }
  expect(calls).toBeLessThanOrEqual(limit.points);
  for (const [path, authorization, method] of strangers) {
    const answer = await send(path, authorization, method);
    expect([path, authorization, answer.status]).toEqual([path, authorization, 429]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ error: { code: 429, type: 'TooManyRequests' } });
  }
  expect(await known()).toBe(200);
  expect((await send(ingest, `Receiver ${key}`, 'POST')).status).toBe(200);
  expect((await send('/api/health')).status).toBe(200);
  const told = host
    .logged()
    .split('\n')
    .filter((line) => line.includes('calls.slowedDown'));
  expect(told.map((line) => (JSON.parse(line) as { address: string }).address)).toEqual(['127.0.0.1']);
});

/** Sends the target unchanged: fetch would normalise it. */
const statusOf = (target: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(host.url);
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(method === 'POST' ? '[]' : undefined);
  });

test.each([
  ['in another spelling of its path', '/%61pi/public/csrf-token', {}],
  ['with its whole address as the target', 'http://127.0.0.1/api/public/csrf-token', {}],
  ['to a path that only looks like the way in for receivers', '/api/ingest/own', { authorization: 'Receiver 0123456789abcdef' }],
  ['with a body for nobody', '/api/nowhere', { method: 'POST' }],
  ['under a name that is not the host’s', '/api/public/csrf-token', { host: 'evil.example' }],
])('a call is counted and refused %s as well', async (_, target, headers) => {
  const own = await startTestHost({ database: host.database, anonymousCalls: { points: 3, duration: 60 } });
  const before = host;
  host = own;
  try {
    for (let i = 0; i < 3; i++) expect(await statusOf(target, headers)).not.toBe(429);
    expect(await statusOf(target, headers)).toBe(429);
    expect(await statusOf('/api/public/csrf-token')).toBe(429);
  } finally {
    host = before;
    await own.close();
  }
});

test('who is refused is told how long until the next call is taken: never less, and no longer than the limit counts', async () => {
  const own = await startTestHost({ database: host.database, anonymousCalls: { points: 1, duration: 60 } });
  const started = performance.now();
  try {
    const call = () => fetch(`${own.url}/api/public/csrf-token`);
    expect((await call()).status).toBe(200);
    const refused = await call();
    const left = 60 - (performance.now() - started) / 1000;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(left);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  } finally {
    await own.close();
  }
});
