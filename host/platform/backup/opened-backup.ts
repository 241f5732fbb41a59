import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Mistake } from '../mistake.ts';
import { isMissing } from '../store/embedded/binaries.ts';
import { completeBackups } from './backup-folder.ts';
import { DamagedBackupError, readSums, sumsName } from './checked-files.ts';
import { isDraft } from '../drafts.ts';
import { manifestName, parseManifest, type BackupManifest } from './manifest.ts';

/** A backup whose list of checksums and manifest were read and found intact. */
export type OpenedBackup = { folder: string; name: string; sums: ReadonlyMap<string, string>; manifest: BackupManifest };

/**
 * Opens a backup and reads its list of checksums and its manifest.
 * @throws Mistake if the folder is not a backup; DamagedBackupError if the list or the manifest was altered.
 */
export async function openBackup(folder: string): Promise<OpenedBackup> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) throw new Mistake(`No folder ${folder}.`);
    throw cause;
  });
  const name = path.basename(path.resolve(folder));
  if (isDraft(name)) throw new Mistake(`${folder} is an unfinished backup. Use another one.`);
  if (!names.includes(sumsName) || !names.includes(manifestName)) throw new Mistake(await whyNotABackup(folder));
  const read = await readSums(folder);
  const manifest = parseManifest(read.manifest, folder);
  if (read.sums.size !== manifest.files + 1)
    throw new DamagedBackupError(
      `The backup is damaged: ${sumsName} does not list the ${manifest.files} files that were written.`,
    );
  return { folder, name, sums: read.sums, manifest };
}

async function whyNotABackup(folder: string): Promise<string> {
  const complete = await completeBackups(folder);
  const last = complete.at(-1);
  if (last === undefined) return `${folder} is not a backup: it has no ${manifestName} and ${sumsName}.`;
  return `${folder} has ${complete.length} backups. Choose one, as in npm run restore -- ${path.join(folder, last)}`;
}
