import { execFile } from 'node:child_process';
import { readFile, readlink, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A process by number and birth: numbers are used again, most of all in containers, so a number alone proves
 * nothing.
 */
export type ProcessIdentity = { pid: number; born: string };

/** @returns who runs under this number now, or undefined when nobody does. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const born = await birth(pid);
  return born === undefined ? undefined : { pid, born };
}

/** Whether exactly this process (not a later one with its number) still runs. */
export async function isRunning(process: ProcessIdentity): Promise<boolean> {
  return (await birth(process.pid)) === process.born;
}

/** Whether the process is a PostgreSQL server working on this data directory. */
export async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  if (process.platform === 'linux') return (await linuxServersOf(dataDir, [String(pid)])).length > 0;
  const command = await commandOf(pid);
  if (command === undefined) return false;
  // Windows names only the program, so there the number and the name must do.
  return command.includes('postgres') && (process.platform === 'win32' || command.includes(dataDir));
}

/** All processes of a PostgreSQL server on this data directory (Linux; elsewhere none are found). */
export async function serverProcessesOf(dataDir: string): Promise<number[]> {
  return process.platform === 'linux' ? linuxServersOf(dataDir, await readdir('/proc')) : [];
}

async function linuxServersOf(dataDir: string, candidates: readonly string[]): Promise<number[]> {
  const home = await realpath(dataDir);
  const found: number[] = [];
  for (const candidate of candidates) {
    if (!/^\d+$/.test(candidate)) continue;
    try {
      // A server moves into its data directory as soon as it starts, and each of its children stays there.
      const [name, cwd] = await Promise.all([readFile(`/proc/${candidate}/comm`, 'utf8'), readlink(`/proc/${candidate}/cwd`)]);
      if (name.trim() === 'postgres' && path.resolve(cwd) === home) found.push(Number(candidate));
    } catch {
      // It ended while being looked at, or belongs to somebody else and so is no server of ours.
    }
  }
  return found;
}

async function birth(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxBirth(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined;
  }
  if (process.platform === 'win32') return 'unknown';
  return psField(pid, 'lstart=');
}

async function linuxBirth(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in brackets may hold spaces and brackets itself; the fields after it are state (3rd) to start
  // time (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'win32') return psField(pid, 'command=');
  const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  return stdout.includes(`"${pid}"`) ? stdout : undefined;
}

async function psField(pid: number, field: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', field, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    // ps answers 1 for a number nobody has.
    return undefined;
  }
}
