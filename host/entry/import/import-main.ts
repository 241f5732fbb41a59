import process from 'node:process';
import { pino } from 'pino';
import { Mistake } from '../../platform/mistake.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { createLog } from '../../platform/log.ts';
import { openDatabase } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { importHelp, readImportOptions } from './import-options.ts';
import { progressText, reportLines } from './report-text.ts';
import { prepareImport, type Progress, runImport } from './run-import.ts';

const progressMs = 2_000;

/**
 * Runs `npm run import`, which imports contacts from files while the host runs or not. Rejected rows do not
 * make it fail. Exit code 2 means a wrong command line, 1 any other failure.
 */
async function main(): Promise<void> {
  const options = readImportOptions(process.argv.slice(2));
  if (options === null) return console.log(importHelp);
  const prepared = await prepareImport(options);
  const { databaseUrl, dataDir } = readEnvironment(process.env);
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    log: createLog({ level: 'warn', destination: pino.destination(2) }),
    existing: true,
  });
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

try {
  await main();
} catch (error) {
  const mistake = error instanceof Mistake;
  console.error(mistake ? error.message : `The import failed: ${errorText(error)}`);
  process.exitCode = mistake ? 2 : 1;
}
