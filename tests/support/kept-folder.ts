import { createHash, hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLaunchLock } from '../../host/platform/store/embedded/launch-lock.ts';

const makingMs = 600_000;
/** The most folders that are kept, enough for some branches. */
const most = 6;

export type KeptFolder = {
  /** The folder that contains all kept ones. */
  cache: string;
  kind: string;
  /** Everything that decides its content. If one of these differs, another folder is made. */
  from: readonly string[];
  /** Fills the folder at this path, which does not exist yet. */
  make: (folder: string) => Promise<void>;
};

/**
 * Returns a folder that takes long to make, and keeps it for later runs. Processes that need it at the same
 * time wait for the one that makes it. It is made again if its maker was killed or its files have changed.
 */
export async function keptFolder({ cache, kind, from, make }: KeptFolder): Promise<string> {
  const kept = path.join(cache, `${kind}-${hash('sha256', JSON.stringify(from))}`);
  const files = path.join(kept, 'files');
  await mkdir(cache, { recursive: true });
  return withLaunchLock(
    `${kept}.lock`,
    async () => {
      if (!(await isWhole(kept))) {
        const draft = `${kept}.new`;
        for (const left of [kept, draft]) await rm(left, { recursive: true, force: true });
        await mkdir(draft);
        await make(path.join(draft, 'files'));
        await writeFile(path.join(draft, 'digest'), await digestOf(path.join(draft, 'files')));
        await rename(draft, kept);
      }
      await utimes(kept, new Date(), new Date());
      await removeOldest(cache);
      return files;
    },
    makingMs,
  );
}

async function isWhole(kept: string): Promise<boolean> {
  const digest = await readFile(path.join(kept, 'digest'), 'utf8').catch(() => undefined);
  return digest !== undefined && digest === (await digestOf(path.join(kept, 'files')).catch(() => 'gone'));
}

/** Computes a digest of names, modes and contents. */
async function digestOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries.map((entry) => [path.join(entry.parentPath, entry.name), entry.isFile()] as const);
  const digest = createHash('sha256');
  for (const [file, isFile] of all.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { mode, size } = await stat(file);
    digest.update(JSON.stringify([path.relative(folder, file), mode, isFile ? size : null]));
    if (isFile) digest.update(await readFile(file));
  }
  return digest.digest('hex');
}

/** Removes those unused for longest. One that is being made was touched last. */
async function removeOldest(cache: string): Promise<void> {
  const entries = await readdir(cache, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(cache, name));
  const used = await Promise.all(folders.map(async (folder) => [folder, (await stat(folder)).mtimeMs] as const));
  const old = used.sort(([, one], [, other]) => other - one).slice(most);
  for (const [folder] of old) await rm(folder, { recursive: true, force: true });
}
