import { access, constants, mkdir, readdir, rename, statfs } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { Mistake } from '../mistake.ts';
import { errorText } from '../store/error-text.ts';
import { type CheckedFiles, writeChecked, writeSums } from './checked-files.ts';
import { makeDraft, sweepLeftOvers } from '../drafts.ts';
import { manifestName, type BackupManifest } from './manifest.ts';

const completeName = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/**
 * Writes the files of one kind of backup into the folder `draft` and records them in `files`. Returns what
 * the manifest says of them.
 */
export type BackupWork = (draft: string, files: CheckedFiles) => Promise<BackupContent>;
type BackupContent = Pick<BackupManifest, 'kind' | 'postgres' | 'migration' | 'rows' | 'rowsAreExact'>;

export type MadeBackup = { folder: string; manifest: BackupManifest; leftOvers: string[]; foreign: string[]; removed: string[] };

/**
 * Makes a backup in `parent`: either a complete one under its final name, or none (BAK-3). Then removes all
 * complete backups but the last `keep`; without `keep`, it removes none.
 * @throws whatever `work` throws; the draft is then deleted.
 */
export async function makeBackup(parent: string, keep: number | undefined, work: BackupWork): Promise<MadeBackup> {
  await prepare(parent);
  const { removed: leftOvers, foreign } = await sweepLeftOvers(parent);
  const startedAt = new Date();
  const draft = await makeDraft(parent);
  try {
    const files: CheckedFiles = { sums: new Map(), bytes: 0 };
    const content = await work(draft.folder, files);
    const manifest: BackupManifest = {
      format: 1,
      ...content,
      product: packageJson.version,
      platform: `${process.platform}-${process.arch}`,
      startedAt: startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      by: currentUser(),
      files: files.sums.size,
      bytes: files.bytes,
    };
    await writeChecked(draft.folder, manifestName, `${JSON.stringify(manifest, null, 2)}\n`, files);
    await writeSums(draft.folder, files);
    const folder = path.join(parent, `backup-${startedAt.toISOString().replaceAll(':', '-')}`);
    await draft.finish(folder);
    return {
      folder,
      manifest,
      leftOvers,
      foreign,
      removed: keep === undefined ? [] : await keepLast(parent, keep, path.basename(folder)),
    };
  } catch (error) {
    await draft.discard();
    throw isFull(error) ? fullDisk(parent, error) : error;
  }
}

async function prepare(parent: string): Promise<void> {
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await access(parent, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Mistake(`Backups cannot be kept in ${parent} (${errorText(cause)}). Choose a folder that this user can write to.`);
  }
}

/** Returns the names of the complete backups in a folder, oldest first. */
export async function completeBackups(parent: string): Promise<string[]> {
  return (await readdir(parent)).filter((name) => completeName.test(name)).toSorted();
}

/**
 * Removes all backups but the last `keep`. The backup just made always stays, even if a wrong clock gave
 * others a later date (BAK-12). Each backup is first moved into a draft folder, so that a half-deleted one
 * never looks complete.
 */
async function keepLast(parent: string, keep: number, made: string): Promise<string[]> {
  const others = (await completeBackups(parent)).filter((name) => name !== made);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of old) {
    const bin = await makeDraft(parent);
    await rename(path.join(parent, name), path.join(bin.folder, name));
    await bin.discard();
  }
  return old;
}

function currentUser(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // In a container, the user may have no name.
    return `${process.getuid?.() ?? 'somebody'}@${hostname()}`;
  }
}

export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Returns the error for a full disk; `folder` is on that disk. */
export function fullDisk(folder: string, cause: unknown): Error {
  return new Error(`the disk of ${folder} is full. Make space there, then try again.`, { cause });
}

/** Checks for free space on the folder's disk. @throws Error if less than `bytes` is free. */
export async function expectRoomFor(bytes: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes <= bavail * bsize) return;
  throw new Error(
    `the disk of ${folder} has no room: ${Math.ceil(bytes / mebibyte)} MiB are needed, ${await freeMebibytes(folder)} MiB are free. Make space there, then try again.`,
  );
}

const mebibyte = 1_048_576;

async function freeMebibytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / mebibyte);
}
