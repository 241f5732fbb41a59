import { Agent, request } from 'node:http';

export type RawAnswer = { status: number; text: string };
export type RawRequest = { method: string; path: string; headers: Record<string, string>; body: string | undefined };

/** So many requests come from one address, so that no limit per address hides what is behind it. */
const perAddress = 40;

/**
 * Sends requests as they stand, with odd paths and bodies that a browser would tidy up, each few from another
 * address of the loopback network: the limits per address stand as they are.
 */
export class RawClient {
  readonly #url: URL;
  #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  #sent = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  send(asked: RawRequest): Promise<RawAnswer> {
    const { method, path, headers, body } = asked;
    const hop = Math.floor(this.#sent++ / perAddress);
    if (this.#sent % perAddress === 1) {
      this.#agent.destroy();
      this.#agent = new Agent({ keepAlive: true, maxSockets: 4 });
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          hostname: this.#url.hostname,
          port: this.#url.port,
          localAddress: `127.1.${(hop >> 8) & 255}.${hop & 255 || 1}`,
          method,
          path,
          // A GET with a body says how long it is, or the rest would be read as another request.
          headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          timeout: 20_000,
        },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve({ status: response.statusCode ?? 0, text }))
            .on('error', reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`No answer in 20 s to ${method} ${path}`)));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The host may close a connection that idles just as it is used again; every http client then asks
        // again.
        if (error.code === 'ECONNRESET' && sent.reusedSocket) this.send(asked).then(resolve, reject);
        else reject(error);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
