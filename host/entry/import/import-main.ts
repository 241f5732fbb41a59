import process from 'node:process';
import type { Logger } from 'pino';
import { readEnvironment } from '../../platform/environment.ts';
import { openDatabase } from '../../platform/store/database.ts';
import { runCommand } from '../run-command.ts';
import { importHelp, readImportOptions } from './import-options.ts';
import { progressText, reportLines } from './report-text.ts';
import { prepareImport, type Progress, runImport } from './run-import.ts';

const progressMs = 2_000;

/**
 * Runs `npm run import`, which imports contacts from files while the host runs or not. Rejected rows do not
 * make it fail. Exit code 2 means a wrong command line, 1 any other failure.
 */
async function main(log: Logger): Promise<void> {
  const options = readImportOptions(process.argv.slice(2));
  if (options === null) return console.log(importHelp);
  const prepared = await prepareImport(options);
  const { databaseUrl, dataDir } = readEnvironment(process.env);
  const database = await openDatabase({ databaseUrl, dataDir, log, existing: true });
  try {
    const report = await runImport(prepared, options, database, showProgress());
    console.log(reportLines(report, options.systemId).join('\n'));
    if (report.files.some((file) => file.broken !== null)) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function showProgress(): Progress {
  let shownAt = performance.now();
  return (file, done) => {
    if (performance.now() - shownAt < progressMs) return;
    shownAt = performance.now();
    console.error(progressText(file, done));
  };
}

await runCommand('The import', main);
