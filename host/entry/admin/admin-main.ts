import { Mistake } from '../../platform/mistake.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { createLog } from '../../platform/log.ts';
import { pageUrl } from '../origins.ts';
import { runningHosts } from '../../platform/store/embedded/running-hosts.ts';
import { openDatabase } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { readPassword } from './read-password.ts';
import { understand } from './run-admin.ts';
import { pino } from 'pino';

/**
 * Runs `npm run admin`, the operator's tasks outside the console (HOST-9). Exit code 2 means that the command
 * line was wrong.
 */
async function main(): Promise<void> {
  const asked = understand(process.argv.slice(2));
  if (asked.kind === 'help') return console.log(asked.lines.join('\n'));
  const environment = readEnvironment(process.env);
  const { databaseUrl, dataDir } = environment;
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    log: createLog({ level: 'warn', destination: pino.destination(2) }),
    existing: true,
  });
  try {
    const [running] = await runningHosts(dataDir);
    const hostUrl = running ?? pageUrl(environment, environment.port);
    const context = { database, readPassword, hostUrl, isNoneUp: running === undefined, mail: environment };
    console.log((await asked.run(context)).join('\n'));
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  const mistake = error instanceof Mistake;
  console.error(mistake ? error.message : `The command failed: ${errorText(error)}`);
  process.exitCode = mistake ? 2 : 1;
}
