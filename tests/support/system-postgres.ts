import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseLauncher, commandLine } from '../../host/platform/store/embedded/privileges.ts';
import { freePort } from '../../scripts/free-port.ts';

const run = promisify(execFile);
const oldestMajor = 15;

export type TestServer = { url: string; stop: () => Promise<void> };

/**
 * Starts a real PostgreSQL from the system's packages on a free loopback port, never as root, on the data in
 * `dir` or new data. Its data do not survive a crash (fsync is off), which is enough for tests.
 */
export async function startSystemPostgres(dir: string): Promise<TestServer> {
  const bin = await systemBinaries();
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(dir, 'password');
  const data = path.join(dir, 'data');
  const isNew = !existsSync(data);
  if (isNew) await writeFile(passwordFile, crypto.randomUUID(), { mode: 0o600 });
  const password = await readFile(passwordFile, 'utf8');
  const launcher = await chooseLauncher(dir);
  const account = ['-U', 'tester', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  const initArgs = ['-D', data, ...account, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
  if (isNew) await run(...commandLine(launcher.short, path.join(bin, 'initdb'), initArgs));
  const port = await freePort();
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=100', `port=${port}`];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-h', '127.0.0.1', '-k', '', ...flags];
  const [command, rest] = commandLine(launcher.bound, path.join(bin, 'postgres'), args);
  const log = await open(path.join(dir, 'server.log'), 'a');
  const child = spawn(command, rest, { cwd: dir, detached: true, stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  const ended = once(child, 'exit');
  while (!(await ready(data))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The system's PostgreSQL (${bin}) did not start:\n${await readFile(path.join(dir, 'server.log'), 'utf8')}`);
    }
    await wait(20);
  }
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { url: `postgres://tester:${password}@127.0.0.1:${port}/postgres`, stop };
}

/** Returns the folder of its programs. As root on Debian they are installed if missing. */
export async function systemBinaries(): Promise<string> {
  return (await findBinaries()) ?? installBinaries();
}

/** Returns the oldest supported version: what runs there runs on newer ones too. */
async function findBinaries(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const majors = versions.map(Number).filter((major) => major >= oldestMajor);
  if (majors.length > 0) return path.join(root, String(Math.min(...majors)), 'bin');
  const { stdout } = await run('pg_config', ['--bindir', '--version']).catch(() => ({ stdout: '' }));
  const [bin, version] = stdout.split('\n');
  return bin !== undefined && Number(/\d+/.exec(version ?? '')?.[0]) >= oldestMajor ? bin : undefined;
}

async function installBinaries(): Promise<string> {
  const advice = `The tests need a real PostgreSQL ${oldestMajor} or newer: install the package 'postgresql' (on Debian: apt-get install postgresql).`;
  if (process.getuid?.() !== 0) throw new Error(advice);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env });
  } catch (cause) {
    throw new Error(advice, { cause });
  }
  const bin = await findBinaries();
  if (bin === undefined) throw new Error(advice);
  return bin;
}

async function ready(data: string): Promise<boolean> {
  const noted = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return noted.split('\n')[7]?.trim() === 'ready';
}
