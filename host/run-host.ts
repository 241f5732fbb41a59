import type { Logger } from 'pino';
import type { Environment } from './platform/environment.ts';
import { startHost, type Host } from './host.ts';
import { errorText } from './platform/store/error-text.ts';

/** npm hands the signal on that the terminal has already sent; only a later one is a person in a hurry. */
const sameSignalMs = 1_000;

/** All is stopped by then, or the process ends as it is: the next start recovers (HOST-17). In ms. */
const stopWithinMs = 60_000;

/**
 * Says in the log where to go and how to log in, as its reader may have no terminal (HOST-4). The operator's
 * password is no demo's: it goes to the error output, beside the log, which is lines of JSON alone (HOST-18).
 */
function announceLogin({ httpUrl, demo, operator }: Host, log: Logger): void {
  if (demo !== null) log.info(`open ${httpUrl} and log in as ${demo.username} / ${demo.password}`);
  if (operator !== null) process.stderr.write(`${operatorText(operator)}\n`);
}

/** Shown this once. */
export function operatorText({ username, password }: NonNullable<Host['operator']>): string {
  return `Operator ${username} / ${password}   (approves sign-ups; this password is not shown again)`;
}

/**
 * Starts the host and runs it until a signal says stop, then stops it cleanly. Resolves with the exit code:
 * 0, or 1 with the reason in the log, also when its database is gone for good. `onUp` is called when pages
 * are answered; `until` says stop as a signal does. A second signal ends the process at once; the next start
 * recovers.
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
    // What has a cause is a sentence of ours for the operator; anything else is a defect, of which the stack
    // says more.
    const isExplained = error instanceof Error && error.cause !== undefined;
    if (isExplained) log.debug({ err: error }, 'why the host failed');
    log.fatal(isExplained ? {} : { err: error }, `the host failed: ${errorText(error)}`);
    return 1;
  }
}
