import { readEnvironment } from '../../platform/environment.ts';
import { pageUrl } from '../origins.ts';
import { runningHosts } from '../../platform/store/embedded/running-hosts.ts';
import { openDatabase } from '../../platform/store/database.ts';
import { runCommand } from '../run-command.ts';
import { readPassword } from './read-password.ts';
import { understand } from './run-admin.ts';
import type { Logger } from 'pino';

/**
 * Runs `npm run admin`, the operator's tasks outside the console (HOST-9). Exit code 2 means that the command
 * line was wrong.
 */
async function main(log: Logger): Promise<void> {
  const asked = understand(process.argv.slice(2));
  if (asked.kind === 'help') return console.log(asked.lines.join('\n'));
  const environment = readEnvironment(process.env);
  const { databaseUrl, dataDir } = environment;
  const database = await openDatabase({ databaseUrl, dataDir, log, existing: true });
  try {
    const [running] = await runningHosts(dataDir);
    const hostUrl = running ?? pageUrl(environment, environment.port);
    const context = { database, readPassword, hostUrl, isNoneUp: running === undefined, mail: environment };
    console.log((await asked.run(context)).join('\n'));
  } finally {
    await database.close();
  }
}

await runCommand('The command', main);
