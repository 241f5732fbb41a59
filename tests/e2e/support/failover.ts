import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where a host accepts connections. */
export type HostAddress = { host: string; port: number };

/**
 * A proxy before several hosts: it passes each connection to the first host that accepts it, and does not
 * read the traffic.
 */
export class Failover {
  readonly #server: Server;
  readonly #hosts: readonly HostAddress[];
  readonly #open = new Set<Socket>();

  private constructor(hosts: readonly HostAddress[]) {
    this.#hosts = hosts;
    this.#server = createServer((client) => void this.#lead(client));
  }

  static async start(...hosts: readonly HostAddress[]): Promise<Failover> {
    const failover = new Failover(hosts);
    await once(failover.#server.listen(0, '127.0.0.1'), 'listening');
    return failover;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  async #lead(client: Socket): Promise<void> {
    this.#keep(client);
    for (const address of this.#hosts) {
      const host = await connected(address);
      if (host === undefined) continue;
      this.#keep(host);
      client.on('close', () => host.destroy());
      host.on('close', () => client.destroySoon());
      if (client.destroyed) host.destroy();
      client.pipe(host).pipe(client);
      return;
    }
    client.destroy();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
  }
}

/** Returns a connection, or undefined if it is refused. */
function connected({ host, port }: HostAddress): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
