import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { addressKey } from '../../domain/accounts/address-key.ts';
import { MinuteCounts } from '../../platform/minute-counts.ts';
import { hangUp } from '../hang-up.ts';
import { speakTls } from './data-line.ts';
import { defaultFtpsLimits, type FtpsLimits } from './ftps-limits.ts';
import { type FtpsHouse, FtpsSession, isSlowedDown } from './ftps-session.ts';
import { type Guest, hasPlace } from './places.ts';

export type FtpsOptions = Pick<FtpsHouse, 'door' | 'log' | 'passivePorts' | 'publicAddress'> & {
  bind: string;
  /** PEM texts. */
  tls: { cert: string; key: string };
  limits?: Partial<FtpsLimits> | undefined;
  now?: () => number;
};

/** Whether TLS begins by AUTH TLS, or with the connection. */
export type FtpsMode = 'explicit' | 'implicit';

/** Keys that ended, of which a login that is just being judged may still be. */
const maxRevoked = 10_000;

/** A read-only FTPS server of one flat folder for each visitor (FTPS-1 to FTPS-6). */
export class FtpsServer {
  readonly #options: FtpsOptions;
  readonly #house: FtpsHouse;
  readonly #servers: Server[] = [];
  readonly #sockets = new Map<Socket, Pick<Guest, 'from' | 'isKnown'>>();
  readonly #sessions = new Map<Socket, FtpsSession>();
  readonly #revoked = new Set<string>();
  readonly #refused = new Set<Socket>();
  readonly #stopListening: (() => void)[];
  readonly #rechecking: NodeJS.Timeout;
  #isRechecking = false;
  #isInDoubt = false;
  #closing: Promise<void> | undefined;
  #onEmpty = () => {};

  constructor(options: FtpsOptions) {
    const { tls, now = Date.now } = options;
    this.#options = options;
    this.#house = {
      ...options,
      // One for all connections: by it the sessions of the control connection are known on those for data.
      secureContext: createSecureContext({ ...tls, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' }),
      limits: { ...defaultFtpsLimits, ...options.limits },
      rate: new MinuteCounts(now),
      isRevoked: (key) => this.#revoked.has(key),
      sessionsOf: (key) => [...this.#sessions.values()].filter((session) => session.key === key).length,
      isClosing: () => this.#closing !== undefined,
      now,
    };
    const { door } = options;
    this.#stopListening = [door.onRevoked((key) => this.#revoke(key)), door.onDoubt(() => void this.#recheck())];
    this.#rechecking = setInterval(() => void this.#recheck(), this.#house.limits.recheckMs);
  }

  /** Connections that are open, those for data not counted. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Resolves with the port, 0 having taken any free one. Rejects when it is taken. */
  async listen(mode: FtpsMode, port: number): Promise<number> {
    const server = createServer((socket) => void this.#welcome(socket, mode));
    await once(server.listen(port, this.#options.bind), 'listening');
    server.on('error', (error) => this.#options.log.error({ err: error }, 'a port of FTPS failed'));
    this.#servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  /**
   * Takes no more connections and logins, lets what is being sent end for so many ms, and hangs up. Resolves
   * when all of it is closed.
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
    const patience = setTimeout(() => {
      for (const session of this.#sessions.values()) session.destroy();
      for (const socket of this.#sockets.keys()) socket.destroy();
    }, graceMs);
    if (this.#sockets.size > 0) await empty;
    clearInterval(looking);
    clearTimeout(patience);
    clearInterval(this.#rechecking);
    for (const stop of this.#stopListening) stop();
    await Promise.all(closed);
  }

  async #welcome(raw: Socket, mode: FtpsMode): Promise<void> {
    raw.on('error', () => undefined);
    const came = performance.now();
    const from = addressKey(raw.remoteAddress ?? '');
    const isKnown = this.#options.door.isKnown(from);
    if (!this.#hasRoomFor(from, isKnown)) {
      if (mode === 'implicit' || this.#refused.size >= this.#house.limits.refused) return void raw.destroy();
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
      const { secureContext, limits } = this.#house;
      const socket = mode === 'implicit' ? await speakTls(raw, secureContext, Math.min(limits.nameMs, limits.dataWaitMs)) : raw;
      this.#sessions.set(raw, new FtpsSession(socket, this.#house, performance.now() - came));
      raw.once('close', () => this.#sessions.delete(raw));
      if (raw.destroyed) this.#sessions.delete(raw);
    } catch {
      raw.destroy();
    }
  }

  #hasRoomFor(from: string, isKnown: boolean): boolean {
    const guests = [...this.#sockets].map(([socket, guest]): Guest => ({
      ...guest,
      isLoggedIn: this.#sessions.get(socket)?.key !== undefined,
    }));
    if (this.#closing !== undefined || isSlowedDown(this.#house, from)) return false;
    return hasPlace(guests, { from, isKnown }, this.#house.limits);
  }

  /** Finds keys that ended without a word, and those of a system that is offline. */
  async #recheck(): Promise<void> {
    this.#isInDoubt = true;
    if (this.#isRechecking) return;
    this.#isRechecking = true;
    while (this.#isInDoubt) {
      this.#isInDoubt = false;
      for (const key of new Set([...this.#sessions.values()].flatMap((session) => session.key ?? []))) {
        // A database that is away ends no key. It may be good again later, as its system comes back.
        const isLive = await this.#options.door.isLive(key).catch(() => true);
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
