import packageJson from '../../../package.json' with { type: 'json' };
import { differingRows, reasonAgainst, type BackupManifest, type RowCounts } from '../../platform/backup/manifest.ts';
import { openBackup } from '../../platform/backup/opened-backup.ts';
import { restorePhysically, restorePortably } from '../../platform/backup/physical-restore.ts';
import { restoreRows } from '../../platform/backup/portable-restore.ts';
import type { Environment } from '../../platform/environment.ts';
import { Mistake } from '../../platform/mistake.ts';
import { embeddedMajor } from '../../platform/store/embedded/binaries.ts';
import { migrationNames } from '../../platform/store/migrate.ts';
import { progressLines, type Speech } from './show-progress.ts';

/** Brings a backup back. Answers the lines to print. @throws Mistake, Error */
export async function restore(
  folder: string,
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  { log, say }: Speech,
): Promise<string[]> {
  const backup = await openBackup(folder);
  const { manifest } = backup;
  const reason = reasonAgainst(manifest, {
    product: packageJson.version,
    // Asked of files alone: rows go into a server of any version, also where none came with the host.
    get postgresMajor() {
      return embeddedMajor();
    },
    platform: `${process.platform}-${process.arch}`,
    migrations: migrationNames,
  });
  if (reason !== undefined) throw new Mistake(`The backup ${folder} cannot be restored here. ${reason}`);
  if (manifest.kind === 'physical' && databaseUrl !== undefined)
    throw new Mistake(
      `${folder} holds the files of an embedded database: restore it without DATABASE_URL, or make a portable one (npm run backup -- FOLDER --portable).`,
    );
  const options = {
    log,
    onProgress: progressLines('restored', say),
    judge: (found: RowCounts) => expectRows(manifest, found),
  };
  const { rows, leftOvers } =
    databaseUrl === undefined
      ? await (manifest.kind === 'physical' ? restorePhysically : restorePortably)(backup, dataDir, options)
      : { rows: await restoreRows(backup, databaseUrl, options), leftOvers: [] };
  return [
    ...leftOvers.map((name) => `Removed a restore that was not finished: ${name}`),
    `Restored into ${databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL'}: the backup of ${manifest.startedAt}, made by ${manifest.by} with version ${manifest.product}.`,
    ...whatCameBack(manifest, rows),
    'Start the host on it: npm start',
  ];
}

/** @throws Error where other rows came back than were written down. */
function expectRows({ rows, rowsAreExact }: BackupManifest, found: RowCounts): void {
  const differing = differingRows(rows, found);
  if (rowsAreExact && differing.length > 0) throw new Error(`other rows came back than were backed up:\n${differing.join('\n')}`);
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
      ? ['Each table has as many rows as were backed up.']
      : ['Rows were written while these were counted, so that they differ:', ...differing]),
  ];
}
