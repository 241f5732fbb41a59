import { open } from 'node:fs/promises';

/** Flips the lowest bit of one byte of a file; by default of the middle one. */
export async function flipByte(file: string, position?: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const at = position ?? Math.floor((await handle.stat()).size / 2);
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at);
  } finally {
    await handle.close();
  }
}
