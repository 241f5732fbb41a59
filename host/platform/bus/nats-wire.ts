import { setTimeout as delay } from 'node:timers/promises';
import { connect, deadline, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';
import type { ChannelListener } from './database-line.ts';
import type { Wire } from './relay.ts';

export type NatsWire = Wire & { close(): Promise<void> };

/** A server takes a mebibyte at the most, where nothing else is set. */
const maxBytes = 256 * 1024;
const retryMs = 2_000;
/** The server answers within this time (ms), or what was sent is taken for lost. */
const patienceMs = 5_000;
const closedText = 'the connection was closed';

/**
 * Opens a wire over a NATS server, again for as long as it takes whenever it is away (BUS_URL). `scope` is
 * what the hosts of one database have in common: others may use the same server.
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

  /** Resolves when the connection is closed for good or not heard by; until then it opens itself again. */
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
      // What a server does not let this host say, it answers with an error, and not where it was said.
      connection.publish(subject, '');
      await deadline(Promise.race([refused, connection.flush().then(() => connection.flush())]), patienceMs);
      if (subscription.isClosed()) return;
      begin();
      // A server that refuses it later ends the subscription for good, and not the connection.
      await Promise.race([refused, subscription.closed]);
    } catch (error) {
      interrupt(errorText(error));
    } finally {
      held = undefined;
      await connection.close();
      interrupt(closedText);
    }
  }

  /** Resolves with why it cannot be heard by any more. */
  async function follow(connection: NatsConnection, subscription: Subscription): Promise<string> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') interrupt(`the connection to ${status.server} was lost`);
      else if (status.type === 'error') return errorText(status.error);
      else if (status.type === 'reconnect') {
        // It has subscribed again before what it answers now.
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
      await deadline(Promise.race([held.flush(), closed]), patienceMs);
    },
    close: async () => {
      ending.abort();
      await held?.close();
      await holding;
    },
  };
}

/** For ever, and without what this process says itself. */
const bearing = {
  name: 'telemetry-console',
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  ignoreAuthErrorAbort: true,
  noEcho: true,
  pingInterval: 5_000,
  maxPingOut: 2,
  timeout: patienceMs,
};

/** Who logs in by a url, by name and password or by a token alone. */
function optionsOf(url: string): { servers: string; user?: string; pass?: string; token?: string } {
  const { host, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  if (user === '') return { servers: host };
  return password === '' ? { servers: host, token: user } : { servers: host, user, pass: decodeURIComponent(password) };
}

function isAnswering(connection: NatsConnection): Promise<boolean> {
  return deadline(connection.flush(), patienceMs).then(
    () => true,
    () => false,
  );
}
