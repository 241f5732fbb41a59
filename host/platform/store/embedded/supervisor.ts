import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../error-text.ts';
import { prepareFiles } from './server-files.ts';
import { orphansGone } from './stale-server.ts';
import {
  DataLostError,
  startEmbeddedServer,
  type EmbeddedOptions,
  type EmbeddedServer,
  type ServerEnd,
} from './embedded-server.ts';

/** Between two starts, in ms: the least, and what the pause grows to while starts fail. */
const leastPauseMs = 250;
const longestPauseMs = 5_000;
/** A server that has run for so long is well: faults from before count no more. */
const wellMs = 60_000;

/** A server that is kept up until it is stopped. */
export type SupervisedServer = {
  /** Where it listens now: the same port for as long as that can be had. */
  readonly port: number;
  password: string;
  /** Resolves with the reason when the database is given up: it is gone for good. */
  gone: Promise<Error>;
  stop: () => Promise<void>;
};

export type SuperviseOptions = EmbeddedOptions & {
  /** Whether the disk has room; a server that ends for want of it is not given up. */
  hasRoom?: () => Promise<boolean>;
  /** Called when the server listens on another port than before. */
  onPort?: (port: number) => void;
  /**
   * How long starts may fail, for other reasons than a kill or a full disk, before the database counts as
   * gone; in ms.
   */
  giveUpAfterMs?: number;
};

/**
 * Keeps an embedded server up: when it ends unasked (a crash, a full disk, or the process that shared it has
 * finished), it is started or attached to again, so that a pool simply connects again; for as long as it
 * takes, and never more than four times a second. Given up are data that no longer exist, and a server
 * that will not run for five minutes though it was not killed and has room.
 * @throws Error when the first start fails.
 */
export async function superviseEmbeddedServer(options: SuperviseOptions): Promise<SupervisedServer> {
  const { log, hasRoom = () => Promise.resolve(true), giveUpAfterMs = 300_000 } = options;
  const gone = Promise.withResolvers<Error>();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const stopped = new Promise<null>((resolve) => stopping.signal.addEventListener('abort', () => resolve(null), { once: true }));
  const first = await startEmbeddedServer(options);
  const { password } = first;
  let { port } = first;
  /** Null while none runs. */
  let current: EmbeddedServer | null = first;
  /** Since when it has failed for reasons of its own. */
  let failingSince: number | null = null;
  let lastReason = '';
  const watched = watch();
  return {
    get port() {
      return port;
    },
    password,
    gone: gone.promise,
    stop: async () => {
      stopping.abort();
      await watched;
      await current?.stop();
    },
  };

  async function watch(): Promise<void> {
    while (current !== null && !isStopping()) {
      const startedAt = Date.now();
      const end: ServerEnd | null = await Promise.race([current.ended, stopped]);
      if (end === null) return;
      current = null;
      if (isStopping()) return;
      log.warn({ signal: end.signal }, 'the database server ended; starting it again');
      const wasKilled = end.signal === 'SIGKILL';
      if (wasKilled || Date.now() - startedAt > wellMs) failingSince = null;
      if (end.owned && !wasKilled) await noteFailure('The database server keeps ending: see server.log beside its data.');
      current = await again();
      if (current === null) return;
      lastReason = '';
      if (current.port === port) continue;
      port = current.port;
      options.onPort?.(port);
    }
  }

  /** Null when it is stopped or given up. */
  async function again(): Promise<EmbeddedServer | null> {
    for (let pause = leastPauseMs; !isStopping(); pause = Math.min(longestPauseMs, pause * 2)) {
      if (failingSince !== null && Date.now() - failingSince > giveUpAfterMs) {
        gone.resolve(new Error(`The database has stopped for good: ${lastReason}`));
        return null;
      }
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping()) return null;
      try {
        return await startEmbeddedServer({ ...options, port, existing: true });
      } catch (error) {
        if (error instanceof DataLostError) {
          gone.resolve(error);
          await endOrphans();
          return null;
        }
        await noteFailure(errorText(error));
      }
    }
    return null;
  }

  /** A process of the server that was killed may not notice that its data are gone. */
  async function endOrphans(): Promise<void> {
    try {
      await orphansGone(await prepareFiles(options.dataDir));
    } catch (error) {
      log.warn({ reason: errorText(error) }, 'processes of the database whose data are gone may be left');
    }
  }

  async function noteFailure(reason: string): Promise<void> {
    const isForRoom = /no space left|ENOSPC/i.test(reason) || !(await hasRoom());
    failingSince = isForRoom ? null : (failingSince ?? Date.now());
    const why = isForRoom ? 'its disk is full' : reason;
    if (why !== lastReason) log.error({ reason: why }, 'the database server does not run; it is started again until it does');
    lastReason = why;
  }
}
