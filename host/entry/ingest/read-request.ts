import { ApiError } from '../../platform/api-error.ts';
import { errorTypes } from '#model/contract/failure.ts';
import type { IngestReply, RequestBatch } from './ingest-reply.ts';
import { largeBytes, type IngestBounds } from './ingest-bounds.ts';
import { ItemSplitter, type Item } from './item-splitter.ts';
import type { Slices } from './slices.ts';
import type { Turns } from '../../platform/turns.ts';

/** What a request contains, as the answer names it. */
export type Sent = 'contacts' | 'statuses' | 'modem reports' | 'answers';

/** The maximum size of one request. */
export type Longest = Pick<IngestBounds, 'bytes'> & { what: Sent };

export type RequestRead = {
  what: Sent;
  /** The unpacked body. */
  body: AsyncIterable<Buffer>;
  batch: RequestBatch;
  keyId: number;
  bounds: IngestBounds;
  slices: Slices;
  /** Limits how many large requests are read at the same time. */
  large: Turns;
  /** Aborts with the reason when the sender has disconnected or the time is over. */
  signal: AbortSignal;
  /** Returns ms since the epoch. */
  now: () => number;
};

/** The most bytes that are split into items in one step; a socket delivers no more at a time. */
const sliceBytes = 64 * 1024;

/**
 * Reads and stores one request in slices, between which the host can do other work. Stops at a limit; items
 * read before that are in the batch.
 * @throws ApiError 413 at a limit, or the error of the body, the signal or the database.
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
        const chunk = whole.subarray(from, from + sliceBytes);
        bytes += chunk.length;
        if (bytes > bounds.bytes) throw tooLarge({ ...bounds, what });
        if (bytes > largeBytes) endLarge ??= await large.take(keyId, signal);
        await add(() => splitter.push(chunk));
      }
    }
    await add(() => splitter.end());
    return await orAborted(batch.finish());
  } finally {
    endLarge?.();
  }
}

/** Returns the refusal of a body that is too long, by its header or by its content. */
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

/**
 * Returns a function that waits for work, but rejects with the signal's reason if that aborts first. The work
 * itself goes on.
 */
export function racingWith(signal: AbortSignal): <T>(work: Promise<T>) => Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // If no work is being awaited, ignore the rejection: the next slice checks the signal.
  aborted.catch(() => undefined);
  return (work) => Promise.race([work, aborted]);
}
