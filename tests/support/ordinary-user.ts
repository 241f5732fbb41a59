import { execFile } from 'node:child_process';
import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** `nobody` is in every system's list of users; 65533 is in none. */
export const named = 65_534;
export const nameless = 65_533;

/**
 * Returns the words before a command that run it as an ordinary user, who then owns `dir`. The process keeps
 * root's right to read, because the checkout may be in root's own folder. For an ordinary user there is
 * nothing to do.
 */
export async function ordinaryUser(dir: string, uid = named): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  await give(dir, uid);
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const reading = [...user, '--inh-caps=-all,+dac_read_search', '--ambient-caps=-all,+dac_read_search'];
  return (await succeeds('setpriv', [...reading.slice(1), 'true'])) ? reading : user;
}

/** Returns whether the kernel lets an ordinary user (made from root) make user namespaces. */
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
