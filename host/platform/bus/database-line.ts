import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Pool, type QueryConfig } from 'pg';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';

/** What one part of the host wants of a channel. */
export type ChannelListener = {
  heard(payload: string): void;
  /** The channel is listened to: from now on nothing is missed. Called again after each cut. */
  begun(): void;
  /** What is announced from now on may be missed, until `begun`. */
  cut(): void;
};

/** A connection beside the pool, by which processes that share a database announce to each other (NOTIFY). */
export type DatabaseLine = {
  /** Resolves once the first attempt to open it has ended, well or not. */
  readonly opened: Promise<void>;
  /** At most one part listens to a channel. */
  listen(channel: string, listener: ChannelListener): void;
  /** Rejects where it cannot be known that all were announced. */
  notify(channel: string, payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** How the connection is named at the server. */
export const lineName = 'telemetry-console line';

const unheard =
  'changes are not announced to this host: it looks for them every two seconds, and live contacts of other hosts wait';
const retryMs = 2_000;
/** A connection that was cut without a word is noticed within twice this time. */
const checkMs = 5_000;

/**
 * Opens the line, and opens it again for as long as it takes whenever it is cut; `options` are read each
 * time. One that were lent by the pool for good would take a place from calls, and keep the pool from ending.
 */
export function openLine(options: Pool['options'], log: Logger): DatabaseLine {
  const ending = new AbortController();
  const listeners = new Map<string, ChannelListener>();
  /** Being opened, or open. */
  let held: Client | undefined;
  let isUp = false;
  let isWarned = false;
  let setOpened = () => {};
  const opened = new Promise<void>((resolve) => (setOpened = resolve));
  /** One statement at a time is what a connection takes. */
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (client: Client, statement: QueryConfig & { query_timeout?: number }): Promise<unknown> => {
    turn = turn.catch(() => undefined).then(() => client.query(statement));
    return turn;
  };

  /** Resolves when the connection has ended; rejects when there was none. */
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
        ask(client, { text: 'select 1', query_timeout: checkMs }).catch(() => give(client));
      }, checkMs);
      await ended;
    } finally {
      clearInterval(check);
      held = undefined;
      give(client);
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
      ask(client, { text: `listen ${channel}` }).then(begun, () => give(client));
    },
    async notify(channel, payloads) {
      if (held === undefined || !isUp) throw new Error('there is no connection to announce by');
      const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
      await ask(held, { text, values: [channel, payloads], query_timeout: checkMs });
    },
    close: async () => {
      ending.abort();
      if (held !== undefined) give(held);
      await holding;
    },
  };
}

/** Ends a connection, whatever state it is in: what else goes wrong with it concerns nobody. */
function give(client: Client): void {
  client.end().catch(() => undefined);
}
