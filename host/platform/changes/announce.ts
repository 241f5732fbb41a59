import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Database } from '../store/database.ts';

/** The channel over which processes on one database notify each other that a system has changed. */
export const changesChannel = 'console_changes';

/**
 * Time (ms) for which further announcements are gathered after one was sent. Each is a commit and wakes every
 * process.
 */
export const togetherMs = 25;

type Announcer = { waiting: Set<string>; underWay: boolean };
const announcers = new WeakMap<Pool, Announcer>();

/**
 * Notifies every process that the system has changed. Call it after the commit, because PostgreSQL serialises
 * commits that notify. Systems announced while a notification is in progress share the next one. Never
 * throws: a process that misses a notification polls within 2 s.
 */
export function announce({ pool }: Pick<Database, 'pool'>, systemId: string): void {
  const announcer = announcers.get(pool) ?? { waiting: new Set(), underWay: false };
  announcers.set(pool, announcer);
  announcer.waiting.add(systemId);
  if (!announcer.underWay) void announceWaiting(pool, announcer);
}

async function announceWaiting(pool: Pool, announcer: Announcer): Promise<void> {
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
