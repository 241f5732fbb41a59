import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hostPlace, type HostPlace } from '../support/host-process.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { withTestDatabase } from '../support/test-database.ts';

const root = path.join(import.meta.dirname, '../..');
const patience = { timeout: 60_000, interval: 50 };

/** Only Linux shows the parent of every process. */
describe.runIf(process.platform === 'linux')('what npm runs ends with it (HOST-21)', { timeout: 180_000 }, () => {
  let database: Database;
  let folder: string;
  let npm: ChildProcess;
  let place: HostPlace;
  let under: number[] = [];

  beforeAll(async () => {
    database = await withTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'ended npm '));
  });
  afterEach(() => {
    for (const pid of [npm.pid ?? 0, ...under]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** Runs a script of the package until its host answers on its page's port. */
  const run = async (script: string) => {
    place = await hostPlace(folder, { DATABASE_URL: database.url, DEMO: 'off', SIMULATOR: 'off', LOG_LEVEL: 'warn' });
    npm = spawn('npm', ['run', script], { cwd: root, env: place.env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    let said = '';
    npm.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const health = () =>
      fetch(`${place.url}/api/health`).then(
        ({ status }) => status,
        () => `no answer: ${said}`,
      );
    await expect.poll(health, { ...patience, timeout: 120_000 }).toBe(200);
    under = processesUnder(npm.pid ?? 0);
  };
  const isOver = async () => {
    const ports = await Promise.all([place.port, place.wsPort].map(isTaken));
    return [ports, under.filter(isAlive).map(commandOf)];
  };

  test('npm start by Ctrl-C, which a terminal sends to all of it', async () => {
    await run('start');
    process.kill(-(npm.pid ?? 0), 'SIGINT');
    await expect.poll(isOver, patience).toEqual([[false, false], []]);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('npm start by %s', async (signal) => {
    await run('start');
    npm.kill(signal);
    await once(npm, 'exit');
    await expect.poll(isOver, patience).toEqual([[false, false], []]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('npm run dev by %s', async (signal) => {
    await run('dev');
    npm.kill(signal);
    await once(npm, 'exit');
    await expect.poll(isOver, patience).toEqual([[false, false], []]);
  });

  test('npm run dev, whose own process is killed', async () => {
    await run('dev');
    const dev = under.find((pid) => commandOf(pid).endsWith('scripts/dev.ts') && !commandOf(pid).startsWith('sh'));
    process.kill(dev ?? 0, 'SIGKILL');
    await expect.poll(isOver, patience).toEqual([[false, false], []]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function processesUnder(pid: number): number[] {
  const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return own.flatMap((child) => [child, ...processesUnder(child)]);
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
