import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccessKey, endAccessKey } from '../../host/domain/accounts/access-keys.ts';
import { changeByAdmin } from '../../host/entry/admin/admin-command.ts';
import { type Host, startHost } from '../../host/host.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { createLog } from '../../host/platform/log.ts';
import { selfMadeCertificate } from '../../host/platform/self-made-certificate.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';
import { withTestDatabase } from '../support/test-database.ts';

describe('FTPS of a whole host (FTPS-7)', () => {
  let database: Database;
  let folder: string;
  let lines: string[];
  beforeAll(async () => {
    database = await withTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'ftps host '));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  async function start(more: Record<string, string> = {}): Promise<Host> {
    lines = [];
    const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const env = { PORT: '0', WS_PORT: '0', SIMULATOR: 'off', DATABASE_URL: database.url, DATA_DIR: folder, ...more };
    return startHost(readEnvironment(env), { log });
  }

  const logged = (text: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === text);

  test('a demo serves it with a certificate of its own, to an access key, until that is revoked (FTPS-1)', async () => {
    const host = await start();
    const port = logged('FTPS is served')?.['ftpsPort'] as number;
    const ca = await readFile(path.join(folder, 'self-made-certificate.pem'), 'utf8');
    const { rows } = await database.pool.query<{ id: number }>(`select id from users where username = 'demo'`);
    const owner = { userId: rows[0]?.id ?? 0, systemId: 'river' };
    const made = await inTransaction(database, (within) => createAccessKey(within, owner, 'laptop'));
    const client = new Client(20_000);
    const logIn = (user: string, password: string) =>
      client.access({ host: '127.0.0.1', port, user, password, secure: true, secureOptions: { ca } });
    await expect(logIn('river.demo', 'demo-password')).rejects.toThrow('530');
    await expect(logIn('demo.demo', made.key)).rejects.toThrow('530');
    await logIn('river.demo', made.key);
    expect(await client.list()).toEqual([]);
    expect(logged('security: ftps.loginSucceeded')).toMatchObject({ keyId: String(made.id) });
    const { rows: systems } = await database.pool.query<{ number: number }>(`select number from systems where id = 'river'`);
    const turn = (offline: boolean) =>
      changeByAdmin(database, 'river', (writer) =>
        writer.edit(offline ? 'system.switchedOff' : 'system.switchedOn', systems[0]?.number ?? 0, { offline }),
      );
    await turn(true);
    await expect.poll(() => client.closed, { message: 'its system is offline' }).toBe(true);
    await expect(logIn('river.demo', made.key)).rejects.toThrow('530');
    await turn(false);
    await logIn('river.demo', made.key);
    await inTransaction(database, (within) => endAccessKey(within, made.id, owner));
    await expect.poll(() => client.closed).toBe(true);
    await host.close();
  });

  test('without a certificate and a demo it is not served, and the log says why', async () => {
    const host = await start({ DEMO: 'off' });
    expect(logged('FTPS is not served: it takes TLS_CERT and TLS_KEY')).toBeDefined();
    expect(logged('FTPS is served')).toBeUndefined();
    await host.close();
  });

  test('a port that is taken stops the start with the reason, and in a demo FTPS is left out with a warning', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const pem = path.join(folder, 'pair.pem');
    await writeFile(pem, (await selfMadeCertificate(folder)).cert);
    for (const variable of ['FTPS_PORT', 'FTPS_IMPLICIT_PORT']) {
      const why = `${variable} ${port} on 127.0.0.1 is taken by another program: stop that, or set ${variable} to another port.`;
      const taken = { [variable]: String(port) };
      await expect(start({ ...taken, TLS_CERT: pem, TLS_KEY: pem, DEMO: 'off' })).rejects.toThrow(why);
      const demo = await start(taken);
      expect(logged(`FTPS is not served: ${why}`)).toMatchObject({ level: 40 });
      await demo.close();
    }
    blocker.close();
  });
});

test('a self-made certificate is kept, private, and made again before it ends or when its file is broken (FTPS-7)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate '));
  const file = path.join(folder, 'below', 'self-made-certificate.pem');
  const now = Date.now();
  const first = await selfMadeCertificate(path.dirname(file), now);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await selfMadeCertificate(path.dirname(file), now)).toEqual(first);
  expect(await selfMadeCertificate(path.dirname(file), now + 340 * 86_400_000)).not.toEqual(first);
  await writeFile(file, 'broken');
  expect((await selfMadeCertificate(path.dirname(file), now)).cert).toContain('BEGIN CERTIFICATE');
  await rm(folder, { recursive: true });
});
