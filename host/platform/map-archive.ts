import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

const headerBytes = 127;

/**
 * Returns the absolute path of an archive of map tiles that the host can serve (LAY-7).
 * @throws Error that says why the file is not one.
 */
export function findMapArchive(file: string): string {
  const found = path.resolve(file);
  const open = openSync(found, 'r');
  try {
    if (!fstatSync(open).isFile()) throw new Error('it is no file');
    const header = Buffer.alloc(headerBytes);
    const read = readSync(open, header, 0, headerBytes, 0);
    if (read < headerBytes || header.toString('latin1', 0, 7) !== 'PMTiles') throw new Error('it is no PMTiles archive');
    if (header[7] !== 3) throw new Error(`it is a PMTiles archive of version ${header[7] ?? '–'}`);
    return found;
  } finally {
    closeSync(open);
  }
}
