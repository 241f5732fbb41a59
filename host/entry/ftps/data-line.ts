import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import { addressKey } from '../../domain/accounts/address-key.ts';

/** A peer that was sent everything has this long to end its side, in ms. */
const lingerMs = 2_000;

/** The ports that data connections may take, both ends counted in. */
export type PortRange = { from: number; to: number };

/** An address without IPv6's way to write an IPv4 one; the empty text once a connection has none. */
export function plainAddress(address = ''): string {
  return address.startsWith('::ffff:') ? addressKey(address) : address;
}

/**
 * Speaks TLS on a connection, as its server. Rejects when the handshake fails, or takes longer than that,
 * in ms; the connection is broken off then.
 */
export function speakTls(raw: Socket, secureContext: SecureContext, withinMs: number): Promise<TLSSocket> {
  raw.on('error', () => undefined);
  // Of one that is gone no word would come.
  if (raw.destroyed) return Promise.reject(new Error('The connection was gone before TLS'));
  const socket = new TLSSocket(raw, { isServer: true, secureContext, requestCert: false });
  socket.on('error', () => undefined);
  const patience = setTimeout(() => socket.destroy(), withinMs);
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  socket.once('secure', () => resolve(socket));
  socket.once('close', () => reject(new Error('The handshake of TLS failed')));
  return promise.finally(() => clearTimeout(patience));
}

/** Waits at a port for the one data connection that a client announced. */
export class DataDoor {
  readonly port: number;
  readonly #server: Server;
  readonly #arrival = Promise.withResolvers<Socket | null>();
  readonly #patience: NodeJS.Timeout;
  #socket: Socket | undefined;

  private constructor(server: Server, waitMs: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.#patience = setTimeout(() => this.close(), waitMs);
  }

  /**
   * Listens at a port of the range that is free, whichever, as a stranger could guess the next one; null when
   * none is. Whoever connects from another address than the client's is hung up on (FTPS-4).
   */
  static async open(
    { localAddress, remoteAddress }: Socket,
    ports: PortRange | undefined,
    { waitMs, onStranger }: { waitMs: number; onStranger: (address: string) => void },
  ): Promise<DataDoor | null> {
    const count = ports === undefined ? 1 : ports.to - ports.from + 1;
    const first = randomInt(count);
    for (let tried = 0; tried < count; tried++) {
      const server = createServer({ allowHalfOpen: true });
      try {
        const port = ports === undefined ? 0 : ports.from + ((first + tried) % count);
        await once(server.listen(port, localAddress), 'listening');
      } catch {
        continue;
      }
      const door = new DataDoor(server, waitMs);
      server.on('error', () => door.close());
      server.on('connection', (socket) => {
        socket.on('error', () => undefined);
        if (plainAddress(socket.remoteAddress) === plainAddress(remoteAddress)) return door.#enter(socket);
        onStranger(socket.remoteAddress ?? '');
        socket.destroy();
      });
      return door;
    }
    return null;
  }

  /** The client's connection; null when it did not come in time. Asked once: then it is the caller's. */
  async take(): Promise<Socket | null> {
    const socket = await this.#arrival.promise;
    this.#socket = undefined;
    return socket;
  }

  close(): void {
    clearTimeout(this.#patience);
    this.#server.close();
    this.#socket?.destroy();
    this.#arrival.resolve(null);
  }

  #enter(socket: Socket): void {
    this.#server.close();
    if (this.#socket !== undefined) return void socket.destroy();
    // It has come: from now on the control connection's own time counts.
    clearTimeout(this.#patience);
    this.#socket = socket;
    this.#arrival.resolve(socket);
  }
}

/**
 * Sends all of a source and ends the connection as both sides do. Rejects when the client breaks off, takes
 * none of it for `idleMs`, or `signal` is aborted; the connection is then broken off.
 */
export async function sendAll(
  source: Readable,
  socket: TLSSocket,
  { signal, idleMs }: { signal: AbortSignal; idleMs: number },
): Promise<void> {
  const stuck = new AbortController();
  const patience = setTimeout(() => stuck.abort(), idleMs);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // Whatever a client sends on it is read away, or its end would never be seen.
  socket.resume();
  try {
    await pipeline(
      source,
      async function* progress(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          patience.refresh();
          yield chunk;
        }
        patience.refresh();
      },
      socket,
      { signal: AbortSignal.any([signal, stuck.signal]) },
    );
  } finally {
    clearTimeout(patience);
  }
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  await closed;
  clearTimeout(linger);
}
