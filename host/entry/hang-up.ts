import type { Duplex } from 'node:stream';

/** How long a peer that was answered may take to end its side, in ms: it reads its answer before the connection breaks. */
const lingerMs = 2_000;

/**
 * Says the last words on a connection, stops writing, and breaks it off after two seconds: at once would reset it under a peer who still
 * writes, and without end it would be held for as long as a peer likes who says nothing and never hangs up.
 */
export function hangUp(stream: Duplex, lastWords?: string): void {
  stream.end(lastWords);
  const patience = setTimeout(() => stream.destroy(), lingerMs);
  stream.once('close', () => clearTimeout(patience));
}
