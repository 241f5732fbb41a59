import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../../host/platform/store/database.ts';
import { findBinaries } from '../../../../host/platform/store/embedded/binaries.ts';
import { embeddedUser } from '../../../../host/platform/store/embedded/data-directory.ts';
import { startEmbeddedServer, type EmbeddedServer } from '../../../../host/platform/store/embedded/embedded-server.ts';
import { prepareFiles } from '../../../../host/platform/store/embedded/server-files.ts';
import { stopStaleServer } from '../../../../host/platform/store/embedded/stale-server.ts';
import { superviseEmbeddedServer } from '../../../../host/platform/store/embedded/supervisor.ts';
import { serverProcessesOf } from '../../../../host/platform/process-identity.ts';
import { talkTo, type TalkingChild } from '../../../support/child-lines.ts';
import { nameless, named, opensNamespaces, ordinaryUser } from '../../../support/ordinary-user.ts';
import { putPreparedData } from '../../../support/prepared-data.ts';
import { thoroughTest } from '../../../support/thorough-test.ts';
import { isThorough, thorough, variants } from '../../../support/thorough.ts';

const log = pino({ level: 'silent' });
const childFile = path.join(import.meta.dirname, '../../../support/database-child.ts');
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const opening = isThorough && (await opensNamespaces());
const longEnough = { timeout: 30_000, interval: 20 };

let root: string;
let dataDir: string;
const children: TalkingChild[] = [];

beforeEach(async () => {
  // The names have spaces, and only the owner may enter (as mkdtemp makes it).
  root = await mkdtemp(path.join(tmpdir(), 'console data '));
  dataDir = path.join(root, 'a data folder');
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.process.kill('SIGKILL');
    await child.ended;
  }
  await serverGone();
  await rm(root, { recursive: true, force: true });
});

function open(prefix: readonly string[] = []): TalkingChild {
  const [command, ...args] = [...prefix, process.execPath, childFile, dataDir];
  const child = talkTo(command, args);
  children.push(child);
  return child;
}

async function killServer(): Promise<void> {
  const [postmaster] = (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(postmaster), 'SIGKILL');
}

/**
 * Reads the announcement, waiting for it: a server answers before its owner, under the launch lock, announces
 * it.
 */
async function announced(): Promise<unknown> {
  const text = await vi.waitFor(() => readFile(path.join(dataDir, 'postgres/server.json'), 'utf8'), longEnough);
  return JSON.parse(text) as unknown;
}

async function serverGone(): Promise<void> {
  const data = path.join(dataDir, 'postgres', 'data');
  if (!(await stat(data).catch(() => false))) return;
  await vi.waitFor(async () => expect(await serverProcessesOf(data)).toEqual([]), longEnough);
}

/** Returns how many rows a fresh start finds, and the last one's number, which shows gaps. */
async function toldRows(): Promise<{ count: number; last: number }> {
  const server = await startEmbeddedServer({ dataDir, log });
  try {
    const { rows } = await ask<{ count: number; last: number }>(
      server,
      'select count(*)::integer as count, max(number) as last from told',
    );
    return rows[0] ?? { count: 0, last: 0 };
  } finally {
    await server.stop();
  }
}

async function ask<Row extends Record<string, unknown>>(server: Pick<EmbeddedServer, 'port' | 'password'>, query: string) {
  const client = new Client({
    host: '127.0.0.1',
    port: server.port,
    user: embeddedUser,
    password: server.password,
    database: 'postgres',
  });
  await client.connect();
  try {
    return await client.query<Row>(query);
  } finally {
    await client.end();
  }
}

