import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { textOf } from './peer-stage.ts';

/** The direction of a frame: from the host to the client, or from the client to the host. */
export type Direction = 'toClient' | 'toHost';

/**
 * What happens to a frame: `frames` are sent instead (none drops it), after `delayMs`; `cut` breaks the line
 * first.
 */
export type Treatment = { frames: readonly string[]; delayMs?: number; cut?: boolean };

/** Decides about each frame; undefined lets it pass. */
export type Rule = (text: string, direction: Direction) => Treatment | undefined;

type Pair = { client: WebSocket; upstream: WebSocket; chains: Record<Direction, Promise<void>>; isDead: boolean };

/**
 * A websocket proxy between a real client and a real hub that causes faults on demand. Pings and pongs pass
 * through it, so a half-open line is silent for both sides, like a dead link.
 */
export class FaultProxy {
  /** Accepts connections and never answers them. */
  hangsOpen = false;
  /** Accepts every new connection and closes it with this code, like a host that refuses it. */
  refusesWith: number | undefined;
  /** Swallows every frame, ping and close in both directions, of present and future connections. */
  isHalfOpen = false;
  rule: Rule | undefined;
  /** The most bytes per second that pass to the client; the host's end is read no faster. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  /** Connections requested since the start. */
  opened = 0;
  readonly #upstreamPort: () => number;
  readonly #server: Server;
  readonly #acceptor = new WebSocketServer({
    noServer: true,
    autoPong: false,
    perMessageDeflate: false,
    handleProtocols: (protocols) => [...protocols][0] ?? false,
  });
  readonly #pairs = new Set<Pair>();
  readonly #hanging = new Set<Duplex>();
  readonly #timers = new Set<NodeJS.Timeout>();

  private constructor(upstreamPort: () => number) {
    this.#upstreamPort = upstreamPort;
    this.#server = createServer();
    this.#server.on('upgrade', (request, stream, head) => this.#open(request, stream, head));
  }

  /**
   * Starts a proxy on a free port before the hub at `upstreamPort()`, which is called for each connection.
   */
  static async start(upstreamPort: () => number): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstreamPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections whose client end is open. */
  get live(): number {
    return [...this.#pairs].filter(({ client }) => client.readyState === WebSocket.OPEN).length;
  }

  /** Breaks every line at once, without a close frame. */
  cut(): void {
    for (const pair of this.#pairs) this.#break(pair);
  }

  /** Sends every client a frame that did not come from the host. */
  inject(text: string | Buffer): void {
    for (const { client } of this.#pairs) client.send(text, { binary: typeof text !== 'string' });
  }

  /** Ends every fault for what comes next; swallowed frames are lost. */
  heal(): void {
    this.hangsOpen = false;
    this.refusesWith = undefined;
    this.isHalfOpen = false;
    this.rule = undefined;
    this.bytesPerSecond = Number.POSITIVE_INFINITY;
    for (const stream of this.#hanging) stream.destroy();
    this.#hanging.clear();
  }

  async close(): Promise<void> {
    this.heal();
    this.cut();
    for (const timer of this.#timers) clearTimeout(timer);
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #open(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.opened++;
    stream.on('error', () => stream.destroy());
    if (this.hangsOpen) return void this.#hanging.add(stream);
    const { refusesWith } = this;
    if (refusesWith !== undefined)
      return this.#acceptor.handleUpgrade(request, stream, head, (client) => client.close(refusesWith));
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
    const { origin } = request.headers;
    const upstream = new WebSocket(`ws://127.0.0.1:${this.#upstreamPort()}${request.url}`, protocols, {
      ...(origin === undefined ? {} : { origin }),
      autoPong: false,
      perMessageDeflate: false,
    });
    upstream.on('error', () => stream.destroy());
    upstream.once('open', () => {
      upstream.pause();
      this.#acceptor.handleUpgrade(request, stream, head, (client) => this.#join(client, upstream));
    });
  }

  #join(client: WebSocket, upstream: WebSocket): void {
    const pair: Pair = { client, upstream, chains: { toClient: Promise.resolve(), toHost: Promise.resolve() }, isDead: false };
    this.#pairs.add(pair);
    this.#watch(pair, upstream, 'toClient');
    this.#watch(pair, client, 'toHost');
    upstream.resume();
  }

  #watch(pair: Pair, from: WebSocket, direction: Direction): void {
    const to = () => (direction === 'toClient' ? pair.client : pair.upstream);
    from.on('message', (data) => this.#frame(pair, textOf(data), direction));
    from.on('ping', (data) => this.#passes(pair, to()) && to().ping(data));
    from.on('pong', (data) => this.#passes(pair, to()) && to().pong(data));
    from.on('error', () => from.terminate());
    from.on('close', (code, reason) => {
      if (this.isHalfOpen && !pair.isDead) return;
      this.#pairs.delete(pair);
      if (code === 1005 || code === 1006) to().terminate();
      else to().close(code, reason);
    });
  }

  #passes(pair: Pair, to: WebSocket): boolean {
    return !this.isHalfOpen && !pair.isDead && to.readyState === WebSocket.OPEN;
  }

  #frame(pair: Pair, text: string, direction: Direction): void {
    if (this.isHalfOpen) return;
    const treatment = this.rule?.(text, direction) ?? { frames: [text] };
    if (treatment.cut) return this.#break(pair);
    const from = direction === 'toClient' ? pair.upstream : pair.client;
    const to = direction === 'toClient' ? pair.client : pair.upstream;
    const waitMs = (treatment.delayMs ?? 0) + (direction === 'toClient' ? (text.length / this.bytesPerSecond) * 1_000 : 0);
    if (waitMs === 0 && treatment.frames.length === 0) return;
    if (waitMs > 0) from.pause();
    pair.chains[direction] = pair.chains[direction].then(async () => {
      if (waitMs > 0) await this.#wait(waitMs);
      for (const frame of treatment.frames) if (this.#passes(pair, to)) to.send(frame);
      if (waitMs > 0 && from.readyState === WebSocket.OPEN) from.resume();
    });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }

  #break(pair: Pair): void {
    pair.isDead = true;
    this.#pairs.delete(pair);
    pair.client.terminate();
    pair.upstream.terminate();
  }
}

/** Rules for common faults, by name. */
export const rules = {
  /** Drops the next `count` frames of `direction` that `matches`. */
  dropping(count: number, matches: (text: string) => boolean, direction: Direction = 'toClient'): Rule {
    let left = count;
    return (text, way) => (way === direction && left > 0 && matches(text) ? (left--, { frames: [] }) : undefined);
  },
  /** Sends every matching frame `times` times. */
  repeating(times: number, matches: (text: string) => boolean): Rule {
    return (text, way) =>
      way === 'toClient' && matches(text) ? { frames: Array.from({ length: times }, () => text) } : undefined;
  },
  /** Swaps each pair of matching frames. */
  swapping(matches: (text: string) => boolean): Rule {
    let held: string | undefined;
    return (text, way) => {
      if (way !== 'toClient' || !matches(text)) return undefined;
      if (held === undefined) {
        held = text;
        return { frames: [] };
      }
      const frames = [text, held];
      held = undefined;
      return { frames };
    };
  },
  /** Breaks the line at the first frame of `direction` that matches. */
  cuttingAt(matches: (text: string) => boolean, direction: Direction): Rule {
    let isDone = false;
    return (text, way) => {
      if (isDone || way !== direction || !matches(text)) return undefined;
      isDone = true;
      return { frames: [], cut: true };
    };
  },
};

/** Returns a test for frames of a message type. */
export function ofType(type: string): (text: string) => boolean {
  return (text) => text.startsWith(`{"type":"${type}"`);
}
