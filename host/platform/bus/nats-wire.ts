import { setTimeout as delay } from 'node:timers/promises';
import { connect, deadline, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';
import type { ChannelListener } from './database-line.ts';
import type { Wire } from './relay.ts';

export type NatsWire = Wire & { close(): Promise<void> };

/** The largest payload, well below NATS's default limit of a mebibyte. */
const maxBytes = 256 * 1024;
const retryMs = 2_000;
/** Time (ms) within which the server must answer; otherwise what was sent counts as lost. */
const timeoutMs = 5_000;
const closedText = 'the connection was closed';

/**
 * Opens a wire over a NATS server (BUS_URL), and reconnects whenever it is lost. `scope` keeps the hosts of
 * one database apart from others on the same server.
 */
export function openNats(url: string, scope: string, log: Logger): NatsWire {
  const { host: server } = new URL(url);
  const subject = `telemetry-console.${scope}.live-1`;
  const ending = new AbortController();
  let listener: ChannelListener | undefined;
  let held: NatsConnection | undefined;
  let isUp = false;
  let isWarned = false;

  function warn(reason: string): void {
    if (!isWarned && !ending.signal.aborted)
      log.warn({ server, reason }, 'NATS is away: other hosts are not heard, and their live contacts wait until it is back');
    isWarned = true;
  }

  function begin(): void {
    if (isWarned) log.info({ server }, 'NATS is back: what was missed is read from the database');
    isWarned = false;
    isUp = true;
    listener?.begun();
  }

  function interrupt(reason: string): void {
    if (isUp) listener?.cut();
    isUp = false;
    warn(reason);
  }

  /**
   * Connects, and resolves when the connection is closed for good or can no longer receive. Until then, the
   * NATS client reconnects by itself.
   */
  async function hold(): Promise<void> {
    const connection = await connect({ ...optionsOf(url), ...bearing });
    try {
      if (ending.signal.aborted) return;
      held = connection;
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) listener?.heard(message.string());
          else interrupt(errorText(error));
        },
      });
      const refused = follow(connection, subscription).then((reason) => Promise.reject(new Error(reason)));
      // A server that forbids this host to publish reports that as an error of the connection, not of the
      // call. So publish an empty message and wait for such an error.
      connection.publish(subject, '');
      await deadline(Promise.race([refused, connection.flush().then(() => connection.flush())]), timeoutMs);
      if (subscription.isClosed()) return;
      begin();
      // If the server later withdraws the permission to receive, it ends the subscription but not the
      // connection.
      await Promise.race([refused, subscription.closed]);
    } catch (error) {
      interrupt(errorText(error));
    } finally {
      held = undefined;
      await connection.close();
      interrupt(closedText);
    }
  }

  /** Resolves with the reason why the connection can no longer receive. */
  async function follow(connection: NatsConnection, subscription: Subscription): Promise<string> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') interrupt(`the connection to ${status.server} was lost`);
      else if (status.type === 'error') return errorText(status.error);
      else if (status.type === 'reconnect') {
        // NATS has subscribed again before the server answers this.
        const isThere = await isAnswering(connection);
        if (subscription.isClosed()) break;
        if (isThere) begin();
        else await connection.reconnect().catch(() => undefined);
      }
    }
    return closedText;
  }

  const holding = (async () => {
    while (!ending.signal.aborted) {
      await hold().catch((error: unknown) => warn(errorText(error)));
      await delay(retryMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();

  return {
    maxBytes,
    listen: (given) => {
      listener = given;
      if (isUp) given.begun();
    },
    send: async (payloads) => {
      if (held === undefined || !isUp) throw new Error('NATS is away');
      for (const payload of payloads) held.publish(subject, payload);
      const closed = held.closed().then(() => Promise.reject(new Error(closedText)));
      await deadline(Promise.race([held.flush(), closed]), timeoutMs);
    },
    close: async () => {
      ending.abort();
      await held?.close();
      await holding;
    },
  };
}

/** Options that make NATS reconnect for ever and not deliver our own messages to us. */
const bearing = {
  name: 'telemetry-console',
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  ignoreAuthErrorAbort: true,
  noEcho: true,
  pingInterval: 5_000,
  maxPingOut: 2,
  timeout: timeoutMs,
};

/** Reads server and login from a url: user and password, only a token, or no login. */
function optionsOf(url: string): { servers: string; user?: string; pass?: string; token?: string } {
  const { host, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  if (user === '') return { servers: host };
  return password === '' ? { servers: host, token: user } : { servers: host, user, pass: decodeURIComponent(password) };
}

function isAnswering(connection: NatsConnection): Promise<boolean> {
  return deadline(connection.flush(), timeoutMs).then(
    () => true,
    () => false,
  );
}
