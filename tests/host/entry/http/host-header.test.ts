import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';

/**
 * Against DNS rebinding: an attacker's page whose name suddenly resolves to this host has the browser on its
 * side, but not the host's name.
 */

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

type Answer = { status: number | undefined; headers: Record<string, unknown>; body: string };

/** Sends the Host header unchanged: fetch would set its own. */
function ask(path: string, name: string | null, method = 'GET'): Promise<Answer> {
  const { port } = new URL(host.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname: '127.0.0.1', port, path, method, setHost: false, headers: name === null ? {} : { host: name } },
      (response) => {
        let body = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (body += chunk))
          .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      },
    );
    sent.on('error', reject).end();
  });
}

describe('a request under a name that is not the host’s (HOST-5)', () => {
  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example.',
    '10.9.8.7',
    'user@localhost',
    'localhost:x',
    'localhost:8080:1',
    '',
  ])('is refused and told: %j', async (name) => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/login'],
      ['GET', '/no/such'],
      ['GET', '/api/public/csrf-token'],
      ['POST', '/api/public/login'],
      ['GET', '/api/openapi.json'],
    ] as const) {
      const { status, body, headers } = await ask(path, name, method);
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(body)).toEqual({
        error: { code: 421, type: 'Misdirected', message: expect.stringContaining('PUBLIC_URL') },
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['content-security-policy']).not.toContain('evil');
    }
    const refusals = host
      .logged()
      .split('\n')
      .filter((line) => line.includes('host.refused'));
    expect(JSON.parse(refusals.at(-1) ?? '{}')).toMatchObject({ security: 'host.refused', name, address: '127.0.0.1' });
  });

  test('learns at the most how the host is: a load balancer asks by whatever address it has', async () => {
    expect((await ask('/api/health', 'evil.example')).status).toBe(200);
  });
});

test.each(['localhost', 'LOCALHOST:5173', 'localhost.', '127.0.0.1:1', '127.1.2.3', '[::1]', '[::1]:8080'])(
  'on this machine any port of its names leads here (tunnels, containers, npm run dev): %s',
  async (name) => {
    expect((await ask('/api/public/csrf-token', name)).status).toBe(200);
  },
);

test('forwarded headers of whoever is no proxy of ours are not believed (HOST-6)', async () => {
  const before = host.logged().length;
  await fetch(`${host.url}/api/nope`, { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '6.6.6.6' } });
  expect(host.logged().slice(before)).not.toMatch(/evil|6\.6\.6\.6/);
});
