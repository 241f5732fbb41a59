import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mebibyte = 1_048_576;

/** A file system of its own, in memory, that a test can fill. */
export type SmallDisk = {
  folder: string;
  /** Fills a number of bytes with a file; all that are free without a number. Returns how many it filled. */
  fill(name: string, bytes?: number): Promise<number>;
  empty(name: string): Promise<void>;
  free(): Promise<number>;
  remove(): Promise<void>;
};

/** Mounts a disk of so many MiB. Rejects if this user or machine may not mount. */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  const isMounted = run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', folder]);
  try {
    await isMounted;
  } catch (cause) {
    await rm(folder, { recursive: true });
    throw new Error('This machine mounts no file system for a test.', { cause });
  }
  const fileOf = (name: string) => path.join(folder, name);
  return {
    folder,
    fill: async (name, bytes = Infinity) => {
      const file = await open(fileOf(name), 'w');
      const block = Buffer.alloc(mebibyte);
      let taken = 0;
      try {
        // Fill the last bytes in smaller and smaller pieces.
        for (let size = mebibyte; size >= 1 && taken < bytes;) {
          const { bytesWritten } = await file
            .write(block, 0, Math.min(size, bytes - taken))
            .catch((error: unknown) => noRoom(error) ?? { bytesWritten: 0 });
          taken += bytesWritten;
          if (bytesWritten === 0) size = Math.floor(size / 2);
        }
      } finally {
        await file.close();
      }
      return taken;
    },
    empty: (name) => rm(fileOf(name)),
    free: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    remove: async () => {
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns whether this process may mount at all; known before tests are named. */
export async function mayMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    await (await mountSmallDisk(1)).remove();
    return true;
  } catch {
    return false;
  }
}

function noRoom(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return undefined;
  throw error;
}
