import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy before a host, as institutes have them: it forwards requests, counts the pages, and may be up while
 * its host is down.
 */
export class Front {
  /** How pages are answered: by the host, by the proxy with this status, or never. */
  pages: 'passed' | 'silent' | number = 'passed';
  /** Every requested page, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #upstream: URL;

  private constructor(upstream: string) {
    this.#upstream = new URL(upstream);
    this.#server = createServer((incoming, reply) => this.#answer(incoming, reply));
  }

  static async start(upstream: string): Promise<Front> {
    const front = new Front(upstream);
    await once(front.#server.listen(0, '127.0.0.1'), 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(incoming: IncomingMessage, reply: ServerResponse): void {
    const { pathname } = new URL(incoming.url ?? '/', this.#upstream);
    if (!/^\/api\/|\.(?!html$)/.test(pathname)) {
      this.asked.push(pathname);
      if (this.pages === 'silent') return;
      if (typeof this.pages === 'number') {
        reply
          .writeHead(this.pages, { 'content-type': 'text/html' })
          .end('<link rel="icon" href="data:,"><h1>The proxy speaks</h1>');
        return;
      }
    }
    const { hostname, port } = this.#upstream;
    const { method, headers, url: path } = incoming;
    const passed = request({ hostname, port, method, headers, path }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    incoming.pipe(passed);
  }
}
