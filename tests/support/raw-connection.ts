import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One answer as on the wire. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * A connection on which a test can write anything, as slowly as it likes, which no well-behaved client can.
 */
export class RawConnection {
  readonly #socket: Socket;
  #received = '';
  #waiting: (() => void)[] = [];
  /** Resolves when the host has closed or broken the connection. */
  readonly closed: Promise<void>;
  #open = true;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#received += text;
      this.#wake();
    });
    // `closed` reports what the host breaks.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#open = false;
        this.#wake();
        resolve();
      });
    });
  }

  /** `stubborn`: keeps writing after the host has ended its side. */
  static async open(url: string, { stubborn = false } = {}): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: stubborn });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  write(data: string | Buffer): void {
    if (this.#socket.writable) this.#socket.write(data);
  }

  /** Writes the head of a request; `length` in bytes, or 'chunked'. */
  head(method: string, path: string, length: number | 'chunked', headers: Record<string, string> = {}): void {
    const all = {
      host: 'localhost',
      ...(length === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  /** Resolves with the next whole answer (of a known length). Rejects if the connection ends first. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#takeAnswer();
      if (answer !== null) return answer;
      if (!this.#open) throw new Error(`The connection was closed without a whole answer: ${JSON.stringify(this.#received)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #takeAnswer(): RawAnswer | null {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return null;
    const [first = '', ...lines] = this.#received.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = this.#received.slice(end + 4, end + 4 + length);
    if (body.length < length) return null;
    this.#received = this.#received.slice(end + 4 + length);
    return { status: Number(first.split(' ')[1]), headers, body };
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
