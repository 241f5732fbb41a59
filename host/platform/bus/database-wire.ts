import type { DatabaseLine } from './database-line.ts';
import type { Wire } from './relay.ts';

/** The number is the version of the payloads: processes of another version use another channel. */
const liveChannel = 'console_live_1';

/** PostgreSQL limits a notification to less than 8,000 bytes. */
const maxBytes = 7_900;

/**
 * Sends payloads through the database, with LISTEN and NOTIFY. `scope` separates the hosts of several
 * databases that share one database for their messages.
 */
export function databaseWire(line: DatabaseLine, scope?: string): Wire {
  const channel = scope === undefined ? liveChannel : `${liveChannel}_${scope}`;
  return {
    maxBytes,
    listen: (listener) => line.listen(channel, listener),
    send: (payloads) => line.notify(channel, payloads),
  };
}
