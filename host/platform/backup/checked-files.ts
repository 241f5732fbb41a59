import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { manifestName } from './manifest.ts';

const chunkBytes = 1_048_576;
export const sumsName = 'SHA256SUMS';

/** The checksums of a backup's files by their path in the backup, and their total size in bytes. */
export type CheckedFiles = { sums: Map<string, string>; bytes: number };

/** Thrown if a file of a backup is not the one that was written. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError';
}

/**
 * Copies a file with bounded memory and syncs it to disk. Returns its checksum and size. The file may change
 * during the copy: replaying the server's write-ahead log corrects that.
 */
export async function copyChecked(
  source: string,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<{ sum: string; bytes: number }> {
  const from = await open(source, 'r');
  try {
    const to = await open(target, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const bytes = await pour(from, to, hash, onBytes);
      await to.sync();
      return { sum: hash.digest('hex'), bytes };
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function pour(from: FileHandle, to: FileHandle, hash: Hash, onBytes: (bytes: number) => void): Promise<number> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let total = 0;
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, chunkBytes);
    if (bytesRead === 0) return total;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await to.writeFile(chunk);
    total += bytesRead;
    onBytes(bytesRead);
  }
}

/** Writes a small file of a backup and records its checksum. */
export async function writeChecked(folder: string, name: string, content: string | Buffer, files: CheckedFiles): Promise<void> {
  const bytes = Buffer.from(content);
  await writeFile(path.join(folder, name), bytes, { mode: 0o600, flag: 'wx', flush: true });
  files.sums.set(name, createHash('sha256').update(bytes).digest('hex'));
  files.bytes += bytes.length;
}

/** Writes the list of checksums, including the manifest's, in the format of `sha256sum --check`. */
export async function writeSums(folder: string, { sums }: CheckedFiles): Promise<void> {
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`);
  await writeFile(path.join(folder, sumsName), lines.join(''), { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * Reads a backup's list of checksums and its manifest, and compares the manifest with the list.
 * @throws DamagedBackupError if the list or the manifest was altered.
 */
export async function readSums(folder: string): Promise<{ sums: Map<string, string>; manifest: string }> {
  const sums = new Map<string, string>();
  for (const line of (await readFile(path.join(folder, sumsName), 'utf8')).split('\n')) {
    if (line === '') continue;
    const [, sum, name] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sum === undefined || name === undefined || !isInside(name))
      throw new DamagedBackupError(`The backup is damaged: ${sumsName} holds a line that is none of its own.`);
    sums.set(name, sum);
  }
  const manifest = await readFile(path.join(folder, manifestName));
  expectSum(manifestName, sums.get(manifestName), createHash('sha256').update(manifest).digest('hex'));
  return { sums, manifest: manifest.toString() };
}

/** Copies one file out of a backup. @throws DamagedBackupError if it is missing or its checksum differs. */
export async function takeChecked(
  backup: string,
  name: string,
  sum: string,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const copied = await copyChecked(path.join(backup, name), target, onBytes).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new DamagedBackupError(`The backup is damaged: ${name} is missing.`, { cause });
    throw cause;
  });
  expectSum(name, sum, copied.sum);
}

export function expectSum(name: string, written: string | undefined, found: string): void {
  if (written === found) return;
  throw new DamagedBackupError(
    `The backup is damaged: ${name} does not have the checksum that was written with it. Use another backup.`,
  );
}

/**
 * Returns whether a path stays inside the folder: an altered list must not make a restore write elsewhere.
 */
function isInside(name: string): boolean {
  return !path.isAbsolute(name) && !name.split(/[/\\]/).includes('..');
}
