import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Mistake } from '../../platform/mistake.ts';
import { wholeIn } from '../../platform/number-text.ts';

export const backupHelp = `Backs up everything that the host keeps, whether it runs or not.
Usage: npm run backup -- FOLDER [--keep N] [--portable]

  FOLDER       where to keep backups, each in its own folder; outside the data folder, best on another disk
  --keep N     keep the last N complete backups; remove the others once this one is complete
  --portable   write the rows of each table as text, which any later version and any PostgreSQL can read;
               always on with DATABASE_URL

A backup holds every secret of the host. Only its owner can read the folder.
Uses the database of the host: DATA_DIR (./data) or DATABASE_URL.`;

export const restoreHelp = `Restores a backup into an empty data folder (DATA_DIR, ./data), or into the empty database of DATABASE_URL.
Usage: npm run restore -- BACKUP [--check]

  BACKUP       the folder of one backup, as printed by 'npm run backup'
  --check      only test it: restore it beside BACKUP, count its rows, and remove it again;
               the host's database notes the test for 'npm run doctor'`;

export type BackupOptions = { folder: string; keep: number | undefined; isPortable: boolean };

/**
 * Parses the command line of a backup; null if it asks for help. @throws Mistake saying what is wrong with
 * it.
 */
export function readBackupOptions(args: readonly string[]): BackupOptions | null {
  const read = readWords(
    args,
    { keep: { type: 'string' }, portable: { type: 'boolean' } },
    'npm run backup -- FOLDER [--keep N] [--portable]',
  );
  if (read === null) return null;
  const { folder, values } = read;
  const keep = typeof values.keep === 'string' ? keptOf(values.keep) : undefined;
  return { folder, keep, isPortable: values.portable === true };
}

export type RestoreWords = { folder: string; isTrial: boolean };

/**
 * Parses the command line of a restore; null if it asks for help. @throws Mistake saying what is wrong with
 * it.
 */
export function readRestoreOptions(args: readonly string[]): RestoreWords | null {
  const read = readWords(args, { check: { type: 'boolean' } }, 'npm run restore -- BACKUP [--check]');
  return read === null ? null : { folder: read.folder, isTrial: read.values.check === true };
}

function keptOf(text: string): number {
  const keep = wholeIn(text, 1, 10_000);
  if (keep === null) throw new Mistake(`'${text}' is not valid for --keep: use a whole number from 1 to 10000.`);
  return keep;
}

function readWords(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  usage: string,
): { folder: string; values: Record<string, unknown> } | null {
  if (args.some((word) => ['help', '--help', '-h'].includes(word))) return null;
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const [folder, ...rest] = positionals;
    if (folder === undefined || folder === '' || rest.length > 0) throw new Mistake(`Usage: ${usage}`);
    return { folder, values };
  } catch (error) {
    if (error instanceof TypeError) throw new Mistake(`${error.message}\nUsage: ${usage}`);
    throw error;
  }
}
