import { forgetPartitions } from '../../platform/store/contacts/contact-partitions.ts';
import type { Database } from '../../platform/store/database.ts';
import { findFile } from './found-file.ts';
import { importFile, namedIn, type FileReport, type RowsDone } from './import-file.ts';
import type { ImportOptions } from './import-options.ts';
import { noteImport, openTarget, type ImportTarget } from './import-target.ts';
import { openModems } from './modem-target.ts';
import { ParsedFile } from './parsed-file.ts';
import { readSitesFile } from './sites-file.ts';

/** The result of an import. */
export type ImportReport = Pick<ImportTarget, 'created' | 'owner'> & {
  /** The names of everything created. */
  made: ImportTarget['made'] & { modems: string[] };
  siteFaults: string[];
  /** Sites of the sites file that were not created, by reason. */
  sitesLeftOut: Map<string, string[]>;
  files: FileReport[];
};

/** Called after each batch of rows passed to the database. */
export type Progress = (file: string, done: RowsDone) => void;

/**
 * An import whose files were checked, before it changes anything. `ahead` resolves when reading ahead ends.
 * `now` is the time of the import in ms.
 */
export type PreparedImport = {
  files: ParsedFile[];
  ahead: Promise<void>;
  sites: Awaited<ReturnType<typeof readSitesFile>>;
  now: number;
};

/** The most lines that are read ahead while the database is opened and receivers are created. */
const mostKept = 500_000;

/**
 * Checks the files and begins to read them. Needs no database, and changes nothing.
 * @throws Mistake if a file is missing or of no known format.
 */
export async function prepareImport(options: ImportOptions, now = Date.now()): Promise<PreparedImport> {
  const sites = options.sitesFile === null ? { sites: [], faults: [] } : await readSitesFile(options.sitesFile);
  const files: ParsedFile[] = [];
  for (const file of options.files) files.push(new ParsedFile(await findFile(file), { options, now }));
  return { files, ahead: readAhead(files), sites, now };
}

async function readAhead(files: readonly ParsedFile[]): Promise<void> {
  let more = mostKept;
  for (const file of files) more = await file.keep(more);
}

/**
 * Imports files into a system (IMP-2), whether a host runs on the same database or not. Repeating an import
 * changes nothing. Rejects if the database fails; what was stored stays, and the import can be repeated.
 */
export async function runImport(
  { files, ahead, sites, now }: PreparedImport,
  options: ImportOptions,
  database: Database,
  onProgress: Progress,
): Promise<ImportReport> {
  const target = await openTarget(database, options, sites.sites);
  const modems = options.asModems ? await openModems(database, options, sites.sites) : null;
  // Forget the known partitions, so that rows of days dropped since then are refused one by one, not as a
  // batch.
  forgetPartitions(database.ingest.pool);
  if (target.makesReceivers || modems?.makesModems === true) {
    await ahead;
    const [receivers, modemNames] = [new Set<string>(), new Set<string>()];
    for (const file of files)
      for await (const named of namedIn(file, { database, options, now })) {
        named.receivers.forEach((alias) => receivers.add(alias));
        named.modems.forEach((name) => modemNames.add(name));
      }
    if (target.makesReceivers) await target.make([...receivers]);
    if (modems?.makesModems === true) await modems.make([...modemNames]);
  }
  const reports: FileReport[] = [];
  for (const file of files) {
    const progress = (done: RowsDone) => onProgress(file.found.file, done);
    reports.push(await importFile(file, { database, options, target, modems, onProgress: progress }));
  }
  await noteImport(database, options, now);
  const { created, owner } = target;
  const sitesMade = [...target.made.sites, ...(modems?.made.sites ?? [])];
  const made = { receivers: target.made.receivers, sites: sitesMade, modems: modems?.made.modems ?? [] };
  return { created, owner, made, siteFaults: sites.faults, sitesLeftOut: await target.sitesLeftOut(), files: reports };
}
