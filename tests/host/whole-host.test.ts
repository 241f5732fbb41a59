import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { change } from '../../host/platform/changes/change.ts';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { readEnvironment } from '../../host/platform/environment.ts';
import { startHost, type Host } from '../../host/host.ts';
import { createLog } from '../../host/platform/log.ts';
import { bearerProtocolPrefix, closeCodes, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { insertContacts } from '../../host/platform/store/contacts/contacts-store.ts';
import { othersOn } from '../support/database-attacks.ts';
import { withTestDatabase } from '../support/test-database.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { planted } from '../support/planted.ts';

const root = path.join(import.meta.dirname, '../..');
const log = createLog({ level: 'fatal' });

/** All parts together, as host/main.ts starts them. */
describe('the whole host', () => {
  let database: Database;
  let host: Host;
  let browser: TestBrowser;
  let token: string;

  beforeAll(async () => {
    database = await withTestDatabase();
    await database.db.insertInto('rate_limits').values({ key: 'over', points: 1, expire: 1 }).execute();
    host = await startHost(readEnvironment({ PORT: '0', WS_PORT: '0', DATABASE_URL: database.url, SIMULATOR: 'off' }), { log });
    browser = new TestBrowser(host.httpUrl);
    token = await browser.logIn(host.demo?.username ?? '', host.demo?.password ?? '');
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  function open(origin: string, mitasId = 'river'): WebSocket {
    return new WebSocket(host.wsUrl + socketPath(mitasId), [socketProtocol, `${bearerProtocolPrefix}${token}`], { origin });
  }

  test('sweeps away at its start what is old (JOB-9)', async () => {
    const sweeps = `select name, state::text from jobs.job where name like '%-sweep' order by name`;
    const completed = ['accounts-sweep', 'changes-sweep', 'commands-sweep', 'mail-sweep', 'reprocess-sweep', 'webhook-sweep'].map(
      (name) => ({
        name,
        state: 'completed',
      }),
    );
    await expect.poll(async () => (await database.pool.query(sweeps)).rows, { timeout: 30_000 }).toEqual(completed);
    expect(await database.db.selectFrom('rate_limits').select('key').where('key', '=', 'over').execute()).toEqual([]);
  });

  test('a contact that a receiver sends reaches the page that watches, and a logout closes its socket (SOCK-21)', async () => {
    await planted(database).insertInto('receivers').values({ system_id: 'river', alias: 'Weir' }).execute();
    const { rows } = await database.pool.query<{ id: number }>('select id from receivers');
    const rxId = rows[0]?.id ?? 0;
    const key = (await createReceiverKey(database, 'river', 'test')).key;
    const socket = open(host.httpUrl);
    const frames: { type: string; payload: unknown }[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as { type: string; payload: unknown }));
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', payload: 'receivers' }));
    await expect.poll(() => frames.map(({ type }) => type), { timeout: 10_000 }).toContain('subscribed');

    const contact = { rxId, ant: 1, freq: 150.5, code: 42, type: 19, power: -80, ts: Date.now() };
    const sent = await browser.send('POST', '/api/ingest/river/contacts', {
      body: [contact],
      csrf: 'none',
      headers: { authorization: `Receiver ${key}` },
    });
    expect([sent.status, sent.json]).toMatchObject([200, { accepted: 1, duplicate: 0, rejected: 0 }]);
    await expect.poll(() => frames.find(({ type }) => type === 'contact')?.payload, { timeout: 10_000 }).toEqual([contact]);

    const closed = once(socket, 'close');
    await browser.send('PATCH', '/api/public/logout', { token });
    expect((await closed)[0]).toBe(4401);
    token = await browser.logIn('demo', 'demo-password');
  });

  test('a system that is switched off has no live line, and one that goes off loses it', async () => {
    const [code] = (await once(open(host.httpUrl, 'alpine'), 'close')) as [number];
    expect(code).toBe(closeCodes.noSuchSystem);
    const socket = open(host.httpUrl);
    await once(socket, 'message');
    const closed = once(socket, 'close') as Promise<[number]>;
    const { number } = await database.db
      .selectFrom('systems')
      .select('number')
      .where('id', '=', 'river')
      .executeTakeFirstOrThrow();
    await change(database, { systemId: 'river', by: null, through: 'admin' }, (writer) =>
      writer.edit('system.switchedOff', number, { offline: true }),
    );
    expect((await closed)[0]).toBe(closeCodes.noSuchSystem);
  });

  test('an imported history is played to who watches it, and to nobody else (RPL-2)', async () => {
    const { db } = database;
    const { id: userId } = await db.selectFrom('users').select('id').where('demo', '=', true).executeTakeFirstOrThrow();
    const system = { id: 'lemhi', common_name: 'Lemhi', kind: 'replay' as const, replay: JSON.stringify({ speed: 1 }) };
    await planted(database).insertInto('systems').values(system).execute();
    await planted(database).insertInto('memberships').values({ user_id: userId, system_id: 'lemhi', role_id: 4 }).execute();
    const made = { system_id: 'lemhi', alias: 'CA1' };
    const { id: rxId } = await planted(database).insertInto('receivers').values(made).returning('id').executeTakeFirstOrThrow();
    const ts = Date.UTC(2018, 9, 2);
    await insertContacts(database.pool, 'lemhi', [{ rxId, ant: 1, freq: 150.05, code: 7, type: 8, power: -80, ts }]);
    const socket = open(host.httpUrl, 'lemhi');
    const types: string[] = [];
    socket.on('message', (data: Buffer) => types.push((JSON.parse(data.toString()) as { type: string }).type));
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', payload: 'receivers' }));
    await expect.poll(() => types, { timeout: 20_000 }).toContain('contact');
    socket.close();
    await once(socket, 'close');
  });

  test('another page may not open a socket', async () => {
    const [code] = (await once(open('http://evil.example'), 'close')) as [number];
    expect(code).toBe(closeCodes.originRefused);
  });

  test('a port that is taken stops the start with the reason, and what was started is stopped (HOST-10)', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    for (const variable of ['PORT', 'WS_PORT']) {
      const ports = { PORT: '0', WS_PORT: '0', [variable]: String(port) };
      const environment = readEnvironment({ ...ports, DATABASE_URL: database.url, SIMULATOR: 'off' });
      const why = `${variable} ${port} on 127.0.0.1 is taken by another program: stop that, or set ${variable} to another port.`;
      await expect(startHost(environment, { log })).rejects.toThrow(why);
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'untouched '));
    await expect(startHost(readEnvironment({ PORT: String(port), DATA_DIR: folder }), { log })).rejects.toThrow('is taken');
    expect(await readdir(folder), 'no database was made for nothing').toEqual([]);
    await rm(folder, { recursive: true });
    blocker.close();
  });
});

