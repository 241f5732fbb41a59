import { createLog } from '../../platform/log.ts';
import { Mistake } from '../../platform/mistake.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { pino } from 'pino';
import { backupHelp, readBackupOptions } from './backup-options.ts';
import { backUp } from './run-backup.ts';

/** Runs `npm run backup`. Exit code 2 means a wrong command line, 1 any other failure. */
async function main(): Promise<void> {
  const options = readBackupOptions(process.argv.slice(2));
  if (options === null) return console.log(backupHelp);
  const log = createLog({ level: 'warn', destination: pino.destination(2) });
  const say = (line: string) => console.error(line);
  console.log((await backUp(options, readEnvironment(process.env), { log, say })).join('\n'));
}

try {
  await main();
} catch (error) {
  const mistake = error instanceof Mistake;
  console.error(mistake ? error.message : `The backup failed: ${errorText(error)}`);
  process.exitCode = mistake ? 2 : 1;
}
