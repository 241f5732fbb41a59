import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { identify, isRunning } from './process-identity.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * A folder that is being written, under a name that says who writes it: it is taken for nothing whole, and
 * where its process is gone it is a left-over (BAK-3).
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
 * The unfinished folders in `parent`: those whose process is gone, those that are being written by one that
 * runs, and those of other machines, of which nothing can be said from here.
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
 * Removes what killed processes left in `parent`; a server that one of them ran may still be ending. Answers
 * the names, and those of other machines, which are left as they are.
 */
export async function sweepLeftOvers(parent: string): Promise<{ removed: string[]; foreign: string[] }> {
  const { leftOver, foreign } = await draftsIn(parent);
  for (const name of leftOver)
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { removed: leftOver, foreign };
}
