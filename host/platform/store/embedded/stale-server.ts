import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { isMissing, type Binaries } from './binaries.ts';
import { identify, isRunning, isServerOf, serverProcessesOf, type ProcessIdentity } from '../../process-identity.ts';
import { readPostmasterFile, type ServerFiles } from './server-files.ts';

const run = promisify(execFile);
const pollMs = 20;
/**
 * Time (ms) for a fast shutdown, which writes all changed pages to disk. An immediate shutdown leaves that to
 * the recovery at the next start.
 */
const fastShutdownMs = 30_000;
const immediateShutdownMs = 10_000;

/**
 * Stops the server that a killed process left running on this data directory. Then removes a postmaster.pid
 * that would keep PostgreSQL from starting: its number now belongs to another process, or to a dead one that
 * was never reaped (in containers without an init), or a power cut tore the file. Call it only under the
 * launch lock, so that no server is writing the file.
 * @throws Error if a single process is repairing the data; that process is left alone.
 */
export async function stopStaleServer(files: ServerFiles, binaries: Binaries, log: Logger): Promise<void> {
  if (!(await isThere(files.postmaster))) return;
  const noted = await readPostmasterFile(files);
  const holder = noted === undefined ? undefined : await identify(noted.pid);
  if (holder !== undefined && (await isServerOf(holder.pid, files.data))) {
    if (noted?.alone === true)
      throw new Error(`Process ${holder.pid} works on ${files.data} by itself (postgres --single): end it and start again.`);
    log.warn({ pid: holder.pid }, 'a database server was left behind by a process that is gone; stopping it');
    await stopServer(holder, files, binaries);
  }
  await orphansGone(files);
  const left = await readPostmasterFile(files);
  // PostgreSQL itself checks a number that is not in use: it also tests whether shared memory is still used.
  if (left === undefined || isTaken(left.pid)) await rm(files.postmaster, { force: true });
}

/**
 * Stops a server with a fast shutdown; if that takes too long, with an immediate one, and then by killing it.
 * None of them loses committed data.
 */
export async function stopServer(server: ProcessIdentity, files: ServerFiles, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-D', files.data, '-m', 'fast', '-w']);
    return;
  }
  signal(server.pid, 'SIGINT');
  if (await ended(server, fastShutdownMs)) return;
  signal(server.pid, 'SIGQUIT');
  if (await ended(server, immediateShutdownMs)) return;
  signal(server.pid, 'SIGKILL');
  await ended(server, immediateShutdownMs);
}

/**
 * Waits for the child processes of a killed server to end; they do so by themselves when they notice. Before
 * that, no new server may use their memory.
 * @throws Error if they do not end.
 */
export async function orphansGone(files: ServerFiles): Promise<void> {
  const deadline = Date.now() + immediateShutdownMs;
  let orphans = await serverProcessesOf(files.data);
  while (orphans.length > 0) {
    if (Date.now() > deadline + immediateShutdownMs) {
      throw new Error(
        `Database processes ${orphans.join(', ')} still use ${files.data} and cannot be stopped: stop them and start again.`,
      );
    }
    if (Date.now() > deadline) for (const pid of orphans) signal(pid, 'SIGKILL');
    await wait(pollMs);
    orphans = await serverProcessesOf(files.data);
  }
}

async function ended(server: ProcessIdentity, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (await isRunning(server)) {
    if (Date.now() > deadline) return false;
    await wait(pollMs);
  }
  return true;
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
