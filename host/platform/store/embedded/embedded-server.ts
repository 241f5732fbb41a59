import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, open, readdir, readFile, rename, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { accepted, refused, type Result } from '#model/result.ts';
import { errorText } from '../error-text.ts';
import { findBinaries, isMissing, type Binaries } from './binaries.ts';
import { isDraft } from '../../drafts.ts';
import { boundLog, type LogBound, usualBound } from './bounded-log.ts';
import { withLaunchLock } from './launch-lock.ts';
import { embeddedUser, prepareData } from './data-directory.ts';
import { commandLine, type Launcher, type LauncherOptions } from './privileges.ts';
import { identify, isRunning } from '../../process-identity.ts';
import {
  announce,
  prepareFiles,
  readAnnouncement,
  readPassword,
  readPostmasterFile,
  retract,
  type ServerFiles,
} from './server-files.ts';
import { settingsFor } from './settings.ts';
import { stopServer, stopStaleServer } from './stale-server.ts';

const pollMs = 15;
const slowStartMs = 5_000;
const portAttempts = 5;
/** How many attempts use the previous port before another one is chosen. */
const keptPortAttempts = 2;
/**
 * Errors that mean the server has gone, is stopping or is starting. Any other refusal (such as too many
 * connections) comes from a running server.
 */
const goneCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', '57P03', '57P01', '57P02']);
/**
 * How long (ms) the server of another running process may be unreachable before this process starts one
 * instead.
 */
const absentMs = 15_000;
const absentPollMs = 100;
const connectMs = 3_000;

export type EmbeddedOptions = LauncherOptions & {
  /** The product's data directory; the server's files are in `postgres/` under it. */
  dataDir: string;
  log: Logger;
  /** The preferred port, on which a pool finds a restarted server again. By default, any free port. */
  port?: number;
  /** If true, the data must exist: after data were lost, no empty database may replace them. */
  existing?: boolean;
  /** Settings that override the server's, for tests. */
  settings?: Readonly<Record<string, string>>;
  /** Overrides the size limit of the server's log file. */
  logBound?: LogBound;
};

/**
 * How a server ended: the signal, if this process could see one, and whether this process owned the server.
 */
export type ServerEnd = { signal: NodeJS.Signals | null; owned: boolean };

/** Thrown if the data of an earlier server no longer exist. */
export class DataLostError extends Error {
  override name = 'DataLostError';
}

/**
 * A running server. If this process started it (`owned`), `stop` stops it; otherwise `stop` only disconnects.
 */
export type EmbeddedServer = {
  port: number;
  password: string;
  owned: boolean;
  /** Resolves when the server is gone, for any reason. */
  ended: Promise<ServerEnd>;
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on a data directory, which it creates the first time. If another running
 * process already runs a server there, attaches to that one instead. If the process of a server was killed,
 * stops that server, and the new one recovers its data. Call it from the main thread, because the server ends
 * with the thread that started it.
 * @throws Error that says what failed, with the end of the server's log.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if (options.existing === true) await expectData(options.dataDir);
  else await expectNoHalfRestore(options.dataDir);
  const files = await prepareFiles(options.dataDir);
  const deadline = Date.now() + absentMs;
  for (;;) {
    const server = await withLaunchLock(files.lock, async () => {
      const attached = await attach(files, options.log);
      if (attached.ok) return attached.value;
      return attached.reason === 'coming' && Date.now() < deadline ? undefined : launch(files, options);
    });
    if (server !== undefined) return server;
    // Wait without the lock, because the process that owns the server needs the lock to start it again.
    await wait(absentPollMs);
  }
}

/**
 * Checks for an unfinished restore into the folder. @throws Error if there is one, because the host must not
 * start there with an empty database.
 */
async function expectNoHalfRestore(dataDir: string): Promise<void> {
  const names: string[] = await readdir(dataDir).catch(noneWhereMissing);
  const half = names.find(isDraft);
  if (half === undefined || names.includes('postgres')) return;
  throw new Error(
    `A restore into ${dataDir} is in progress or was not finished. Run it (again), or remove ${path.join(dataDir, half)} to start empty.`,
  );
}

/** Checks that the data exist. @throws DataLostError if the data of an earlier server no longer exist. */
async function expectData(dataDir: string): Promise<void> {
  const control = path.resolve(dataDir, 'postgres/data/global/pg_control');
  try {
    await access(control);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new DataLostError(`The data of the database are gone: ${control} no longer exists. Put them back and start again.`, {
      cause,
    });
  }
}

/**
 * Attaches to the server that another process announced. While that process is running, only it may stop or
 * start the server. 'coming': that process is running, but its server is starting or recovering. 'none': no
 * running process has announced a server.
 */
