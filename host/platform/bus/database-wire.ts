import type { DatabaseLine } from './database-line.ts';
import type { Wire } from './relay.ts';

/**
 * The channel's number is the version of the payloads, so that processes of different versions use different
 * channels.
 */
const liveChannel = 'console_live_1';

/** PostgreSQL limits a notification to less than 8,000 bytes. */
const maxBytes = 7_900;

/**
 * Sends payloads through the database, with LISTEN and NOTIFY. If hosts of several databases exchange
 * messages through one database, `scope` keeps them apart.
 */
export function databaseWire(line: DatabaseLine, scope?: string): Wire {
  const channel = scope === undefined ? liveChannel : `${liveChannel}_${scope}`;
  return {
    maxBytes,
    listen: (listener) => line.listen(channel, listener),
    send: (payloads) => line.notify(channel, payloads),
  };
}
