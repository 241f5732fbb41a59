import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Tracks the open requests of a server. The returned function stops accepting connections and waits at most
 * `ms` for open requests to finish (HOST-17). It resolves with the number of unfinished ones.
 */
export function drainable(server: Pick<Server, 'on' | 'close' | 'closeIdleConnections'>): (ms: number) => Promise<number> {
  const underWay = new Set<ServerResponse>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let isLeaving = false;
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (!isLeaving) return;
      // Close connections that browsers keep open, so that their next request goes to another host.
      server.closeIdleConnections();
      if (underWay.size === 0) end();
    });
  });
  return async (ms) => {
    isLeaving = true;
    server.close();
    if (underWay.size === 0) return 0;
    const cancel = new AbortController();
    const deadline = delay(ms, undefined, { signal: cancel.signal }).catch(() => undefined);
    await Promise.race([over, deadline]);
    cancel.abort();
    return underWay.size;
  };
}
