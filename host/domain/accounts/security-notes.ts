import { sql } from 'kysely';
import type { Logger } from 'pino';
import { logSecurity, type SecurityEvent } from '../../platform/security-events.ts';
import type { Database } from '../../platform/store/database.ts';

/** So many are logged at a look; what is left waits for the next. */
const mostAtOnce = 100;

/**
 * Notes a security event for the log of the running host, or of the next one that starts: what the admin command did belongs beside what the
 * host itself logs, not into a terminal that is closed. In the transaction of the change, so that neither stands without the other.
 */
export async function noteSecurity({ db }: Pick<Database, 'db'>, event: SecurityEvent): Promise<void> {
  await db
    .insertInto('security_notes')
    .values({ event: JSON.stringify(event) })
    .execute();
}

/** Logs what was noted and not logged yet. Marked afterwards: rather twice than never. */
export async function logSecurityNotes({ db }: Pick<Database, 'db'>, log: Logger): Promise<void> {
  const notes = await db
    .selectFrom('security_notes')
    .select(['id', 'at', 'event'])
    .where('logged_at', 'is', null)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
  if (notes.length === 0) return;
  // Only `noteSecurity` and migrations write them.
  for (const { at, event } of notes) logSecurity(log.child({ at: at.toISOString() }), event as SecurityEvent);
  await db
    .updateTable('security_notes')
    .set({ logged_at: sql`now()` })
    .where(
      'id',
      'in',
      notes.map(({ id }) => id),
    )
    .execute();
}
