import { ApiError } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';
import type { IngestReply, RequestBatch } from './ingest-reply.ts';
import { largeBytes, type IngestBounds } from './ingest-bounds.ts';
import { ItemSplitter, type Item } from './item-splitter.ts';
import type { Slices } from './slices.ts';
import type { Turns } from '../../platform/turns.ts';

/** What a request contains, in the words of its answer. */
export type Sent = 'contacts' | 'statuses' | 'modem reports' | 'answers';

/** The maximum size of one request. */
export type Longest = Pick<IngestBounds, 'bytes'> & { what: Sent };

export type RequestRead = {
  what: Sent;
  /** Unpacked. */
  body: AsyncIterable<Buffer>;
  batch: RequestBatch;
  keyId: number;
  bounds: IngestBounds;
  slices: Slices;
  /** Of the requests that turn out to be large, so many are read at a time. */
  large: Turns;
  /** Aborted with the reason when nobody waits for the answer any more, or not for longer. */
  signal: AbortSignal;
  /** In ms since the epoch. */
  now: () => number;
};

/** The most that is cut into items at once, in bytes; a socket gives no more. */
const sliceBytes = 64 * 1024;

/**
 * Reads what one request brings, in slices between which the host's event loop turns, and answers when it is
 * stored. Reads no further than its bounds allow; what was read before is in the batch then.
 * @throws ApiError 413 at a bound; what the body, the signal or the database failed with.
 */
export async function readRequest({
  what,
  body,
  batch,
  keyId,
  bounds,
  slices,
  large,
  signal,
  now,
}: RequestRead): Promise<IngestReply> {
  const splitter = new ItemSplitter();
  const overrun = (which: string) => overrunOf(what, which);
  const orAborted = racingWith(signal);
  let [bytes, workMs] = [0, 0];
  let endLarge: (() => void) | undefined;

  async function add(cut: () => Item[]): Promise<void> {
    let items: Item[] | undefined;
    let at = 0;
    do {
      workMs += await slices.run(keyId, signal, () => {
        items ??= cut();
        const from = at;
        at = batch.read(items, from, now());
        return at - from;
      });
      if (batch.isFull) await orAborted(batch.store());
      if (batch.reply.rejected > bounds.refusals) throw overrun(`with more than ${bounds.refusals} ${what} that are refused`);
      if (workMs > bounds.workMs) throw overrun(`that takes longer than ${bounds.workMs / 1000} s to read`);
    } while (at < (items?.length ?? 0));
    if (splitter.count > bounds.items) throw overrun(`of more than ${bounds.items} lines`);
  }

  try {
    for await (const whole of body) {
      for (let from = 0; from < whole.length; from += sliceBytes) {
        const piece = whole.subarray(from, from + sliceBytes);
        bytes += piece.length;
        if (bytes > bounds.bytes) throw tooLarge({ ...bounds, what });
        if (bytes > largeBytes) endLarge ??= await large.take(keyId, signal);
        await add(() => splitter.push(piece));
      }
    }
    await add(() => splitter.end());
    return await orAborted(batch.finish());
  } finally {
    endLarge?.();
  }
}

/** What is answered to a body that is too long, whether it says so at once or is found to be. */
export function tooLarge({ bytes, what }: Longest): ApiError {
  return new ApiError(
    413,
    errorTypes.invalidRequest,
    `A request takes ${bytes / 1024 / 1024} MiB, unpacked: send the ${what} in several.`,
  );
}

function overrunOf(what: Sent, which: string): ApiError {
  return new ApiError(
    413,
    errorTypes.invalidRequest,
    `A request ${which} is not read to its end: send the ${what} in several of at most 10,000.`,
  );
}

/** Waits for work no longer than until the signal is aborted; then the work goes on by itself. */
export function racingWith(signal: AbortSignal): <T>(work: Promise<T>) => Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // Heard by whoever waits; where nobody does, the next slice finds the signal aborted.
  aborted.catch(() => undefined);
  return (work) => Promise.race([work, aborted]);
}
