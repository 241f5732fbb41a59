import { open } from 'node:fs/promises';

/** Has the names in a folder on the disk, so that a loss of power leaves none out. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and keeps the order of such changes itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
