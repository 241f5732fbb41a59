import { readImportOptions } from '../../host/entry/import/import-options.ts';
import { prepareImport, runImport, type ImportReport } from '../../host/entry/import/run-import.ts';
import type { Database } from '../../host/platform/store/database.ts';

export const lemhiHeader = 'file,date,time,receiver,valid,frequency,tag_code,signal_strength';
export const dumpHeader = 'contactId,decodeTimeUTC-07:00,ReceiverId,antenna,frequency,codeNumber,protocol,power';

/** Runs `npm run import` with these arguments, at the time `now` (ms). */
export async function importFiles(database: Database, now: number, ...args: string[]): Promise<ImportReport> {
  const options = readImportOptions(args);
  if (options === null) throw new Error('help was asked for');
  return runImport(await prepareImport(options, now), options, database, () => undefined);
}
