import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openAccounts } from '../../../host/domain/accounts/accounts.ts';
import { readEnvironment } from '../../../host/platform/environment.ts';
import { startHost, type Host } from '../../../host/host.ts';
import { createLog } from '../../../host/platform/log.ts';
import { createLocalBus } from '../../../host/platform/bus/bus.ts';
import type { Database } from '../../../host/platform/store/database.ts';
import { bearerProtocolPrefix, closeCodes, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { withTestDatabase } from '../../support/test-database.ts';
import { openSession } from '../../support/open-session.ts';
import { addPerson, addSystem } from '../../support/test-host.ts';

/** The whole host on all addresses, with certificates that do not name the page. */
describe.each([
  ['only a wildcard', ['*.example.org'], /for \*\.example\.org.*Set PUBLIC_URL/],
  ['no name', [], /no subjectAltName.*set PUBLIC_URL/],
] as const)('a certificate with %s', (_, names, warning) => {
  const lines: string[] = [];
  let folder: string;
  let database: Database;
  let host: Host;
  let token: string;

  beforeAll(async () => {
    [database, folder] = await Promise.all([withTestDatabase(), mkdtemp(path.join(tmpdir(), 'certificate '))]);
    const { cert, key } = selfSigned(names, []);
    const [TLS_CERT, TLS_KEY] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    await Promise.all([writeFile(TLS_CERT, cert), writeFile(TLS_KEY, key)]);
    const ports = { PORT: '0', WS_PORT: '0', BIND: '0.0.0.0', SIMULATOR: 'off' };
    const environment = readEnvironment({ ...ports, TLS_CERT, TLS_KEY, DATABASE_URL: database.url });
    host = await startHost(environment, { log: createLog({ destination: { write: (line) => void lines.push(line) } }) });
    const id = await addPerson({ database }, 'ann');
    await addSystem({ database }, 'own', [[id, 1]]);
    const accounts = await openAccounts(database, createLocalBus(), { allowDemo: false, log: createLog({ level: 'fatal' }) });
    ({ token } = await openSession({ database, accounts }, id));
    accounts.authority.close();
  });
  afterAll(async () => {
    await host.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** Resolves with the first event: a message of the host, or the close. */
  async function firstOf(origin: string): Promise<unknown> {
    const socket = new WebSocket(host.wsUrl + socketPath('own'), [socketProtocol, bearerProtocolPrefix + token], {
      origin,
      rejectUnauthorized: false,
    });
    const said = once(socket, 'message').then(([data]) => (JSON.parse((data as Buffer).toString()) as { type: string }).type);
    const first = await Promise.race([said, once(socket, 'close').then(([code]) => code as number)]);
    socket.close();
    said.catch(() => undefined);
    return first;
  }

  test('is warned of at the start, and the address that is told can be opened', async () => {
    const warned = lines.map((line) => JSON.parse(line) as { level: number; msg: string }).filter(({ msg }) => warning.test(msg));
    expect(warned).toMatchObject([{ level: 40 }]);
    expect(host.httpUrl).not.toContain('0.0.0.0');
    const opened = request(`${host.httpUrl}/api/public/csrf-token`, { rejectUnauthorized: false }).end();
    const [answer] = (await once(opened, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });

  test('lets the live line of its pages in, and tells others that they are refused', async () => {
    const { port } = new URL(host.httpUrl);
    expect(await firstOf(host.httpUrl)).toBe('heartbeat');
    const named = `https://telemetry.example.org:${port}`;
    expect(await firstOf(named)).toBe(names.length > 0 ? 'heartbeat' : closeCodes.originRefused);
    expect(await firstOf(`https://evil.example:${port}`)).toBe(closeCodes.originRefused);
  });
});
