import { type Logger, pino } from 'pino';
import { createLog } from '../platform/log.ts';
import { Mistake } from '../platform/mistake.ts';
import { errorText } from '../platform/store/error-text.ts';

/**
 * Runs a command of the operator, and logs warnings. If the command fails, prints why and sets the exit code:
 * by default 2 for a mistake of the operator, 1 for any other failure. `name` begins the printed sentence.
 */
export async function runCommand(
  name: string,
  main: (log: Logger) => Promise<void>,
  { mistake = 2, failure = 1 }: { mistake?: number; failure?: number } = {},
): Promise<void> {
  try {
    await main(createLog({ level: 'warn', destination: pino.destination(2) }));
  } catch (error) {
    const isMistake = error instanceof Mistake;
    console.error(isMistake ? error.message : `${name} failed: ${errorText(error)}`);
    process.exitCode = isMistake ? mistake : failure;
  }
}
