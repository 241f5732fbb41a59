import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { makeBackup, type BackupWork, type MadeBackup } from '../../platform/backup/backup-folder.ts';
import { noteDone } from '../../platform/backup/backup-notes.ts';
import { physicalBackup } from '../../platform/backup/physical-backup.ts';
import { portableBackup } from '../../platform/backup/portable-backup.ts';
import { withServer } from '../../platform/backup/with-server.ts';
import type { Environment } from '../../platform/environment.ts';
import { Mistake } from '../../platform/mistake.ts';
import { expectDatabase } from '../../platform/store/embedded/data-directory.ts';
import type { BackupOptions } from './backup-options.ts';
import { mebibytes, progressLines, type Speech } from './show-progress.ts';

/**
 * Backs up the host's database and returns the lines to print. @throws Mistake for what the operator can fix,
 * Error for other failures.
 */
export async function backUp(
  { folder, keep, isPortable }: BackupOptions,
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  { log, say }: Speech,
): Promise<string[]> {
  const make = async (url: string, work: BackupWork) => {
    const made = await makeBackup(folder, keep, work);
    const noted = { action: 'made', backup: path.resolve(made.folder), madeAt: made.manifest.startedAt } as const;
    await noteDone((work) => work(url), noted, log);
    return linesOf(made);
  };
  const onProgress = progressLines('copied', say);
  if (databaseUrl !== undefined) return make(databaseUrl, portableBackup(databaseUrl, onProgress));
  await expectApart(folder, dataDir);
  await expectDatabase(dataDir);
  const root = path.resolve(dataDir, 'postgres');
  return withServer({ dataDir, log, existing: true }, (url) =>
    make(url, isPortable ? portableBackup(url, onProgress) : physicalBackup({ root, url }, onProgress)),
  );
}

/**
 * Refuses a backup folder inside the data folder: the backup would be lost with the data, and would block a
 * restore.
 * @throws Mistake
 */
async function expectApart(folder: string, dataDir: string): Promise<void> {
  const inside = path.relative(await realFolder(dataDir), await realFolder(folder));
  if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
    throw new Mistake(`${folder} is inside the data folder (${dataDir}). Choose another folder, best on another disk.`);
}

/** Returns the real path of a folder, even if it does not exist yet. */
async function realFolder(folder: string): Promise<string> {
  const absolute = path.resolve(folder);
  const parent = path.dirname(absolute);
  try {
    return await realpath(absolute);
  } catch {
    return parent === absolute ? absolute : path.join(await realFolder(parent), path.basename(absolute));
  }
}

function linesOf({ folder, manifest, leftOvers, foreign, removed }: MadeBackup): string[] {
  const seconds = (Date.parse(manifest.endedAt) - Date.parse(manifest.startedAt)) / 1_000;
  const contacts = (manifest.rows['public.contacts'] ?? 0).toLocaleString('en');
  return [
    ...leftOvers.map((name) => `Removed an unfinished backup: ${name}`),
    ...foreign.map((name) => `Unfinished, from another machine: ${name}. Remove it, unless that machine is making a backup now.`),
    `Backup: ${folder}`,
    `${manifest.files} files, ${mebibytes(manifest.bytes)} MiB, ${contacts} contacts, in ${seconds.toFixed(1)} s.`,
    ...(manifest.rowsAreExact ? [] : ['Rows were written during the backup, so their counts are approximate.']),
    ...removed.map((name) => `Removed by --keep: ${name}`),
  ];
}
