import { open } from 'node:fs/promises';

/** Syncs a folder to disk, so that a power cut does not lose the names of files in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and itself keeps changes of names in order.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
