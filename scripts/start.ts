import { Mistake } from '../host/platform/mistake.ts';
import { readEnvironment, type Environment } from '../host/platform/environment.ts';
import type { Host } from '../host/host.ts';
import { createLog } from '../host/platform/log.ts';
import { operatorText, runHost } from '../host/run-host.ts';
import { buildConsoleWhenStale } from './build-console.ts';
import { untilNpmEnds } from './npm-above.ts';

/**
 * `npm start`: everything on one machine. Builds the console if needed, starts the host, prints the address,
 * and stops on Ctrl-C.
 */
async function main(): Promise<number> {
  const options = process.argv.slice(2);
  if (options.length > 0)
    throw new Mistake(`npm start takes no options such as '${options[0]}'. Use variables, as in PORT=9080 npm start.`);
  const environment = readEnvironment(process.env);
  const npmEnds = untilNpmEnds();
  const before = performance.now();
  // A person at a terminal should see a line during the build too.
  if (process.stdout.isTTY) console.log('Checking the console …');
  const wasBuilt = await buildConsoleWhenStale();
  const log = createLog({ level: environment.logLevel, pretty: process.stdout.isTTY });
  // Programs that read the log line by line get nothing else (HOST-18).
  if (!process.stdout.isTTY) {
    if (wasBuilt) log.info({ seconds: secondsSince(before) }, 'the console was built');
    return runHost(environment, log, { until: npmEnds });
  }
  if (wasBuilt) console.log(`The console was built in ${secondsSince(before).toFixed(1)} s.`);
  return runHost(environment, log, { until: npmEnds, onUp: (host) => greet(host, environment) });
}

function greet({ httpUrl, demo, operator, dataDir }: Host, { simulator, databaseUrl }: Environment): void {
  const lines = [
    `Address  ${httpUrl}`,
    demo === null ? 'Login    create users with: npm run admin -- help' : `Login    ${demo.username} / ${demo.password}`,
    ...(operator === null ? [] : [operatorText(operator)]),
    `Data     ${dataDir}${databaseUrl === undefined ? '' : ' (contacts and accounts: the server of DATABASE_URL)'}`,
    ...(simulator && demo !== null
      ? ['Systems  demo and river are simulated, with 14 days of history (a first start creates them within a minute)']
      : []),
    'Stop     Ctrl-C',
  ];
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n  Ready in ${process.uptime().toFixed(1)} s.\n`);
}

function secondsSince(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof Mistake) process.exitCode = 2;
  else process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
}