async function attach(files: ServerFiles, log: Logger): Promise<Result<EmbeddedServer, 'coming' | 'none'>> {
  const announced = await readAnnouncement(files);
  if (announced === undefined || !(await isRunning(announced.owner))) return refused('none');
  const password = await readPassword(files);
  const watcher = new Client({
    host: '127.0.0.1',
    port: announced.port,
    user: embeddedUser,
    password,
    database: 'postgres',
    // Limits the wait if another program has taken the port and does not answer.
    connectionTimeoutMillis: connectMs,
  });
  const ended = new Promise<ServerEnd>((resolve) => {
    watcher.once('end', () => resolve({ signal: null, owned: false }));
    // The 'end' event follows, so the error itself needs no handling.
    watcher.on('error', (error) => log.debug({ reason: error.message }, 'the shared database server went away'));
  });
  try {
    await watcher.connect();
  } catch (error) {
    if (!isGone(error)) throw error;
    if (announced.owner.pid !== process.pid) return refused('coming');
    log.warn({ reason: errorText(error) }, 'the database server of this process is gone; restarting it');
    return refused('none');
  }
  log.info({ owner: announced.owner.pid }, 'using the database server that another process runs');
  return accepted({ port: announced.port, password, owned: false, ended, stop: () => watcher.end() });
}

function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Errors by pg without a code: a timeout, or a server killed while it was answering.
  return ('code' in error && goneCodes.has(error.code)) || /timeout|Connection terminated/.test(error.message);
}

async function launch(files: ServerFiles, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const binaries = await findBinaries(files.root);
  await retract(files);
  await stopStaleServer(files, binaries, options.log);
  const launcher = await prepareData(files, binaries, options);
  const password = await readPassword(files);
  const { bsize, blocks } = await statfs(files.root);
  const settings = { ...settingsFor(bsize * blocks), ...options.settings };
  for (let attempt = 1; ; attempt += 1) {
    const kept = attempt <= keptPortAttempts ? options.port : undefined;
    const port = kept ?? (await freePort());
    const child = await spawnServer(files, binaries, launcher, { ...settings, port: String(port) });
    if (await becameReady(child, files, options.log)) return own(child, port, password, files, binaries, options);
    const words = await endOfLog(files);
    const portTaken = words.includes('Address already in use') || words.includes('could not create any TCP/IP sockets');
    if (!portTaken || attempt === portAttempts)
      throw new Error(`The embedded database did not start. Its log (${files.log}) ends with:\n${words}`);
  }
}

async function spawnServer(
  files: ServerFiles,
  binaries: Binaries,
  launcher: Launcher,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  // Begin a new log at each start, and keep the previous one.
  await rename(files.log, `${files.log}.1`).catch(unlessMissing);
  const log = await open(files.log, 'a', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', files.data, '-h', '127.0.0.1', '-k', '', ...flags];
  try {
    // The server runs in a session of its own, so that Ctrl-C in the terminal reaches only the host, which
    // stops the server itself.
    return spawn(...commandLine(launcher.bound, binaries.postgres, args), {
      cwd: files.root,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, ...binaries.env },
    });
  } finally {
    await log.close();
  }
}

async function becameReady(child: ChildProcess, files: ServerFiles, log: Logger): Promise<boolean> {
  let failed = false;
  // Keep this listener for as long as the process lives, because a signal that cannot be sent is reported
  // here, too.
  child.on('error', (error) => {
    failed = true;
    log.error({ reason: error.message }, 'the database server could not be run or reached');
  });
  const started = Date.now();
  let isReported = false;
  while (!failed && child.exitCode === null && child.signalCode === null) {
    const noted = await readPostmasterFile(files);
    if (noted?.ready && noted.pid === child.pid) return true;
    if (!isReported && Date.now() - started > slowStartMs) {
      isReported = true;
      log.warn('the database is still starting: it recovers from an unclean stop');
    }
    await wait(pollMs);
  }
  return false;
}

async function own(
  child: ChildProcess,
  port: number,
  password: string,
  files: ServerFiles,
  binaries: Binaries,
  { log, logBound = usualBound }: EmbeddedOptions,
): Promise<EmbeddedServer> {
  const ended = new Promise<ServerEnd>((resolve) => child.once('exit', (_code, signal) => resolve({ signal, owned: true })));
  const [server, owner] = await Promise.all([identify(child.pid ?? 0), identify(process.pid)]);
  if (server === undefined || owner === undefined || child.exitCode !== null || child.signalCode !== null)
    throw new Error(`The embedded database ended right after its start: see ${files.log}.`);
  try {
    await announce(files, { port, serverPid: server.pid, owner });
  } catch (error) {
    // Stop it, because an unannounced server would be mistaken for one that a killed process left.
    await stopServer(server, files, binaries);
    throw error;
  }
  // On systems that do not send a signal when the parent dies, a normal exit must end the server, too.
  const dieTogether = () => child.kill('SIGINT');
  process.once('exit', dieTogether);
  const bounded = boundLog(files.log, logBound, log);
  void ended.then(() => bounded.close()).then(() => process.off('exit', dieTogether));
  log.info({ pid: server.pid, port }, 'database server is up');
  const stop = async () => {
    await retract(files);
    await stopServer(server, files, binaries);
    await ended;
    log.info('database server has stopped');
  };
  return { port, password, owned: true, ended, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('No free port was found on 127.0.0.1 for the embedded database.');
  return address.port;
}

async function endOfLog(files: ServerFiles): Promise<string> {
  return (await readFile(files.log, 'utf8')).trim().split('\n').slice(-8).join('\n');
}

function noneWhereMissing(error: unknown): [] {
  unlessMissing(error);
  return [];
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
