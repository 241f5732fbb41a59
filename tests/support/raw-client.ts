import { Agent, request } from 'node:http';

export type RawAnswer = { status: number; text: string };
export type RawRequest = { method: string; path: string; headers: Record<string, string>; body: string | undefined };

/** How many requests come from one address, so that limits per address do not hide what is behind them. */
const perAddress = 40;

/**
 * Sends requests unchanged, with odd paths and bodies that a browser would tidy up. Every few come from
 * another address of the loopback network, so the host keeps its usual limits per address.
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
          // Without its length, the body of a GET would be read as another request.
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
        // The host may close an idle connection just as it is used again. Every http client then repeats the
        // request.
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
