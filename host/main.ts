import { Mistake } from './platform/mistake.ts';
import { readEnvironment, type Environment } from './platform/environment.ts';
import { createLog } from './platform/log.ts';
import { runHost } from './run-host.ts';

/** Runs the host alone, for service managers. `npm start` also builds the console (scripts/start.ts). */
const environment = environmentOrExit();
process.exitCode = await runHost(environment, createLog({ level: environment.logLevel, pretty: process.stdout.isTTY }));

function environmentOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}
