import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import { addressKey } from '../../domain/accounts/address-key.ts';

/** How long (ms) a client that has received everything may take to close its side. */
const lingerMs = 2_000;

/** Ports for data connections; both ends are included. */
export type PortRange = { from: number; to: number };

/**
 * Returns an IPv4-mapped IPv6 address as IPv4, and any other address unchanged. Returns '' for a closed
 * connection, which has no address.
 */
export function plainAddress(address = ''): string {
  return address.startsWith('::ffff:') ? addressKey(address) : address;
}

/**
 * Starts TLS as the server. Destroys the connection and rejects if the handshake fails or exceeds `withinMs`.
 */
export function speakTls(raw: Socket, secureContext: SecureContext, withinMs: number): Promise<TLSSocket> {
  raw.on('error', () => undefined);
  // Check first: a destroyed socket emits no further event.
  if (raw.destroyed) return Promise.reject(new Error('The connection was gone before TLS'));
  const socket = new TLSSocket(raw, { isServer: true, secureContext, requestCert: false });
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(), withinMs);
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  socket.once('secure', () => resolve(socket));
  socket.once('close', () => reject(new Error('The handshake of TLS failed')));
  return promise.finally(() => clearTimeout(timer));
}

/** Listens on a port for the one data connection that a client announced. */
export class DataListener {
  readonly port: number;
  readonly #server: Server;
  readonly #arrival = Promise.withResolvers<Socket | null>();
  readonly #timer: NodeJS.Timeout;
  #socket: Socket | undefined;

  private constructor(server: Server, waitMs: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.#timer = setTimeout(() => this.close(), waitMs);
  }

  /**
   * Listens on a random free port of the range, so that others cannot guess it. Returns null if no port is
   * free. Closes connections from any address but the client's (FTPS-4).
   */
  static async open(
    { localAddress, remoteAddress }: Socket,
    ports: PortRange | undefined,
    { waitMs, onOtherAddress }: { waitMs: number; onOtherAddress: (address: string) => void },
  ): Promise<DataListener | null> {
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
      const listener = new DataListener(server, waitMs);
      server.on('error', () => listener.close());
      server.on('connection', (socket) => {
        socket.on('error', () => undefined);
        if (plainAddress(socket.remoteAddress) === plainAddress(remoteAddress)) return listener.#accept(socket);
        onOtherAddress(socket.remoteAddress ?? '');
        socket.destroy();
      });
      return listener;
    }
    return null;
  }

  /**
   * Returns the client's connection, or null if it did not come in time. Call it once: the caller then owns
   * the connection.
   */
  async take(): Promise<Socket | null> {
    const socket = await this.#arrival.promise;
    this.#socket = undefined;
    return socket;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#server.close();
    this.#socket?.destroy();
    this.#arrival.resolve(null);
  }

  #accept(socket: Socket): void {
    this.#server.close();
    if (this.#socket !== undefined) return void socket.destroy();
    // The connection came in time. From here on, the time limits of the control connection and of the
    // transfer apply.
    clearTimeout(this.#timer);
    this.#socket = socket;
    this.#arrival.resolve(socket);
  }
}

/**
 * Sends the source, then closes the connection cleanly. If the client disconnects, reads nothing for
 * `idleMs`, or `signal` is aborted, destroys the connection and rejects.
 */
export async function sendAll(
  source: Readable,
  socket: TLSSocket,
  { signal, idleMs }: { signal: AbortSignal; idleMs: number },
): Promise<void> {
  const stuck = new AbortController();
  const timer = setTimeout(() => stuck.abort(), idleMs);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // Discard what the client sends. If nothing read it, the client's close would go unnoticed.
  socket.resume();
  try {
    await pipeline(
      source,
      async function* progress(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          timer.refresh();
          yield chunk;
        }
        timer.refresh();
      },
      socket,
      { signal: AbortSignal.any([signal, stuck.signal]) },
    );
  } finally {
    clearTimeout(timer);
  }
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  await closed;
  clearTimeout(linger);
}
