import type { Duplex } from 'node:stream';

/** How long (ms) a peer may take to read the last words and close its side before the connection is cut. */
const lingerMs = 2_000;

/**
 * Sends the last words, stops writing, and cuts the connection after two seconds. If it were cut at once, a
 * peer that is still writing would see a reset instead of the last words. If it were never cut, a silent peer
 * could keep it open.
 */
export function hangUp(stream: Duplex, lastWords?: string): void {
  stream.end(lastWords);
  const timer = setTimeout(() => stream.destroy(), lingerMs);
  stream.once('close', () => clearTimeout(timer));
}
