import { execFile } from 'node:child_process';
import { readFile, readlink, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A process by its number and its time of birth. Numbers are reused, especially in containers, so a number
 * alone identifies no process.
 */
export type ProcessIdentity = { pid: number; born: string };

/** Returns the process that now has this number, or undefined if there is none. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const born = await birth(pid);
  return born === undefined ? undefined : { pid, born };
}

/** Returns whether exactly this process still runs, not a later one with its number. */
export async function isRunning(process: ProcessIdentity): Promise<boolean> {
  return (await birth(process.pid)) === process.born;
}

/** Returns whether the process is a PostgreSQL server of this data directory. */
export async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  if (process.platform === 'linux') return (await linuxServersOf(dataDir, [String(pid)])).length > 0;
  const command = await commandOf(pid);
  if (command === undefined) return false;
  // On Windows only the program's name is known, so the directory cannot be compared.
  return command.includes('postgres') && (process.platform === 'win32' || command.includes(dataDir));
}

/** Returns all processes of a PostgreSQL server of this data directory (only on Linux; elsewhere none). */
export async function serverProcessesOf(dataDir: string): Promise<number[]> {
  return process.platform === 'linux' ? linuxServersOf(dataDir, await readdir('/proc')) : [];
}

async function linuxServersOf(dataDir: string, candidates: readonly string[]): Promise<number[]> {
  const home = await realpath(dataDir);
  const found: number[] = [];
  for (const candidate of candidates) {
    if (!/^\d+$/.test(candidate)) continue;
    try {
      // A server changes into its data directory at its start, and its children stay there.
      const [name, cwd] = await Promise.all([readFile(`/proc/${candidate}/comm`, 'utf8'), readlink(`/proc/${candidate}/cwd`)]);
      if (name.trim() === 'postgres' && path.resolve(cwd) === home) found.push(Number(candidate));
    } catch {
      // The process has just ended, or belongs to another user and is therefore not our server.
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
  // The name in parentheses may itself contain spaces and parentheses. The first field after it is the 3rd,
  // the state; the start time is the 22nd.
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
    // ps exits with 1 if there is no such process.
    return undefined;
  }
}
