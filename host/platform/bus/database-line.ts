import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Pool, type QueryConfig } from 'pg';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';

/** A part of the host that listens to a channel. */
export type ChannelListener = {
  heard(payload: string): void;
  /** The connection listens: no announcement is missed from now on. Called again after each reconnect. */
  begun(): void;
  /** The connection was lost: announcements may be missed until the next `begun`. */
  cut(): void;
};

/** A connection outside the pool over which processes on the same database notify each other (NOTIFY). */
export type DatabaseLine = {
  /** Resolves when the first attempt to connect has ended, successful or not. */
  readonly opened: Promise<void>;
  /** Sets the listener of a channel. Each channel can have only one. */
  listen(channel: string, listener: ChannelListener): void;
  /** Sends the payloads. Rejects if some may not have been sent. */
  notify(channel: string, payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** The connection's application name at the server. */
export const lineName = 'telemetry-console line';

const unheard =
  'changes are not announced to this host: it looks for them every two seconds, and live contacts of other hosts wait';
const retryMs = 2_000;
/**
 * How often (ms) the connection is checked. If it breaks silently, that is noticed within twice this time.
 */
const checkMs = 5_000;

/**
 * Opens the line and reconnects whenever it is lost. Reads `options` at each attempt. The connection is not
 * from the pool: it would occupy a place there for ever and keep the pool from ending.
 */
export function openLine(options: Pool['options'], log: Logger): DatabaseLine {
  const ending = new AbortController();
  const listeners = new Map<string, ChannelListener>();
  /** The connection that is open or being opened. */
  let held: Client | undefined;
  let isUp = false;
  let isWarned = false;
  let setOpened = () => {};
  const opened = new Promise<void>((resolve) => (setOpened = resolve));
  /**
   * The last statement sent. Each statement waits for the one before, because a connection runs one at a
   * time.
   */
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (client: Client, statement: QueryConfig & { query_timeout?: number }): Promise<unknown> => {
    turn = turn.catch(() => undefined).then(() => client.query(statement));
    return turn;
  };

  /** Opens the connection, and resolves when it has ended. Rejects if it cannot be opened. */
  async function hold(): Promise<void> {
    const client = new Client({ ...options, application_name: lineName });
    held = client;
    turn = Promise.resolve();
    const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
    client.on('notification', ({ channel, payload }) => listeners.get(channel)?.heard(payload ?? ''));
    let check: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      for (const channel of listeners.keys()) await ask(client, { text: `listen ${channel}` });
      isWarned = false;
      if (!ending.signal.aborted) begin();
      setOpened();
      check = setInterval(() => {
        ask(client, { text: 'select 1', query_timeout: checkMs }).catch(() => endConnection(client));
      }, checkMs);
      await ended;
    } finally {
      clearInterval(check);
      held = undefined;
      endConnection(client);
      if (isUp) interrupt();
    }
  }

  function begin(): void {
    isUp = true;
    for (const listener of listeners.values()) listener.begun();
  }

  function interrupt(): void {
    isUp = false;
    if (!ending.signal.aborted) for (const listener of listeners.values()) listener.cut();
  }

  const holding = (async () => {
    while (!ending.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        setOpened();
        if (!isWarned && !ending.signal.aborted) log.warn({ reason: errorText(error) }, unheard);
        isWarned = true;
        await delay(retryMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  })();

  return {
    opened,
    listen(channel, listener) {
      listeners.set(channel, listener);
      const client = held;
      if (client === undefined || !isUp) return;
      const begun = () => {
        if (held === client && isUp) listener.begun();
      };
      ask(client, { text: `listen ${channel}` }).then(begun, () => endConnection(client));
    },
    async notify(channel, payloads) {
      if (held === undefined || !isUp) throw new Error('there is no connection to announce by');
      const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
      await ask(held, { text, values: [channel, payloads], query_timeout: checkMs });
    },
    close: async () => {
      ending.abort();
      if (held !== undefined) endConnection(held);
      await holding;
    },
  };
}

/** Ends a connection in any state; errors while it ends are ignored. */
function endConnection(client: Client): void {
  client.end().catch(() => undefined);
}
