import { readEnvironment } from '../../platform/environment.ts';
import { runCommand } from '../run-command.ts';
import type { Logger } from 'pino';
import { readRestoreOptions, restoreHelp } from './backup-options.ts';
import { restore, tryOut } from './run-restore.ts';

/** Runs `npm run restore`. Exit code 2 means a wrong command line, 1 any other failure. */
async function main(log: Logger): Promise<void> {
  const words = readRestoreOptions(process.argv.slice(2));
  if (words === null) return console.log(restoreHelp);
  const say = (line: string) => console.error(line);
  const run = words.isTrial ? tryOut : restore;
  console.log((await run(words.folder, readEnvironment(process.env), { log, say })).join('\n'));
}

await runCommand('The restore', main);
