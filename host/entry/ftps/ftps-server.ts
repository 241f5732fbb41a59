import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { addressKey } from '../../domain/accounts/address-key.ts';
import { MinuteCounts } from '../../platform/minute-counts.ts';
import { hangUp } from '../hang-up.ts';
import { speakTls } from './data-line.ts';
import { defaultFtpsLimits, type FtpsLimits } from './ftps-limits.ts';
import { type FtpsContext, FtpsSession, isSlowedDown } from './ftps-session.ts';
import { type OpenConnection, hasPlace } from './places.ts';

export type FtpsOptions = Pick<FtpsContext, 'access' | 'log' | 'passivePorts' | 'publicAddress'> & {
  bind: string;
  /** The certificate and its key, as PEM texts. */
  tls: { cert: string; key: string };
  limits?: Partial<FtpsLimits> | undefined;
  now?: () => number;
};

/** Whether TLS begins with the command AUTH TLS ('explicit') or with the connection ('implicit'). */
export type FtpsMode = 'explicit' | 'implicit';

/**
 * How many revoked keys are remembered, because a login may be checking one at the moment of its revocation.
 */
const maxRevoked = 10_000;

/** A read-only FTPS server that shows each user one flat folder (FTPS-1 to FTPS-6). */
export class FtpsServer {
  readonly #options: FtpsOptions;
  readonly #context: FtpsContext;
  readonly #servers: Server[] = [];
  readonly #sockets = new Map<Socket, Pick<OpenConnection, 'from' | 'isKnown'>>();
  readonly #sessions = new Map<Socket, FtpsSession>();
  readonly #revoked = new Set<string>();
  readonly #refused = new Set<Socket>();
  readonly #stopListening: (() => void)[];
  readonly #rechecking: NodeJS.Timeout;
  #isRechecking = false;
  #mustRecheck = false;
  #closing: Promise<void> | undefined;
  #onEmpty = () => {};

  constructor(options: FtpsOptions) {
    const { tls, now = Date.now } = options;
    this.#options = options;
    this.#context = {
      ...options,
      // Shared, so that data connections can resume the TLS session of their control connection.
      secureContext: createSecureContext({ ...tls, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' }),
      limits: { ...defaultFtpsLimits, ...options.limits },
      rate: new MinuteCounts(now),
      isRevoked: (key) => this.#revoked.has(key),
      sessionsOf: (key) => [...this.#sessions.values()].filter((session) => session.key === key).length,
      isClosing: () => this.#closing !== undefined,
      now,
    };
    const { access } = options;
    this.#stopListening = [access.onRevoked((key) => this.#revoke(key)), access.onRecheckNeeded(() => void this.#recheck())];
    this.#rechecking = setInterval(() => void this.#recheck(), this.#context.limits.recheckMs);
  }

  /** The number of open control connections. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Listens on a port (0: any free one) and returns the port. Rejects if the port is taken. */
  async listen(mode: FtpsMode, port: number): Promise<number> {
    const server = createServer((socket) => void this.#accept(socket, mode));
    await once(server.listen(port, this.#options.bind), 'listening');
    server.on('error', (error) => this.#options.log.error({ err: error }, 'a port of FTPS failed'));
    this.#servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  /**
   * Refuses new connections and logins, gives transfers `graceMs` to finish, and closes everything. Resolves
   * when all is closed.
   */
  close(graceMs: number): Promise<void> {
    return (this.#closing ??= this.#close(graceMs));
  }

  async #close(graceMs: number): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    const empty = new Promise<void>((resolve) => (this.#onEmpty = resolve));
    const endIdle = () => {
      for (const session of this.#sessions.values()) if (!session.isSending) session.end('421 The host is stopping');
    };
    endIdle();
    const looking = setInterval(endIdle, 100);
    const timer = setTimeout(() => {
      for (const session of this.#sessions.values()) session.destroy();
      for (const socket of this.#sockets.keys()) socket.destroy();
    }, graceMs);
    if (this.#sockets.size > 0) await empty;
    clearInterval(looking);
    clearTimeout(timer);
    clearInterval(this.#rechecking);
    for (const stop of this.#stopListening) stop();
    await Promise.all(closed);
  }

  async #accept(raw: Socket, mode: FtpsMode): Promise<void> {
    raw.on('error', () => undefined);
    const came = performance.now();
    const from = addressKey(raw.remoteAddress ?? '');
    const isKnown = this.#options.access.isKnown(from);
    if (!this.#hasRoomFor(from, isKnown)) {
      if (mode === 'implicit' || this.#refused.size >= this.#context.limits.refused) return void raw.destroy();
      this.#refused.add(raw);
      raw.once('close', () => this.#refused.delete(raw));
      return hangUp(raw, '421 Too many connections: try again in a minute\r\n');
    }
    this.#sockets.set(raw, { from, isKnown });
    raw.once('close', () => {
      this.#sockets.delete(raw);
      if (this.#sockets.size === 0) this.#onEmpty();
    });
    try {
      const { secureContext, limits } = this.#context;
      const socket = mode === 'implicit' ? await speakTls(raw, secureContext, Math.min(limits.nameMs, limits.dataWaitMs)) : raw;
      this.#sessions.set(raw, new FtpsSession(socket, this.#context, performance.now() - came));
      raw.once('close', () => this.#sessions.delete(raw));
      if (raw.destroyed) this.#sessions.delete(raw);
    } catch {
      raw.destroy();
    }
  }

  #hasRoomFor(from: string, isKnown: boolean): boolean {
    const connections = [...this.#sockets].map(([socket, connection]): OpenConnection => ({
      ...connection,
      isLoggedIn: this.#sessions.get(socket)?.key !== undefined,
    }));
    if (this.#closing !== undefined || isSlowedDown(this.#context, from)) return false;
    return hasPlace(connections, { from, isKnown }, this.#context.limits);
  }

  /** Ends the sessions of keys that expired or whose system is offline. */
  async #recheck(): Promise<void> {
    this.#mustRecheck = true;
    if (this.#isRechecking) return;
    this.#isRechecking = true;
    while (this.#mustRecheck) {
      this.#mustRecheck = false;
      for (const key of new Set([...this.#sessions.values()].flatMap((session) => session.key ?? []))) {
        // If the database does not answer, the key counts as valid until the next check.
        const isLive = await this.#options.access.isLive(key).catch(() => true);
        if (!isLive) this.#end(key, '421 The access key is no longer valid, or its system is offline');
      }
    }
    this.#isRechecking = false;
  }

  #revoke(key: string): void {
    const [oldest] = this.#revoked;
    if (this.#revoked.size >= maxRevoked && oldest !== undefined) this.#revoked.delete(oldest);
    this.#revoked.add(key);
    this.#end(key, '421 The access key was revoked');
  }

  #end(key: string, lastWords: string): void {
    for (const session of this.#sessions.values()) if (session.key === key) session.end(lastWords);
  }
}
