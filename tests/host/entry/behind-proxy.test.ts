import { once } from 'node:events';
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readEnvironment } from '../../../host/platform/environment.ts';
import { startHost, type Host } from '../../../host/host.ts';
import { createLog } from '../../../host/platform/log.ts';
import type { Database } from '../../../host/platform/store/database.ts';
import { freePort, freePortBeside } from '../../../scripts/free-port.ts';
import { socketAddress } from '#model/contract/socket-address.ts';
import { bearerProtocolPrefix, closeCodes, socketProtocol } from '#model/contract/socket-messages.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { withTestDatabase } from '../../support/test-database.ts';
import { addPerson, addSystem, testPassword } from '../../support/test-host.ts';
import { startTlsProxy, type TlsProxy } from '../../support/tls-proxy.ts';

/** The whole host behind a proxy that terminates TLS, set up as in docs/operations/proxy.md. */

const name = 'telemetry.example.org';
const tls = selfSigned([name]);
/** An address of this machine other than the proxy's: requests from it do not count as proxied. */
const caller = '127.0.0.9';
const lookup: LookupFunction = (_host, options, done) =>
  options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

let proxy: TlsProxy;
let database: Database;
let host: Host;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  [proxy, database] = await Promise.all([startTlsProxy(tls), withTestDatabase()]);
  port = await freePort('127.0.0.1');
  const wsPort = await freePortBeside([port], () => freePort('127.0.0.1'));
  proxy.lead(port, wsPort);
  const environment = readEnvironment({
    PORT: String(port),
    WS_PORT: String(wsPort),
    DATABASE_URL: database.url,
    SIMULATOR: 'off',
    PUBLIC_URL: `https://${name}:${proxy.port}`,
    TRUST_PROXY: '127.0.0.1',
  });
  host = await startHost(environment, { log: createLog({ destination: { write: (line) => void lines.push(line) } }) });
  const id = await addPerson({ database }, 'ann');
  await addSystem({ database }, 'own', [[id, 1]]);
});
afterAll(async () => {
  await host.close();
  await proxy.close();
  await database.close();
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; json: unknown };

function ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: name,
        port: proxy.port,
        path,
        method,
        lookup,
        localAddress: caller,
        ca: tls.cert,
        servername: name,
        checkServerIdentity: () => undefined,
        headers: { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (response) => {
        let answer = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (answer += chunk))
          .on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, json: JSON.parse(answer) as unknown }),
          );
      },
    );
    sent.on('error', reject).end(text);
  });
}

async function logIn(): Promise<{ token: string; cookies: string[] }> {
  const first = await ask('GET', '/api/public/csrf-token');
  const { csrfToken } = first.json as { csrfToken: string };
  const cookie = (first.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  const credentials = { username: 'ann', password: testPassword };
  const { json, headers } = await ask('POST', '/api/public/login', { cookie, 'x-csrf-token': csrfToken }, credentials);
  const cookies = [...(first.headers['set-cookie'] ?? []), ...(headers['set-cookie'] ?? [])];
  return { token: (json as { accessToken: string }).accessToken, cookies };
}

function open(address: string, token: string, origin: string): WebSocket {
  const socket = new WebSocket(address, [socketProtocol, bearerProtocolPrefix + token], {
    origin,
    lookup,
    localAddress: caller,
    ca: tls.cert,
  });
  socket.on('error', () => undefined);
  return socket;
}

const logged = (event: string) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ security }) => security === event);

describe('behind a proxy that terminates TLS (HOST-3, HOST-6)', () => {
  test('the host says under which address it is reached, and has no demo', () => {
    expect([host.httpUrl, host.demo]).toEqual([`https://${name}:${proxy.port}`, null]);
  });

  test('cookies are Secure, https is for a year, and the page may open its socket by the same address', async () => {
    const { cookies } = await logIn();
    expect(cookies.map((cookie) => [cookie.split('=', 1)[0], /; Secure/.test(cookie)])).toEqual([
      ['__Host-csrf', true],
      ['__Secure-device', true],
      // The cookie is set once for each of its two paths.
      ['__Secure-refresh', true],
      ['__Secure-refresh', true],
    ]);
    const { headers } = await ask('GET', '/api/health');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain(`connect-src 'self' wss://${name}:${proxy.port};`);
  });

  test('the live line opens where the list of systems says, and a foreign page’s is told why not', async () => {
    const { token } = await logIn();
    const { json } = await ask('GET', '/api/app/client/mitas', { authorization: `Bearer ${token}` });
    const [system] = (json as { systems: { url: string; wsPort: number; mitasId: string }[] }).systems;
    expect(system).toMatchObject({ url: name, wsPort: proxy.port, mitasId: 'own' });
    const address = socketAddress(system!, 'https:');
    const socket = open(address, token, `https://${name}:${proxy.port}`);
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ type: 'heartbeat', payload: { mitasId: 'own' } });
    socket.close();
    const [code] = (await once(open(address, token, 'https://evil.example'), 'close')) as [number];
    expect(code).toBe(closeCodes.originRefused);
    expect(logged('origin.refused').at(-1)).toMatchObject({ origin: 'https://evil.example', address: caller });
  });

  test('the address of who asks is what the proxy says, not what they say of themselves', async () => {
    const spoofed = { host: 'evil.example', 'x-forwarded-host': name, 'x-forwarded-for': '6.6.6.6' };
    const { status } = await ask('GET', '/login', spoofed);
    expect(status).toBe(421);
    expect(logged('host.refused').at(-1)).toMatchObject({ name: 'evil.example', address: caller });
  });

  test('whoever is no proxy is not believed', async () => {
    const before = logged('host.refused').length;
    const [answer] = (await once(
      plainRequest({
        hostname: '127.0.0.1',
        port,
        path: '/',
        localAddress: caller,
        headers: { host: 'evil.example', 'x-forwarded-host': name, 'x-forwarded-for': '6.6.6.6' },
      }).end(),
      'response',
    )) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(421);
    expect(logged('host.refused').slice(before)).toMatchObject([{ name: 'evil.example', address: caller }]);
  });
});