describe('the embedded server', () => {
  beforeEach(() => putPreparedData(dataDir));

  test('a killed process takes its server with it, and the next start has every row that was told, however often (STO-8)', async () => {
    let lastTold = 0;
    for (let round = 0; round < variants(5, 2); round += 1) {
      const child = open();
      await child.line(`told ${lastTold + 25}`);
      child.process.kill('SIGKILL');
      await child.ended;
      await serverGone();
      lastTold = Number(
        child.lines
          .filter((line) => line.startsWith('told '))
          .at(-1)
          ?.slice(5),
      );
    }
    const { count, last } = await toldRows();
    expect(count).toBe(last);
    expect(last).toBeGreaterThanOrEqual(lastTold);
  });

  test('its log grows to a bound only; what it said last is kept, and what it says goes on (STO-17)', async () => {
    const server = await startEmbeddedServer({ dataDir, log, logBound: { bytes: 4_000, everyMs: 20 } });
    const client = new Client({
      host: '127.0.0.1',
      port: server.port,
      user: embeddedUser,
      password: server.password,
      database: 'postgres',
    });
    await client.connect();
    const warn = (word: string) => client.query(`do $$ begin raise warning '% %', '${word}', repeat('x', 500); end $$`);
    const file = path.join(dataDir, 'postgres/server.log');
    for (let at = 0; at < 12; at += 1) await warn('before');
    await expect.poll(async () => (await stat(file)).size, longEnough).toBeLessThan(4_000);
    expect(await readFile(`${file}.1`, 'utf8')).toMatch(/before x{500}/);
    await warn('after');
    await expect.poll(() => readFile(file, 'utf8'), longEnough).toMatch(/^[^\0]*after x{500}/);
    await client.end();
    await server.stop();
  });

  test('a killed server, with or without its process, leaves nothing that stops the next start', async () => {
    const child = open();
    await child.line('told 10');
    // Both at once: the server cannot stop cleanly, and its postmaster.pid remains.
    const [postmaster] = (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    child.process.kill('SIGKILL');
    await child.ended;
    expect((await toldRows()).count).toBeGreaterThanOrEqual(10);
  });

  test('a stale server that its process could not take along is stopped by the next start', async () => {
    const child = open();
    await child.line('told 10');
    // A stopped server gets its parent's death signal only when it continues, as if there were no such
    // signal.
    const [postmaster] = (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGSTOP');
    child.process.kill('SIGKILL');
    await child.ended;
    const starting = toldRows();
    process.kill(Number(postmaster), 'SIGCONT');
    expect((await starting).count).toBeGreaterThanOrEqual(10);
  });

  test('a postmaster.pid whose number now belongs to a stranger does not stop the start, nor hurt the stranger', async () => {
    await (await startEmbeddedServer({ dataDir, log })).stop();
    const stranger = talkTo(process.execPath, ['-e', 'console.log("here"); setInterval(() => {}, 1000)']);
    children.push(stranger);
    await stranger.line('here');
    await writeFile(path.join(dataDir, 'postgres/data/postmaster.pid'), `${stranger.process.pid}\n`);
    const server = await startEmbeddedServer({ dataDir, log });
    expect((await ask(server, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    await server.stop();
    expect(stranger.process.exitCode ?? stranger.process.signalCode).toBeNull();
  });

  test('a process that repairs the data by itself is told of, and left alone', async () => {
    const server = await startEmbeddedServer({ dataDir, log });
    const files = await prepareFiles(dataDir);
    const text = await readFile(files.postmaster, 'utf8');
    // As `postgres --single` writes its own pid.
    await writeFile(files.postmaster, `-${text}`);
    const stopping = stopStaleServer(files, await findBinaries(files.root), log);
    await expect(stopping).rejects.toThrow(/works on .+ by itself \(postgres --single\): end it and start again/);
    expect(await readFile(files.postmaster, 'utf8')).toBe(`-${text}`);
    expect((await ask(server, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    await writeFile(files.postmaster, text);
    await server.stop();
  });

  test('a second process shares the running server, and carries on alone when the first ends or is killed', async () => {
    const first = open();
    const port = await first.line('port');
    const second = open();
    expect(await second.line('port')).toBe(port);
    expect(second.complaints()).toContain('using the database server that another process runs');
    first.process.stdin?.end('end\n');
    await first.line('closed');
    await first.ended;
    await second.line('told', second.lines.length);
    const third = open();
    expect(await third.line('port')).toBe(port);
    second.process.kill('SIGKILL');
    await second.ended;
    await third.line('told', third.lines.length);
    third.process.stdin?.end('end\n');
    await third.line('closed');
    await serverGone();
  });

  test('a server that crashes is started again on its port', async () => {
    const server = await superviseEmbeddedServer({ dataDir, log });
    const [postmaster] = (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await vi.waitFor(async () => expect((await ask(server, 'select 1 as one')).rows).toEqual([{ one: 1 }]), longEnough);
    await server.stop();
    await serverGone();
  });

  thoroughTest(
    'a port that somebody took while the server was down is given up for another, and the pool follows',
    async () => {
      const database = await openDatabase({ dataDir, log });
      const taken = Number(new URL(database.url).port);
      await killServer();
      // It accepts connections and never answers.
      const stranger = createServer();
      await vi.waitFor(
        () =>
          new Promise<void>((resolve, reject) => {
            stranger.once('error', reject).listen(taken, '127.0.0.1', () => resolve());
          }),
        { timeout: 5_000, interval: 1 },
      );
      // A killed server's process may answer for a moment longer.
      await vi.waitFor(() => expect(Number(new URL(database.url).port)).not.toBe(taken), { timeout: 100_000, interval: 20 });
      await vi.waitFor(() => database.pool.query('select 1'), { timeout: 10_000, interval: 20 });
      await database.close();
      stranger.close();
      await serverGone();
    },
    120_000,
  );

  thoroughTest('a guest leaves the server alone while it recovers: whoever started it goes on', async () => {
    const owner = open();
    await owner.line('told 5');
    const guest = await superviseEmbeddedServer({ dataDir, log });
    const before = await announced();
    for (let round = 0; round < 3; round += 1) {
      // The server may notice only now that one of its backends was killed in the previous round.
      const { rows } = await vi.waitFor(
        () =>
          ask<{ pid: number }>(
            guest,
            `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
          ),
        longEnough,
      );
      // The server ends all connections when one backend is killed, and recovers.
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      await owner.line('told', owner.lines.length);
      await vi.waitFor(() => ask(guest, 'select 1'), longEnough);
    }
    expect(await announced()).toEqual(before);
    await guest.stop();
    expect(await announced()).toEqual(before);
  });

  test('a guest leaves a server that was killed to whoever started it, and finds it again', async () => {
    const owner = open();
    await owner.line('told 5');
    const { owner: before } = (await announced()) as { owner: unknown };
    const guest = await superviseEmbeddedServer({ dataDir, log });
    for (let round = 0; round < variants(3, 1); round += 1) {
      await killServer();
      await owner.line('told', owner.lines.length);
      await vi.waitFor(() => ask(guest, 'select 1'), longEnough);
      expect(await announced()).toMatchObject({ owner: before });
    }
    await guest.stop();
    await owner.line('told', owner.lines.length);
  });

  test.each(variants(['pauses before it', 'starts it'], ['starts it']))(
    'closed while it %s, a restart leaves no server behind',
    async (when) => {
      const said: string[] = [];
      const telling = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
      const server = await superviseEmbeddedServer({ dataDir, log: telling });
      const noted = async () =>
        (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0];
      const before = await noted();
      await killServer();
      const isNow = async () =>
        when === 'starts it' ? !['', before].includes(await noted()) : said.some((line) => line.includes('starting it again'));
      await vi.waitFor(async () => expect(await isNow()).toBe(true), { timeout: 30_000, interval: 1 });
      await server.stop();
      await serverGone();
      // The next start need not wait for it.
      await (await startEmbeddedServer({ dataDir, log })).stop();
    },
  );

  thoroughTest('a server that hangs up on whoever asks for it is taken for one that is gone', async () => {
    const first = await startEmbeddedServer({ dataDir, log });
    const stranger = createServer((socket) => socket.on('error', () => undefined).destroy());
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const file = path.join(dataDir, 'postgres/server.json');
    await writeFile(file, JSON.stringify({ ...((await announced()) as object), port }));
    const second = await startEmbeddedServer({ dataDir, log });
    await first.ended;
    expect((await ask(second, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    await second.stop();
    stranger.close();
  });

  test('data that were deleted are told as gone, and no empty database takes their place (STO-8)', async () => {
    const server = await superviseEmbeddedServer({ dataDir, log });
    await rm(path.join(dataDir, 'postgres/data/global'), { recursive: true });
    await killServer();
    expect((await server.gone).message).toMatch(/^The data of the database are gone: .*pg_control no longer exists/);
    await server.stop();
    expect(await readdir(path.join(dataDir, 'postgres/data'))).not.toContain('global');
  });

  thoroughTest(
    'a server that does not run for other reasons than a full disk is given up, and one that does is not',
    async () => {
      const [control, aside] = ['global/pg_control', 'global/aside'].map((name) => path.join(dataDir, 'postgres/data', name)) as [
        string,
        string,
      ];
      let hasRoom = false;
      let looks = 0;
      const looked = () => {
        looks += 1;
        return Promise.resolve(hasRoom);
      };
      const server = await superviseEmbeddedServer({ dataDir, log, hasRoom: looked, giveUpAfterMs: 100 });
      let isGone = false;
      void server.gone.then(() => (isGone = true));
      await copyFile(control, aside);
      await writeFile(control, 'no control file');
      await killServer();
      await vi.waitFor(() => expect(looks).toBeGreaterThan(3), longEnough);
      expect(isGone, 'while its disk is full it is waited for').toBe(false);
      await copyFile(aside, control);
      await vi.waitFor(() => ask(server, 'select 1'), longEnough);

      hasRoom = true;
      await writeFile(control, 'no control file');
      await killServer();
      expect((await server.gone).message).toMatch(/^The database has stopped for good: .*did not start/);
      await server.stop();
    },
  );

  test('listens on the loopback address alone, and takes no connection without the password', async () => {
    const server = await startEmbeddedServer({ dataDir, log });
    const { rows } = await ask(
      server,
      `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets`,
    );
    expect(rows).toEqual([{ addresses: '127.0.0.1', sockets: '' }]);
    await expect(ask({ ...server, password: 'guessed' }, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  const cuts: [file: string, left: string][] = [
    ['server.json', ''],
    ['server.json', '{"port":54'],
    ['server.json', '\0\0\0\0'],
    ['launch.lock', ''],
    ['launch.lock', '{"pid":12'],
    ['data/postmaster.pid', ''],
    ['data/postmaster.pid', '\0\0\0\0'],
  ];
  test.each(variants(cuts, [cuts[1]!, cuts[6]!]))(
    '%s that a power cut left as %j does not stop the start',
    async (name, left) => {
      await (await startEmbeddedServer({ dataDir, log })).stop();
      await writeFile(path.join(dataDir, 'postgres', name), left);
      const server = await startEmbeddedServer({ dataDir, log });
      expect((await ask(server, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
      await server.stop();
      expect((await readdir(path.join(dataDir, 'postgres'))).toSorted()).toEqual([
        'data',
        'password',
        'server.log',
        'server.log.1',
      ]);
    },
  );

  thoroughTest('an emptied password is told as a lost one', async () => {
    await (await startEmbeddedServer({ dataDir, log })).stop();
    await writeFile(path.join(dataDir, 'postgres/password'), '');
    await expect(startEmbeddedServer({ dataDir, log })).rejects.toThrow(
      /password of the embedded database cannot be read from .*empty.*put the file back/,
    );
  });

  test('a lost password is told, with what to do', async () => {
    await rm(path.join(dataDir, 'postgres/password'));
    await expect(startEmbeddedServer({ dataDir, log })).rejects.toThrow(
      /password of the embedded database cannot be read from .*put the file back/,
    );
  });

  test('a server that cannot start says why in its own words', async () => {
    await expect(startEmbeddedServer({ dataDir, log, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /did not start[^]*shared_buffers/,
    );
  });
});

describe('the embedded server, in a data folder that does not exist yet', () => {
  thoroughTest('processes that start at the same moment from nothing share one server', async () => {
    const ports = await Promise.all([open(), open(), open()].map((child) => child.line('port')));
    expect(new Set(ports).size).toBe(1);
  });

  test('from nothing it keeps its folder, password and announcement to its user', async () => {
    const server = await startEmbeddedServer({ dataDir, log });
    const modes = await Promise.all(
      ['', 'password', 'server.json', 'server.log', 'data'].map(
        async (name) => (await stat(path.join(dataDir, 'postgres', name))).mode & 0o777,
      ),
    );
    expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '600', '600', '600', '700']);
    expect(await readFile(path.join(dataDir, 'postgres/server.json'), 'utf8')).not.toContain(server.password);
    await server.stop();
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('server.json');
  });

  thoroughTest('an interrupted first start leaves nothing in the way', async () => {
    await mkdir(path.join(dataDir, 'postgres/data.new.4242/base'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres/launch.lock'), JSON.stringify({ pid: 4_194_305, born: '1' }));
    const server = await startEmbeddedServer({ dataDir, log });
    await server.stop();
    expect((await readdir(path.join(dataDir, 'postgres'))).toSorted()).toEqual(['data', 'password', 'server.log']);
  });

  test('a password that a power cut emptied before there were data is made again', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres/password'), '');
    const server = await startEmbeddedServer({ dataDir, log });
    expect((await ask(server, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    await server.stop();
  });

  test('runs from nothing for an ordinary user, who may not write to the installed package', async () => {
    expect(await lastWordsFor(named)).toBe('closed');
  });

  // A test cannot change whether the kernel lets ordinary users make a namespace.
  thorough(test.runIf(isRoot && opening))('runs from nothing for a user without a name, as containers have', async () => {
    expect(await lastWordsFor(nameless)).toBe('closed');
  });

  test.runIf(isRoot)(
    'as root where user namespaces are closed, it runs from nothing as another user in a private folder',
    async () => {
      const server = await startEmbeddedServer({ dataDir, log, userNamespaces: false });
      expect((await ask(server, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
      const owner = await stat(path.join(dataDir, 'postgres/data'));
      expect(owner.uid).toBe(65_534);
      await server.stop();
    },
  );
});

/** Opens, kills, reopens and ends a process of the product as that user; returns its last line. */
async function lastWordsFor(user: number): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const prefix = await ordinaryUser(root, user);
  const child = open(prefix);
  await child.line('told 5');
  child.process.kill('SIGKILL');
  await child.ended;
  await serverGone();
  const again = open(prefix);
  await again.line('told 10');
  again.process.stdin?.end('end\n');
  return again.line('closed');
}
