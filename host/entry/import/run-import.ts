import { forgetPartitions } from '../../platform/store/contacts/contact-partitions.ts';
import type { Database } from '../../platform/store/database.ts';
import { findFile, importFile, receiversNamed, type FileReport, type FoundFile } from './import-file.ts';
import type { ImportOptions } from './import-options.ts';
import { noteImport, openTarget, type ImportTarget } from './import-target.ts';
import { readSitesFile } from './sites-file.ts';

/** What an import did. */
export type ImportReport = Pick<ImportTarget, 'created' | 'owner' | 'made'> & {
  siteFaults: string[];
  /** Sites of the sites file that were not made, by why. */
  sitesLeftOut: Map<string, string[]>;
  files: FileReport[];
};

/**
 * Called now and then during a long import: the file, rows read so far, and how much of the file that is (0
 * to 1).
 */
export type Progress = (file: string, rows: number, part: number) => void;

/** What is to be imported, looked at before anything is changed. */
export type PreparedImport = { files: FoundFile[]; sites: Awaited<ReturnType<typeof readSitesFile>> };

/**
 * @throws Mistake when a file is missing or unknown: nothing needs to be open yet, and nothing was changed.
 */
export async function prepareImport(options: ImportOptions): Promise<PreparedImport> {
  const sites = options.sitesFile === null ? { sites: [], faults: [] } : await readSitesFile(options.sitesFile);
  const files: FoundFile[] = [];
  for (const file of options.files) files.push(await findFile(file));
  return { files, sites };
}

/**
 * Imports files into a system (IMP-2), whether a host runs on the same database or not. Running it again
 * changes nothing. `now` in ms. Rejects when the database fails; what was stored by then stays, and the
 * import can be run again.
 */
export async function runImport(
  { files, sites }: PreparedImport,
  options: ImportOptions,
  database: Database,
  onProgress: Progress,
  now = Date.now(),
): Promise<ImportReport> {
  const target = await openTarget(database, options, sites.sites);
  // What others dropped meanwhile is refused row by row, not batch by batch.
  forgetPartitions(database.ingest.pool);
  if (target.makesReceivers) {
    const named = new Set<string>();
    for (const found of files)
      for await (const aliases of receiversNamed(found, { database, options, now })) aliases.forEach((alias) => named.add(alias));
    await target.make([...named]);
  }
  const reports: FileReport[] = [];
  for (const found of files) {
    const progress = (rows: number, part: number) => onProgress(found.file, rows, part);
    reports.push(await importFile(found, { database, options, target, now, onProgress: progress }));
  }
  await noteImport(database, options, now);
  const { created, owner, made } = target;
  return { created, owner, made, siteFaults: sites.faults, sitesLeftOut: await target.sitesLeftOut(), files: reports };
}
