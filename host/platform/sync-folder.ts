import { open } from 'node:fs/promises';

/** Syncs a folder to disk, so that a power cut loses no name in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps the order of such changes itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
