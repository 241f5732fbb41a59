import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Database } from '../store/database.ts';

/** The channel on which processes that share a database tell each other that a system has changed. */
export const changesChannel = 'console_changes';

/** The first is told at once; those of so many ms after it are told together, as each telling is a commit and wakes every process. */
export const togetherMs = 25;

type Announcer = { waiting: Set<string>; underWay: boolean };
const announcers = new WeakMap<Pool, Announcer>();

/**
 * Tells every process that these systems have changed: after the commit, never inside (PostgreSQL serialises commits that notify), and
 * once for all that waited. Never throws: who misses it looks by themselves within 2 s.
 */
export function announce({ pool }: Pick<Database, 'pool'>, systemId: string): void {
  const announcer = announcers.get(pool) ?? { waiting: new Set(), underWay: false };
  announcers.set(pool, announcer);
  announcer.waiting.add(systemId);
  if (!announcer.underWay) void tell(pool, announcer);
}

async function tell(pool: Pool, announcer: Announcer): Promise<void> {
  announcer.underWay = true;
  while (announcer.waiting.size > 0) {
    const systemIds = [...announcer.waiting];
    announcer.waiting.clear();
    await pool
      .query('select pg_notify($1, system_id) from unnest($2::text[]) as system_id', [changesChannel, systemIds])
      .catch(() => undefined);
    await delay(togetherMs, undefined, { ref: false });
  }
  announcer.underWay = false;
}
