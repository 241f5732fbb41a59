import { execFile } from 'node:child_process';
import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** `nobody` has a name in every system's list of users; 65533 has one in none. */
export const named = 65_534;
export const nameless = 65_533;

/**
 * The words before a command that make it run as an ordinary user, who owns `dir` from now on. Run as root it
 * keeps the right to read, so that a checkout in root's own folder can be read; run as an ordinary user there
 * is nothing to do.
 */
export async function ordinaryUser(dir: string, uid = named): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  await give(dir, uid);
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const reading = [...user, '--inh-caps=-all,+dac_read_search', '--ambient-caps=-all,+dac_read_search'];
  return (await succeeds('setpriv', [...reading.slice(1), 'true'])) ? reading : user;
}

/** Whether the kernel lets an ordinary user (made from root) make user namespaces. */
export async function opensNamespaces(): Promise<boolean> {
  const namespace = ['unshare', '-U', '--map-user=65534', '--map-group=65534', 'true'];
  return succeeds('setpriv', [`--reuid=${nameless}`, `--regid=${nameless}`, '--clear-groups', ...namespace]);
}

async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

async function give(dir: string, uid: number): Promise<void> {
  await chown(dir, uid, uid);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) await give(file, uid);
    else await chown(file, uid, uid);
  }
}
