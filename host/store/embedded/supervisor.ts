import type { Logger } from 'pino';
import { errorText } from '../error-text.ts';
import { startEmbeddedServer, type EmbeddedOptions, type EmbeddedServer } from './embedded-server.ts';

/** More ends than this within the window are a fault that restarting does not cure. */
const restartLimit = 5;
const restartWindowMs = 60_000;

/** A server that is kept up on one port until it is stopped. */
export type SupervisedServer = { port: number; password: string; stop: () => Promise<void> };

/**
 * Keeps an embedded server up: when it ends unasked (a crash, or the process that shared it has finished), it is started
 * or attached again on the same port, and a pool simply connects anew.
 * @throws Error when the first start fails.
 */
export async function superviseEmbeddedServer(options: EmbeddedOptions): Promise<SupervisedServer> {
  let stopping = false;
  let current = await startEmbeddedServer(options);
  const { port, password } = current;
  const watched = watch();
  return { port, password, stop };

  async function stop(): Promise<void> {
    stopping = true;
    await current.stop();
    await watched;
  }

  async function watch(): Promise<void> {
    const ends: number[] = [];
    for (;;) {
      await current.ended;
      if (stopping) return;
      ends.push(Date.now());
      if (ends.length > restartLimit && Date.now() - (ends.at(-1 - restartLimit) ?? 0) < restartWindowMs) {
        options.log.error('the database server keeps ending; see server.log beside its data and start the product again');
        return;
      }
      const next = await again(options, port, options.log);
      if (next === undefined) return;
      current = next;
      if (stopping) return current.stop();
    }
  }
}

async function again(options: EmbeddedOptions, port: number, log: Logger): Promise<EmbeddedServer | undefined> {
  log.warn('the database server ended; starting it again');
  try {
    const next = await startEmbeddedServer({ ...options, port });
    if (next.port === port) return next;
    log.error({ port: next.port }, 'another process moved the database to another port; start the product again');
    await next.stop();
  } catch (error) {
    log.error({ reason: errorText(error) }, 'the database server could not be started again; start the product again');
  }
  return undefined;
}
