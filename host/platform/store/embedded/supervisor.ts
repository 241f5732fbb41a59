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

/** The shortest and longest pause (ms) before a start. It grows while starts fail. */
const leastPauseMs = 250;
const longestPauseMs = 5_000;
/** A server that has run for this time (ms) counts as healthy; earlier failures no longer matter. */
const wellMs = 60_000;

/** A server that is started again whenever it ends, until `stop` is called. */
export type SupervisedServer = {
  /** The server's present port. A restarted server uses the same one if possible. */
  readonly port: number;
  password: string;
  /** Resolves with the reason when the supervisor gives the database up. */
  gone: Promise<Error>;
  stop: () => Promise<void>;
};

export type SuperviseOptions = EmbeddedOptions & {
  /** Returns whether the disk has room. While it has none, the database is not given up. */
  hasRoom?: () => Promise<boolean>;
  /** Called when the server has moved to another port. */
  onPort?: (port: number) => void;
  /**
   * The database is given up when starts have failed for this time (ms). Kills and a full disk do not count.
   */
  giveUpAfterMs?: number;
};

/**
 * Keeps an embedded server running. If it ends unexpectedly (a crash, a full disk, or the end of the process
 * that shared it), starts it or attaches to it again, at most four times a second; pools simply reconnect.
 * Gives up if the data no longer exist, or if starts have failed for five minutes for reasons other than a
 * kill or a full disk.
 * @throws Error if the first start fails.
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
  /** Null while no server runs. */
  let current: EmbeddedServer | null = first;
  /** When the present series of failures began. Kills and a full disk do not count. */
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

  /** Starts the server again. Returns null if it was stopped or given up before that succeeded. */
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

  /** Ends processes of a killed server, which may not notice that their data no longer exist. */
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
