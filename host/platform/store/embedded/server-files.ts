import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../error-text.ts';
import { isMissing } from './binaries.ts';
import { readJsonFile } from './json-file.ts';
import { parseIdentity } from './launch-lock.ts';
import type { ProcessIdentity } from '../../process-identity.ts';

/** Paths of the embedded server's files, all in one private folder of the data directory. */
export type ServerFiles = {
  root: string;
  data: string;
  postmaster: string;
  password: string;
  announcement: string;
  log: string;
  lock: string;
};

/**
 * What another process needs to use the running server, apart from the password, which is in a file of its
 * own.
 */
export type Announcement = { port: number; serverPid: number; owner: ProcessIdentity };

/** What PostgreSQL writes about its running server in postmaster.pid. */
export type PostmasterFile = { pid: number; alone: boolean; port: number | undefined; ready: boolean };

/**
 * Creates the private folder, which only its owner can read, and returns the paths in it.
 * @throws Error if this user may not write there.
 */
export async function prepareFiles(dataDir: string): Promise<ServerFiles> {
  const root = path.resolve(dataDir, 'postgres');
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await chmod(root, 0o700);
  } catch (cause) {
    throw new Error(
      `DATA_DIR is '${dataDir}', but the database cannot be kept there (${errorText(cause)}): set it to a folder that this user may write.`,
      { cause },
    );
  }
  return {
    root,
    data: path.join(root, 'data'),
    postmaster: path.join(root, 'data', 'postmaster.pid'),
    password: path.join(root, 'password'),
    announcement: path.join(root, 'server.json'),
    log: path.join(root, 'server.log'),
    lock: path.join(root, 'launch.lock'),
  };
}

/** Returns the password of the embedded server. @throws Error if it cannot be read. */
export async function readPassword(files: ServerFiles): Promise<string> {
  try {
    const password = (await readFile(files.password, 'utf8')).trim();
    if (password === '') throw new Error('the file is empty');
    return password;
  } catch (cause) {
    throw new Error(
      `The password of the embedded database cannot be read from ${files.password} (${errorText(cause)}): put the file back, or move ${files.root} away to start empty.`,
      {
        cause,
      },
    );
  }
}

/**
 * Creates the password for a new data directory. If an interrupted first start left one, keeps that, unless a
 * power cut emptied its file.
 */
export async function makePassword(files: ServerFiles): Promise<void> {
  if ((await readIfThere(files.password))?.trim() === '') await rm(files.password);
  try {
    await writeFile(files.password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Announces the server, with its port and owner, to other processes of this user. */
export async function announce(files: ServerFiles, announcement: Announcement): Promise<void> {
  const draft = `${files.announcement}.new`;
  await writeFile(draft, JSON.stringify(announcement), { mode: 0o600 });
  await rename(draft, files.announcement);
}

/** Withdraws the announcement. Call it before the server stops. */
export async function retract(files: ServerFiles): Promise<void> {
  await rm(files.announcement, { force: true });
}

/** Returns the announced server; undefined if none is announced, or a power cut damaged the announcement. */
export async function readAnnouncement(files: ServerFiles): Promise<Announcement | undefined> {
  const found = await readJsonFile(files.announcement);
  if (!found.ok) return undefined;
  const { value } = found;
  if (typeof value !== 'object' || value === null || !('port' in value) || !('serverPid' in value) || !('owner' in value))
    return undefined;
  const owner = parseIdentity(value.owner);
  if (typeof value.port !== 'number' || typeof value.serverPid !== 'number' || owner === undefined) return undefined;
  return { port: value.port, serverPid: value.serverPid, owner };
}

/**
 * Reads postmaster.pid (pid, data directory, start, port, socket, address, memory key, status). Returns
 * undefined if it does not exist or is not complete yet. `alone`: the process is not a server but works on
 * the data directly (`postgres --single`), for example to repair them.
 */
export async function readPostmasterFile(files: ServerFiles): Promise<PostmasterFile | undefined> {
  const lines = (await readIfThere(files.postmaster))?.split('\n');
  const noted = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(noted) || noted === 0) return undefined;
  const [pid, port] = [Math.abs(noted), Number(lines[3])];
  return {
    pid,
    alone: noted < 0,
    port: Number.isInteger(port) && port > 0 ? port : undefined,
    ready: lines[7]?.trim() === 'ready',
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
