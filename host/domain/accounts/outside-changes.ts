import { sql } from 'kysely';
import type { Logger } from 'pino';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { logSecurityNotes } from './security-notes.ts';

const lookMs = 2_000;
/**
 * How far back each look reads: longer than any transaction that ends a session or changes a membership, whose notes become visible when it
 * commits, not in the order of their numbers.
 */
const remembered = '20 minutes';

type Change = { userId: number; mitasId: string };
/** Ended sessions, and changes of memberships by the number of their note. */
type Seen = { ended: ReadonlySet<string>; changes: ReadonlyMap<number, Change> };

/**
 * Tells the bus what another process changed: the admin command or another host on the same database ended a session or took a role.
 * By looking every two seconds, like the fleet does for systems: it needs no connection of its own. What ended or changed is read from notes that
 * stay, never by comparing states, so that what came and went between two looks is told as well.
 * What this process did itself is told again, which does no harm. Logs the security events that others noted. Returns the function that stops it.
 */
export function watchOutsideChanges({ db }: Pick<Database, 'db'>, bus: Bus, log: Logger, everyMs = lookMs): () => Promise<void> {
  const ending = new AbortController();
  let seen: Seen | null = null;

  async function look(): Promise<Seen> {
    const since = sql<Date>`now() - ${remembered}::interval`;
    const [sessions, changes] = await Promise.all([
      db.selectFrom('sessions').select('id').where('ended_at', '>', since).execute(),
      db.selectFrom('membership_changes').select(['id', 'user_id', 'system_id']).where('at', '>', since).execute(),
    ]);
    return {
      ended: new Set(sessions.map(({ id }) => id)),
      changes: new Map(changes.map(({ id, user_id, system_id }) => [id, { userId: user_id, mitasId: system_id }])),
    };
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      try {
        const now = await look();
        if (seen !== null) tell(bus, seen, now);
        seen = now;
        await logSecurityNotes({ db }, log);
      } catch (error) {
        log.warn({ reason: errorText(error) }, 'changes by other processes could not be read and will be tried again');
      }
      await delay(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await looking;
  };
}

function tell(bus: Bus, before: Seen, now: Seen): void {
  for (const sessionId of now.ended) if (!before.ended.has(sessionId)) bus.publish({ kind: 'sessionEnded', sessionId });
  for (const [id, change] of now.changes) if (!before.changes.has(id)) bus.publish({ kind: 'membershipChanged', ...change });
}
