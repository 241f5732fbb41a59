import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Client } from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostConfig } from '#model/entities/system.ts';
import { createAccessKey, endAccessKey } from '../../host/domain/accounts/access-keys.ts';
import { newPlace } from '../../host/domain/files/file-folder.ts';
import { changeByAdmin } from '../../host/entry/admin/admin-command.ts';
import { type Host, startHost } from '../../host/host.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { createLog } from '../../host/platform/log.ts';
import { selfMadeCertificate } from '../../host/platform/self-made-certificate.ts';
import { type Database, inTransaction } from '../../host/platform/store/database.ts';
import { addFile } from '../../host/platform/store/files/data-files.ts';
import { operationsFile } from '../support/operations-files.ts';
import { hashOf } from '../support/ftps-stage.ts';
import { TestBrowser } from '../support/test-browser.ts';
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

  /** Returns a system's settings as sent to the demo account. */
  async function told({ httpUrl }: Host, mitasId: string): Promise<Partial<HostConfig>> {
    const browser = new TestBrowser(httpUrl);
    const token = await browser.logIn('demo', 'demo-password');
    const { json } = await browser.send('GET', `/api/mitashost/${mitasId}/config`, { token });
    const { ftpsPort, ftpsProblem } = (json as { config: HostConfig }).config;
    return { ftpsPort, ftpsProblem };
  }

  const logged = (words: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === words);

  /** Makes a key of the demo account for its second system. */
  async function riverKey(name: string) {
    const { rows } = await database.pool.query<{ id: number }>(`select id from users where username = 'demo'`);
    const owner = { userId: rows[0]?.id ?? 0, systemId: 'river' };
    return { owner, made: await inTransaction(database, (within) => createAccessKey(within, owner, name)) };
  }

  test('a demo serves it with a certificate of its own, to an access key, until that is revoked (FTPS-1)', async () => {
    const host = await start();
    const port = logged('FTPS is served')?.['ftpsPort'] as number;
    expect(await told(host, 'demo')).toEqual({ ftpsPort: port, ftpsProblem: null });
    const ca = await readFile(path.join(folder, 'self-made-certificate.pem'), 'utf8');
    const { owner, made } = await riverKey('laptop');
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
      expect(await told(demo, 'demo'), 'to an Owner').toEqual({ ftpsPort: null, ftpsProblem: why });
      expect(await told(demo, 'river'), 'to a Researcher').toEqual({ ftpsPort: null, ftpsProblem: null });
      await demo.close();
    }
    blocker.close();
  });

  describe('the lines of docs/operations/data-files.md', () => {
    const page = operationsFile('data-files.md');
    const packed = gzipSync('contactId,decodeTimeUTC+00:00\n');
    let host: Host;
    let port: number;
    let key: string;
    beforeAll(async () => {
      // Relative to this folder, the page's `data/` is the data folder.
      const data = path.join(folder, 'data');
      host = await start({ DATA_DIR: data });
      port = logged('FTPS is served')?.['ftpsPort'] as number;
      key = (await riverKey('page')).made.key;
      const place = newPlace('river');
      await mkdir(path.dirname(path.join(data, 'files', place)), { recursive: true });
      await writeFile(path.join(data, 'files', place), packed);
      const span = { from_ms: 0, to_ms: 1, rx_ids: null, expected_rows: 1, reserved_bytes: packed.length };
      const ready = { completed: 1, rows: 0, bytes: packed.length, sha256: hashOf(packed) } as const;
      await addFile(database, { system_id: 'river', name: 'contacts.csv', file_type: 'CSV', place, ...span, ...ready });
    });
    afterAll(() => host.close());

    /** Returns the page's text for this host and this person. */
    const here = (shown = '') =>
      shown.replaceAll('telemetry.example.org', '127.0.0.1').replaceAll('8990', `${port}`).replaceAll('coast.ada', 'river.demo');
    const curlLine = () => here(`${/`(curl [^`]+)`/.exec(page)?.[1]} ${/`(--cacert [^`]+)`/.exec(page)?.[1]}`);
    const pythonLines = () =>
      here(/^ *```python\n([^]*?)^ *```$/m.exec(page)?.[1])
        .replaceAll(/^ {2}/gm, '')
        .replace('ssl.create_default_context()', /`(ssl\.[^`]+)`/.exec(page)?.[1] ?? '');

    test('ask for the names that files have there', async () => {
      const client = new Client(20_000);
      const ca = await readFile(path.join(folder, 'data/self-made-certificate.pem'), 'utf8');
      await client.access({ host: '127.0.0.1', port, user: 'river.demo', password: key, secure: true, secureOptions: { ca } });
      const served = (await client.list()).map(({ name }) => name);
      client.close();
      expect(served).toEqual(['contacts.csv.gz']);
      const asked = [/:8990\/([^` ]+)`/, /'RETR ([^']+)'/, /open\('([^']+)'/].map((pattern) => pattern.exec(page)?.[1]);
      expect(asked).toEqual(asked.map(() => served[0]));
    });

    const env = { PATH: process.env['PATH'] };
    // Programs that are not installed are skipped.
    const programs = ['curl', 'python3'].filter((program) => spawnSync(program, ['--version'], { env }).status === 0);

    test.each(programs)('of %s fetch a file, whole', async (program) => {
      const [command, words, typed] =
        program === 'curl' ? ['sh', ['-c', curlLine()], `${key}\n`] : ['python3', ['-'], `key = '${key}'\n${pythonLines()}`];
      // In its own session the program has no terminal to ask, so it reads the key from its input.
      const child = spawn(command, words, { cwd: folder, env, detached: true, timeout: 30_000 });
      child.stdin.end(typed);
      const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
      expect([child.exitCode, said]).toEqual([0, expect.any(String)]);
      expect(await readFile(path.join(folder, 'contacts.csv.gz'))).toEqual(packed);
      await rm(path.join(folder, 'contacts.csv.gz'));
    });
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
