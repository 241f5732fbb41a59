import type { DatabaseLine } from './database-line.ts';
import type { Wire } from './relay.ts';

/** The version is of what is said: processes of another one are not understood, and need not be. */
const liveChannel = 'console_live_1';

/** What PostgreSQL takes in a notification is below 8,000 bytes. */
const maxBytes = 7_900;

/**
 * The wire that every database has: LISTEN and NOTIFY. `scope`, where the hosts of several databases meet on
 * one, is what those of one have in common.
 */
export function databaseWire(line: DatabaseLine, scope?: string): Wire {
  const channel = scope === undefined ? liveChannel : `${liveChannel}_${scope}`;
  return {
    maxBytes,
    listen: (listener) => line.listen(channel, listener),
    send: (payloads) => line.notify(channel, payloads),
  };
}
