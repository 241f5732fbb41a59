import { createLog } from '../../platform/log.ts';
import { Mistake } from '../../platform/mistake.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { pino } from 'pino';
import { readRestoreOptions, restoreHelp } from './backup-options.ts';
import { restore, tryOut } from './run-restore.ts';

/** Runs `npm run restore`. Exit code 2 means a wrong command line, 1 any other failure. */
async function main(): Promise<void> {
  const words = readRestoreOptions(process.argv.slice(2));
  if (words === null) return console.log(restoreHelp);
  const log = createLog({ level: 'warn', destination: pino.destination(2) });
  const say = (line: string) => console.error(line);
  const run = words.isTrial ? tryOut : restore;
  console.log((await run(words.folder, readEnvironment(process.env), { log, say })).join('\n'));
}

try {
  await main();
} catch (error) {
  const mistake = error instanceof Mistake;
  console.error(mistake ? error.message : `The restore failed: ${errorText(error)}`);
  process.exitCode = mistake ? 2 : 1;
}
