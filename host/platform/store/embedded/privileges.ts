import { execFile } from 'node:child_process';
import { chown, lstat, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The command prefixes that make PostgreSQL run as the right user and, for the server, end with its parent
 * process.
 */
export type Launcher = { readonly describe: string; readonly short: readonly string[]; readonly bound: readonly string[] };

export type LauncherOptions = {
  /** False in tests, to act as if the kernel refused user namespaces. */
  userNamespaces?: boolean;
};

const nobody = 65_534;
const inNamespace = ['unshare', '-U', `--map-user=${nobody}`, `--map-group=${nobody}`];
/**
 * SIGINT makes PostgreSQL shut down fast: open transactions are rolled back, and everything committed is on
 * disk.
 */
const diesWithParent = ['--pdeathsig', 'INT'];

/**
 * Chooses how to run PostgreSQL, which refuses to run as root (docs/decisions/embedded-postgresql.md):
 * - root on Linux: in a user namespace in which root's files belong to an ordinary user, so that no file
 *   changes owner and private folders stay reachable. If the kernel refuses that: as the folder's owner or,
 *   if that is root, as `nobody`, who becomes its owner and keeps only the right to pass private folders;
 * - ordinary user on Linux: as that user, with the parent-death signal if `setpriv` exists;
 * - macOS and Windows: directly; a server left by a kill is stopped at the next start.
 *
 * `short` is for commands that end by themselves, `bound` for the server.
 * @param serverDir the folder of all files of the server; it must exist.
 */
export async function chooseLauncher(serverDir: string, options: LauncherOptions = {}): Promise<Launcher> {
  if (process.platform !== 'linux') {
    refuseRoot();
    return { describe: 'plainly', short: [], bound: [] };
  }
  if (process.getuid?.() !== 0) {
    const bound = (await works(['setpriv', ...diesWithParent])) ? ['setpriv', ...diesWithParent] : [];
    // initdb needs a user with a name, which the user in a container may lack. In a namespace, the user is
    // called `nobody`.
    const short = !hasName() && (await works(inNamespace)) ? inNamespace : [];
    return { describe: bound.length > 0 ? 'bound to this process' : 'plainly', short, bound };
  }
  const owner = await stat(serverDir);
  if (owner.uid === 0 && options.userNamespaces !== false && (await works(inNamespace))) {
    return { describe: 'in a user namespace', short: inNamespace, bound: [...inNamespace, 'setpriv', ...diesWithParent] };
  }
  return asOwner(serverDir, owner.uid === 0 ? nobody : owner.uid, owner.gid === 0 ? nobody : owner.gid);
}

/** Joins a prefix, a program and its arguments in the form that `execFile` and `spawn` take. */
export function commandLine(prefix: readonly string[], program: string, args: readonly string[]): [string, string[]] {
  const [command, ...rest] = [...prefix, program];
  return [command, [...rest, ...args]];
}

async function asOwner(serverDir: string, uid: number, gid: number): Promise<Launcher> {
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const passing = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const able = (await works([...user, ...passing])) ? [...user, ...passing] : user;
  if (!(await works(able))) {
    throw new Error(
      `PostgreSQL does not run as root, and neither 'unshare' nor 'setpriv' (package util-linux) can start it as another user. Start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  await chownAll(serverDir, uid, gid);
  return { describe: `as user ${uid}`, short: able, bound: [...able, ...diesWithParent] };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    // Node cannot find a name for this user either.
    return false;
  }
}

/**
 * Gives files to a user. Files that already belong to the user are not touched, because a newer time of the
 * last status change would look like a restore (CHG-8).
 */
async function chownAll(dir: string, uid: number, gid: number): Promise<void> {
  await chownOne(dir, uid, gid);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) await chownAll(file, uid, gid);
    else if (entry.isFile()) await chownOne(file, uid, gid);
  }
}

async function chownOne(file: string, uid: number, gid: number): Promise<void> {
  const owner = await lstat(file);
  if (owner.uid !== uid || owner.gid !== gid) await chown(file, uid, gid);
}

async function works(prefix: readonly string[]): Promise<boolean> {
  const [command, ...args] = prefix;
  if (command === undefined) return true;
  try {
    await run(command, [...args, 'true']);
    return true;
  } catch {
    return false;
  }
}

function refuseRoot(): void {
  if (process.getuid?.() === 0) {
    throw new Error('PostgreSQL does not run as root here: start as an ordinary user, or set DATABASE_URL.');
  }
}
