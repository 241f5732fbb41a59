import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a regular file for reading. Returns null for anything else, such as a link or a device, and if the
 * file cannot be opened.
 */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  try {
    // Windows lacks these flags; there, making links needs special rights.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  } catch {
    return null;
  }
}
