import { Readable, type Duplex } from 'node:stream';
import type { Client } from 'pg';

/** The methods for COPY of pg's connection, which its types omit. */
type CopyConnection = {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** A custom query for COPY, with the methods that pg's client calls on it. */
abstract class CopyQuery {
  readonly #text: string;
  #failure: Error | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text);
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    // After an error that pg raises itself, such as a lost server, no further message follows.
    this.ended(this.#failure);
  }

  handleReadyForQuery(): void {
    this.ended(this.#failure);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFail('nothing is to be sent');
  }
  handleCopyData(_message: { chunk: Buffer }, _connection: CopyConnection): void {}

  protected abstract ended(failure: Error | undefined): void;
}

class CopyOut extends CopyQuery {
  #connection: CopyConnection | undefined;
  readonly rows = new Readable({ read: () => void this.#connection?.stream.resume() });

  override handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    this.#connection = connection;
    // Copy the chunk, because the client reuses its buffer. If the reader is slow, pause the connection, so
    // that the server waits.
    if (!this.rows.push(Buffer.from(chunk))) connection.stream.pause();
  }

  protected ended(failure: Error | undefined): void {
    this.#connection?.stream.resume();
    if (failure === undefined) this.rows.push(null);
    else this.rows.destroy(failure);
  }
}

class CopyIn extends CopyQuery {
  readonly #chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly #done = Promise.withResolvers<void>();
  #isOver = false;

  constructor(text: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
    super(text);
    this.#chunks = chunks;
  }

  get done(): Promise<void> {
    return this.#done.promise;
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        if (this.#isOver) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await drained(connection.stream);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#done.reject(error instanceof Error ? error : new Error(String(error)));
      connection.sendCopyFail('the file could not be read to its end');
    }
  }

  protected ended(failure: Error | undefined): void {
    this.#isOver = true;
    if (failure === undefined) this.#done.resolve();
    else this.#done.reject(failure);
  }
}

/** Resolves when the stream accepts more data or has ended. */
function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      for (const event of ['drain', 'close'] as const) stream.off(event, go);
      resolve();
    };
    for (const event of ['drain', 'close'] as const) stream.on(event, go);
  });
}

/** Returns the rows of `copy … to stdout` as a stream, which fails with the server's error. */
export function copyOut(client: Pick<Client, 'query'>, text: string): Readable {
  const query = new CopyOut(text);
  client.query(query as never);
  return query.rows;
}

/** Sends chunks with `copy … from stdin`. Rejects with the server's error or that of `chunks`. */
export function copyIn(
  client: Pick<Client, 'query'>,
  text: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const query = new CopyIn(text, chunks);
  client.query(query as never);
  return query.done;
}