test('a host that cannot ask for its first jobs leaves nothing running when it has failed to start (HOST-10)', async () => {
  const database = await withTestDatabase();
  await database.pool.query('alter table jobs.job_common rename to gone');
  const starting = startHost(readEnvironment({ PORT: '0', WS_PORT: '0', DATABASE_URL: database.url }), { log });
  await expect(starting).rejects.toThrow('jobs.job_common');
  const listening = async () => (await othersOn(database.url)).filter(({ query }) => /listen "pgboss/i.test(query));
  await expect.poll(listening).toEqual([]);
  await database.close();
});

describe('host/main.ts', () => {
  test('stops at a bad variable with one line and exit code 2 (HOST-2)', async () => {
    const child = spawn(process.execPath, [path.join(root, 'host/main.ts')], {
      env: { PATH: process.env['PATH'], SIMULATOR: 'perhaps' },
    });
    let error = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, error]).toEqual([2, "SIMULATOR is 'perhaps', but it takes on or off.\n"]);
  });

  test('says in one line why it cannot start, without a stack', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const child = spawn(process.execPath, [path.join(root, 'host/main.ts')], {
      env: { PATH: process.env['PATH'], PORT: String(port), WS_PORT: '0' },
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    const [code] = (await once(child, 'close')) as [number];
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ msg, err }) => [msg, err])).toEqual([
      [
        `the host failed: PORT ${port} on 127.0.0.1 is taken by another program: stop that, or set PORT to another port.`,
        undefined,
      ],
    ]);
    expect(code).toBe(1);
    blocker.close();
  });

  test('npm start takes no options, and says what it takes', async () => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts'), '--port', '9999'], {
      env: { PATH: process.env['PATH'] },
    });
    let error = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, error]).toEqual([
      2,
      "npm start takes no options such as '--port'. Use variables, as in PORT=9080 npm start.\n",
    ]);
  });

  test('runs everything on an empty folder until it is told to stop, and leaves no process', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'whole host '));
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', WS_PORT: '0', SIMULATOR: 'off' };
    const child = spawn(process.execPath, [path.join(root, 'host/main.ts')], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    await expect.poll(() => out, { timeout: 30_000 }).toContain('the host is up');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const { httpUrl } = lines.find(({ msg }) => msg === 'the host is up') as { httpUrl: string };
    expect((await fetch(`${httpUrl}/api/health`)).status).toBe(200);
    const databasePid = Number(lines.find(({ msg }) => msg === 'database server is up')?.['pid']);
    expect(() => process.kill(databasePid, 0)).not.toThrow();
    // npm forwards the signal that the terminal has sent, so it arrives twice.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number];
    expect([code, out]).toEqual([0, expect.stringContaining('the host has stopped')]);
    expect(() => process.kill(databasePid, 0)).toThrow('ESRCH');
    await rm(folder, { recursive: true });
  });
});
