import { sql } from 'kysely';
import type { Logger } from 'pino';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '../realtime/bus.ts';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';

const lookMs = 2_000;
/** Sessions that ended longer ago than this have no live access token left. */
const remembered = '20 minutes';

type Seen = { ended: ReadonlySet<string>; roles: ReadonlyMap<string, number> };

/**
 * Tells the bus what another process changed: the admin command or another host on the same database ended a session or took a role.
 * By looking every two seconds, like the fleet does for systems: it needs no connection of its own and cannot miss a note.
 * What this process did itself is told again, which does no harm. Returns the function that stops it.
 */
export function watchOutsideChanges({ db }: Pick<Database, 'db'>, bus: Bus, log: Logger): () => Promise<void> {
  const ending = new AbortController();
  let seen: Seen | null = null;

  async function look(): Promise<Seen> {
    const [sessions, memberships] = await Promise.all([
      db
        .selectFrom('sessions')
        .select('id')
        .where('ended_at', '>', sql<Date>`now() - ${remembered}::interval`)
        .execute(),
      db.selectFrom('memberships').select(['user_id', 'system_id', 'role_id']).execute(),
    ]);
    return {
      ended: new Set(sessions.map(({ id }) => id)),
      roles: new Map(memberships.map(({ user_id, system_id, role_id }) => [`${user_id} ${system_id}`, role_id])),
    };
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      try {
        const now = await look();
        if (seen !== null) tell(bus, seen, now);
        seen = now;
      } catch (error) {
        log.warn({ reason: errorText(error) }, 'changes by other processes could not be read and will be tried again');
      }
      await delay(lookMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await looking;
  };
}

function tell(bus: Bus, before: Seen, now: Seen): void {
  for (const sessionId of now.ended) if (!before.ended.has(sessionId)) bus.publish({ kind: 'sessionEnded', sessionId });
  for (const key of new Set([...before.roles.keys(), ...now.roles.keys()])) {
    if (before.roles.get(key) === now.roles.get(key)) continue;
    const [userId = '', mitasId = ''] = key.split(' ');
    bus.publish({ kind: 'membershipChanged', userId: Number(userId), mitasId });
  }
}
