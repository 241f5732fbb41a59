import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { identify, isRunning } from './process-identity.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * A folder that is being written. Its name identifies the writing process, so that it is never mistaken for a
 * finished folder, and is recognised as a leftover after that process has ended (BAK-3).
 */
export type FolderDraft = { folder: string; finish: (target: string) => Promise<void>; discard: () => Promise<void> };

const beginning = 'unfinished.';

export async function makeDraft(parent: string): Promise<FolderDraft> {
  const identity = await identify(process.pid);
  const owner = [hostname(), process.pid, identity?.born ?? ''].map((part) => Buffer.from(`${part}`).toString('base64url'));
  const folder = path.join(parent, `${beginning}${owner.join('.')}.${Date.now()}`);
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  return {
    folder,
    finish: async (target) => {
      await syncFolder(folder);
      await rename(folder, target);
      await syncFolder(parent);
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Sorts the drafts in `parent`: `leftOver` if the process that wrote them has ended, `underWay` if it is
 * running, `foreign` if they are another machine's, whose processes are unknown here.
 */
export async function draftsIn(parent: string): Promise<{ leftOver: string[]; underWay: string[]; foreign: string[] }> {
  const found = { leftOver: [] as string[], underWay: [] as string[], foreign: [] as string[] };
  for (const name of await readdir(parent)) {
    if (!isDraft(name)) continue;
    const [host = '', pid = '', born = ''] = name
      .slice(beginning.length)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    if (host !== hostname()) found.foreign.push(name);
    else if (await isRunning({ pid: Number(pid), born })) found.underWay.push(name);
    else found.leftOver.push(name);
  }
  return found;
}

export function isDraft(name: string): boolean {
  return name.startsWith(beginning);
}

/**
 * Removes the drafts that ended processes left in `parent`. Removing is retried, because a server in one of
 * them may still be stopping. Returns the names of the removed drafts, and those of other machines' drafts,
 * which stay.
 */
export async function sweepLeftOvers(parent: string): Promise<{ removed: string[]; foreign: string[] }> {
  const { leftOver, foreign } = await draftsIn(parent);
  for (const name of leftOver)
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { removed: leftOver, foreign };
}
