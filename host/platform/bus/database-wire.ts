import type { DatabaseLine } from './database-line.ts';
import type { Wire } from './relay.ts';

/** The version is of what is said: processes of another one are not understood, and need not be. */
const liveChannel = 'console_live_1';

/** What PostgreSQL takes in a notification is below 8,000 bytes. */
const maxBytes = 7_900;

/** The wire that every database has: LISTEN and NOTIFY. Only what is committed already is told by it. */
export function databaseWire(line: DatabaseLine): Wire {
  return {
    maxBytes,
    listen: (listener) => line.listen(liveChannel, listener),
    send: (payloads) => line.notify(liveChannel, payloads),
  };
}
