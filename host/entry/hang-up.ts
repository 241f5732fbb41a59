import type { Duplex } from 'node:stream';

/** How long (ms) a peer may take to read the answer and close its side before the connection is cut. */
const lingerMs = 2_000;

/**
 * Sends the last words, stops writing, and cuts the connection after two seconds. Cutting it at once would
 * reset it while the peer still writes; never cutting it would let a silent peer hold it open.
 */
export function hangUp(stream: Duplex, lastWords?: string): void {
  stream.end(lastWords);
  const timer = setTimeout(() => stream.destroy(), lingerMs);
  stream.once('close', () => clearTimeout(timer));
}
