import { readEnvironment } from '../../platform/environment.ts';
import { runCommand } from '../run-command.ts';
import type { Logger } from 'pino';
import { backupHelp, readBackupOptions } from './backup-options.ts';
import { backUp } from './run-backup.ts';

/** Runs `npm run backup`. Exit code 2 means a wrong command line, 1 any other failure. */
async function main(log: Logger): Promise<void> {
  const options = readBackupOptions(process.argv.slice(2));
  if (options === null) return console.log(backupHelp);
  const say = (line: string) => console.error(line);
  console.log((await backUp(options, readEnvironment(process.env), { log, say })).join('\n'));
}

await runCommand('The backup', main);
