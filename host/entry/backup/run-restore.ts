import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { fullDisk } from '../../platform/backup/backup-folder.ts';
import { differingRows, reasonAgainst, type BackupManifest, type RowCounts } from '../../platform/backup/manifest.ts';
import { noteDone } from '../../platform/backup/backup-notes.ts';
import { openBackup, type OpenedBackup } from '../../platform/backup/opened-backup.ts';
import {
  restorePhysically,
  restorePortably,
  saysFull,
  type RestoredData,
  type RestoreOptions,
} from '../../platform/backup/physical-restore.ts';
import { restoreRows } from '../../platform/backup/portable-restore.ts';
import { withServer } from '../../platform/backup/with-server.ts';
import { makeDraft } from '../../platform/drafts.ts';
import type { Environment } from '../../platform/environment.ts';
import { Mistake } from '../../platform/mistake.ts';
import { embeddedMajor } from '../../platform/store/embedded/binaries.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { migrationNames } from '../../platform/store/migrate.ts';
import { progressLines, type Speech } from './show-progress.ts';

type Place = Pick<Environment, 'databaseUrl' | 'dataDir'>;

/**
 * Restores a backup and returns the lines to print. @throws Mistake for what the operator can fix, Error for
 * other failures.
 */
export async function restore(folder: string, { databaseUrl, dataDir }: Place, speech: Speech): Promise<string[]> {
  const backup = await openFitting(folder);
  const { manifest } = backup;
  if (manifest.kind === 'physical' && databaseUrl !== undefined)
    throw new Mistake(
      `${folder} holds the files of an embedded database. Restore it without DATABASE_URL, or make a portable backup (npm run backup -- FOLDER --portable).`,
    );
  const options = optionsFor(manifest, speech);
  const { rows, leftOvers } =
    databaseUrl === undefined
      ? await intoFolder(backup, dataDir, options)
      : { rows: await intoDatabase(backup, databaseUrl, options), leftOvers: [] };
  return [
    ...leftOvers.map((name) => `Removed an unfinished restore: ${name}`),
    `Restored into ${databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL'}: ${origin(manifest)}.`,
    ...whatCameBack(manifest, rows),
    'Start the host on it: npm start',
  ];
}

/**
 * Tests a backup: restores it into a new folder beside it, counts the rows, removes the folder, and records
 * the test in the host's database (BAK-10). If the test is killed, the next backup removes what it left.
 * Returns the lines to print.
 * @throws Mistake for what the operator can fix, Error for other failures.
 */
export async function tryOut(folder: string, { databaseUrl, dataDir }: Place, speech: Speech): Promise<string[]> {
  const backup = await openFitting(folder);
  const { manifest, name } = backup;
  const draft = await makeDraft(path.dirname(path.resolve(folder)));
  try {
    const { rows } = await intoFolder(backup, path.join(draft.folder, 'tried'), optionsFor(manifest, speech));
    const onDatabase = (work: (url: string) => Promise<void>) =>
      databaseUrl === undefined ? withServer({ dataDir, log: speech.log, existing: true }, work) : work(databaseUrl);
    await noteDone(onDatabase, { action: 'tried', backup: name, madeAt: manifest.startedAt }, speech.log);
    return [`Can be restored: ${origin(manifest)}.`, ...whatCameBack(manifest, rows), 'The test restore was removed again.'];
  } finally {
    await draft.discard();
  }
}

async function openFitting(folder: string): Promise<OpenedBackup> {
  const backup = await openBackup(folder);
  const reason = reasonAgainst(backup.manifest, {
    product: packageJson.version,
    // Read only if the backup has database files. A backup of rows fits any version of the server, even if
    // none is installed.
    get postgresMajor() {
      return embeddedMajor();
    },
    platform: `${process.platform}-${process.arch}`,
    migrations: migrationNames,
  });
  if (reason !== undefined) throw new Mistake(`The backup ${folder} cannot be restored here. ${reason}`);
  return backup;
}

function optionsFor(manifest: BackupManifest, { log, say }: Speech): RestoreOptions {
  return { log, onProgress: progressLines('restored', say), judge: (found: RowCounts) => expectRows(manifest, found) };
}

function intoFolder(backup: OpenedBackup, dataDir: string, options: RestoreOptions): Promise<RestoredData> {
  return (backup.manifest.kind === 'physical' ? restorePhysically : restorePortably)(backup, dataDir, options);
}

async function intoDatabase(backup: OpenedBackup, databaseUrl: string, options: RestoreOptions): Promise<RowCounts> {
  try {
    return await restoreRows(backup, databaseUrl, options);
  } catch (error) {
    throw saysFull(errorText(error)) ? fullDisk('the database of DATABASE_URL', error) : error;
  }
}

function origin({ startedAt, by, product }: BackupManifest): string {
  return `the backup of ${startedAt}, made by ${by} with version ${product}`;
}

/**
 * Compares the restored rows with the manifest.
 * @throws Error if they differ, unless the counts in the manifest are only approximate.
 */
function expectRows({ rows, rowsAreExact }: BackupManifest, found: RowCounts): void {
  const differing = differingRows(rows, found);
  if (rowsAreExact && differing.length > 0)
    throw new Error(`the restored rows differ from those that were backed up:\n${differing.join('\n')}`);
}

const named = {
  'public.contacts': 'contacts',
  'public.receivers': 'receivers',
  'public.users': 'users',
  'public.systems': 'systems',
};

function whatCameBack(manifest: BackupManifest, rows: RowCounts): string[] {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(named).map(([table, name]) => `${(rows[table] ?? 0).toLocaleString('en')} ${name}`);
  const differing = differingRows(manifest.rows, rows);
  return [
    `${parts.join(', ')}; ${total.toLocaleString('en')} rows in ${Object.keys(rows).length} tables.`,
    ...(differing.length === 0
      ? ['Each table has as many rows as the backup.']
      : ['Rows were written while the backup counted them, so these counts differ:', ...differing]),
  ];
}
