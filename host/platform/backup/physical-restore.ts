import { mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { Mistake } from '../mistake.ts';
import { isMissing } from '../store/embedded/binaries.ts';
import { errorText } from '../store/error-text.ts';
import { expectRoomFor, fullDisk, isFull } from './backup-folder.ts';
import { noteAction } from './backup-notes.ts';
import { syncFolder } from '../sync-folder.ts';
import { takeChecked } from './checked-files.ts';
import { draftsIn, isDraft, makeDraft, sweepLeftOvers } from '../drafts.ts';
import { manifestName, type RowCounts } from './manifest.ts';
import type { OpenedBackup } from './opened-backup.ts';
import type { OnProgress } from './physical-backup.ts';
import { isRunningNote } from '../store/embedded/running-hosts.ts';
import { restoreRows } from './portable-restore.ts';
import { countRows, tableNames } from './quiet-counts.ts';
import { withSessions } from './sessions.ts';
import { withServer } from './with-server.ts';

export type RestoredData = { rows: RowCounts; leftOvers: string[] };

/**
 * Restores a physical backup into an empty data folder (BAK-4). It copies the files into a draft and checks
 * them, lets a temporary server recover the database, compares the row counts, and only then moves the data
 * into place.
 * @throws Mistake if the folder is not empty. If the restore fails, the draft is deleted.
 */
export function restorePhysically(backup: OpenedBackup, dataDir: string, options: RestoreOptions): Promise<RestoredData> {
  return intoEmpty(backup, dataDir, async (draft) => {
    await copyOut(backup, path.join(draft, 'postgres'), options.onProgress);
    return recover(backup, draft, options);
  });
}

export type RestoreOptions = { log: Logger; onProgress: OnProgress; judge: (rows: RowCounts) => void };

/** Restores a portable backup into an empty data folder, using a new server of this version (BAK-8). */
export function restorePortably(backup: OpenedBackup, dataDir: string, options: RestoreOptions): Promise<RestoredData> {
  return intoEmpty(backup, dataDir, (draft) =>
    withServer({ dataDir: draft, log: options.log }, (url) => restoreRows(backup, url, options)),
  );
}

async function intoEmpty(
  backup: OpenedBackup,
  dataDir: string,
  fill: (draft: string) => Promise<RowCounts>,
): Promise<RestoredData> {
  const leftOvers = await emptied(dataDir);
  await expectRoomFor(backup.manifest.bytes, dataDir);
  const draft = await makeDraft(dataDir);
  try {
    const rows = await fill(draft.folder);
    await settle(path.join(draft.folder, 'postgres'), path.join(dataDir, 'postgres'));
    return { rows, leftOvers };
  } catch (error) {
    throw isFull(error) || (await serverWasFull(draft.folder, error)) ? fullDisk(dataDir, error) : error;
  } finally {
    await draft.discard();
  }
}

/** The least room in which a server can continue, in bytes: one more segment of its write-ahead log. */
const leastRoom = 16 * 1024 * 1024;

/**
 * Returns whether a full disk stopped the server. The server reports this only in its output or log (BAK-11).
 */
async function serverWasFull(draft: string, error: unknown): Promise<boolean> {
  const log = await readFile(path.join(draft, 'postgres', 'server.log'), 'utf8').catch(() => '');
  if (saysFull(errorText(error)) || saysFull(log)) return true;
  // On a full disk, the server may not even have been able to write that line of its log.
  const disk = await statfs(draft).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < leastRoom;
}

/** Returns whether the text reports a full disk. 'No space left' in shared memory does not count. */
export function saysFull(words: string): boolean {
  return words.split('\n').some((line) => line.includes('No space left on device') && !line.includes('shared memory'));
}

/**
 * Removes what killed restores left in a data folder, and returns the names of what it removed.
 * @throws Mistake if the folder contains anything else, or another restore into it is in progress.
 */
async function emptied(dataDir: string): Promise<string[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { underWay } = await draftsIn(dataDir);
  if (underWay.length > 0) throw new Mistake(`Another restore into ${dataDir} is in progress. Wait until it has ended.`);
  const inTheWay = (await readdir(dataDir)).filter((name) => !isDraft(name) && !isRunningNote(name));
  if (inTheWay.length > 0)
    throw new Mistake(
      `${dataDir} is not empty (${inTheWay.slice(0, 3).join(', ')}). Restore a backup into an empty data folder: move this one away, or set DATA_DIR to another.`,
    );
  return (await sweepLeftOvers(dataDir)).removed;
}

async function copyOut({ folder, sums, manifest }: OpenedBackup, target: string, onProgress: OnProgress): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  for (const name of serverFolders) await mkdir(path.join(target, 'data', name), { recursive: true, mode: 0o700 });
  let done = 0;
  const onBytes = (bytes: number) => onProgress((done += bytes), manifest.bytes);
  for (const [name, sum] of sums) {
    if (name !== manifestName) await takeChecked(folder, name, sum, path.join(target, name), onBytes);
  }
}

/**
 * Folders that a server needs to start. A restore copies the files in the backup's list, which names no
 * folders, so it must create these itself.
 */
const serverFolders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_xact',
];

function recover({ name, manifest }: OpenedBackup, dataDir: string, { log, judge }: RestoreOptions): Promise<RowCounts> {
  return withServer({ dataDir, log, existing: true }, (url) =>
    withSessions(url, 1, async (session) => {
      if (session === undefined) throw new Error('A session is needed');
      const rows = await countRows(session, await tableNames(session));
      judge(rows);
      await noteAction(session, 'restored', name, manifest.startedAt);
      return rows;
    }),
  );
}

/**
 * Moves the restored data into place.
 * @throws Mistake if something else appeared there during the restore.
 */
async function settle(source: string, target: string): Promise<void> {
  for (const name of ['server.log', 'server.log.1']) await rm(path.join(source, name), { force: true });
  await syncFolder(source);
  try {
    await rename(source, target);
  } catch (error) {
    if (isMissing(error)) throw error;
    throw new Mistake(`Something else appeared in ${path.dirname(target)} during the restore. Nothing was restored.`);
  }
  await syncFolder(path.dirname(target));
}
