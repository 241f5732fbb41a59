import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';

/** The slowest pace accepted for a body. Only the time that the host waits for the sender counts. */
export type BodyPace = {
  /** The longest silence between two pieces, in ms. */
  idleMs: number;
  /** How far (ms) a body may fall behind `leastBytesPerSecond`. */
  graceMs: number;
  /** The least pace, counted in bytes as received, before unpacking. */
  leastBytesPerSecond: number;
};

/**
 * The default pace. A field line of 2 kB/s or a satellite link of 300 B/s is fast enough, and may stall for
 * half a minute after the first four kilobytes. A sender of one byte a second is refused within seconds.
 */
export const bodyPace: BodyPace = { idleMs: 30_000, graceMs: 15_000, leastBytesPerSecond: 128 };

/**
 * A request body that fails with 408 if its sender is too slow. It reads only on demand. Destroying it leaves
 * the request open, so that the host can still answer.
 */
export class PacedBody extends Readable {
  readonly #request: IncomingMessage;
  readonly #pace: BodyPace;
  #timer: NodeJS.Timeout | undefined;
  /** How many milliseconds longer the host may wait for the sender. Each received piece adds some. */
  #credit: number;
  #waitingSince: number | null = null;
  #attached = false;

  constructor(request: IncomingMessage, pace: BodyPace = bodyPace) {
    super();
    this.#request = request;
    this.#pace = pace;
    this.#credit = pace.graceMs;
    // An error may occur when nothing reads the body any more. Ignore it.
    this.on('error', () => undefined);
  }

  override _read(): void {
    if (!this.#attached) {
      this.#attached = true;
      this.#request.on('data', this.#take).on('end', this.#end).on('error', this.#fail).on('close', this.#closed);
    }
    this.#wait();
    this.#request.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    if (this.#attached) {
      this.#request.off('data', this.#take).off('end', this.#end).off('close', this.#closed).pause();
    }
    done(error);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#stopWaiting();
    this.#credit += (chunk.length / this.#pace.leastBytesPerSecond) * 1000;
    if (this.push(chunk)) this.#wait();
    else this.#request.pause();
  };

  readonly #end = (): void => {
    this.#stopWaiting();
    this.push(null);
  };

  readonly #fail = (error: Error): void => void this.destroy(error);

  readonly #closed = (): void => {
    if (!this.#request.complete) this.destroy(senderGone());
  };

  #wait(): void {
    if (this.#waitingSince !== null) return;
    this.#waitingSince = performance.now();
    this.#timer = setTimeout(
      () => this.destroy(tooSlow(this.#request, this.#pace)),
      Math.max(0, Math.min(this.#pace.idleMs, this.#credit)),
    );
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    if (this.#waitingSince !== null) this.#credit -= performance.now() - this.#waitingSince;
    this.#waitingSince = null;
  }
}

function senderGone(): Error {
  return Object.assign(new Error('The sender went away before its body had come'), { code: 'ECONNRESET' });
}

function tooSlow({ headers }: IncomingMessage, { leastBytesPerSecond, idleMs }: BodyPace): ApiError {
  const whole = headers['content-length'] === undefined ? 'The body' : `The body of ${headers['content-length']} bytes`;
  const message = `${whole} came too slowly: send ${leastBytesPerSecond} bytes a second at least, without a pause of ${idleMs / 1000} s. Send it again.`;
  return new ApiError(408, errorTypes.invalidRequest, message);
}
