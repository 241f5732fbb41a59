import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opens a file for reading; null for what is none, such as a link or a device that somebody put there. */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  try {
    // Windows has no such flag, nor links that need no rights.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  } catch {
    return null;
  }
}
