import type { Logger } from 'pino';
import type { Environment } from './platform/environment.ts';
import { startHost, type Host } from './host.ts';
import { errorText } from './platform/store/error-text.ts';

/**
 * npm repeats a signal that the terminal has already sent. Only a signal at least this much later (ms) ends
 * the process at once.
 */
const sameSignalMs = 1_000;

/**
 * The longest time to stop (ms). After that the process exits without finishing; the next start recovers
 * (HOST-17).
 */
const stopWithinMs = 60_000;

/**
 * Logs the address and the demo login, because the reader may have no terminal (HOST-4). The operator's
 * password is not public: it goes to standard error and not into the log, which has only JSON lines
 * (HOST-18).
 */
function announceLogin({ httpUrl, demo, operator }: Host, log: Logger): void {
  if (demo !== null) log.info(`open ${httpUrl} and log in as ${demo.username} / ${demo.password}`);
  if (operator !== null) process.stderr.write(`${operatorText(operator)}\n`);
}

/** Returns the login of a new operator; the host shows it only once. */
export function operatorText({ username, password }: NonNullable<Host['operator']>): string {
  return `Operator ${username} / ${password}   (approves sign-ups; this password is not shown again)`;
}

/**
 * Starts the host, runs it until a signal or `until` stops it, then stops it cleanly. Resolves with the exit
 * code: 0, or 1 with the reason in the log, for example if its database is gone for good. Calls `onUp` when
 * the host answers pages. A second signal ends the process immediately; the next start recovers.
 */
export async function runHost(
  environment: Environment,
  log: Logger,
  { until, onUp = announceLogin }: { until?: AbortSignal; onUp?: (host: Host, log: Logger) => void } = {},
): Promise<0 | 1> {
  if (until?.aborted === true) return 0;
  const stopping = Promise.withResolvers<void>();
  let askedAt: number | undefined;
  const giveUp = (): never => {
    log.fatal('the host could not be stopped in time: it ends as it is');
    return process.exit(1);
  };
  const stop = (why: object): void => {
    if (askedAt !== undefined) return;
    askedAt = performance.now();
    log.info(why, 'stopping');
    setTimeout(giveUp, stopWithinMs).unref();
    stopping.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAt !== undefined && performance.now() - askedAt > sameSignalMs) process.exit(130);
      stop({ signal });
    });
  }
  until?.addEventListener('abort', () => stop({ reason: 'what ran it has ended' }));
  try {
    const host = await startHost(environment, { log });
    if (askedAt === undefined) onUp(host, log);
    const failure = await Promise.race([stopping.promise, host.failed]);
    if (failure !== undefined) log.fatal(`the host ends: ${failure.message}`);
    await host.close();
    if (failure !== undefined) return 1;
    log.info('the host has stopped');
    return 0;
  } catch (error) {
    // An error with a cause has a message for the operator. Any other is a defect, which needs its stack.
    const isExplained = error instanceof Error && error.cause !== undefined;
    if (isExplained) log.debug({ err: error }, 'why the host failed');
    log.fatal(isExplained ? {} : { err: error }, `the host failed: ${errorText(error)}`);
    return 1;
  }
}
