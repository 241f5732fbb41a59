import type { Logger } from 'pino';
import { logSecurity, type SecurityEvent } from '../../platform/security-events.ts';
import { addSecurityNote, markNotesLogged, unloggedNotes } from '../../platform/store/accounts/security-notes.ts';
import type { Db } from '../../platform/store/database.ts';

/** So many are logged at a look; what is left waits for the next. */
const maxAtOnce = 100;

/**
 * Notes a security event for the log of the running host, or of the next one that starts: what the admin
 * command did belongs beside what the host itself logs, not into a terminal that is closed. In the
 * transaction of the change, so that neither stands without the other.
 */
export async function noteSecurity(database: Db, event: SecurityEvent): Promise<void> {
  await addSecurityNote(database, event);
}

/** Logs what was noted and not logged yet. Marked afterwards: rather twice than never. */
export async function logSecurityNotes(database: Db, log: Logger): Promise<void> {
  const notes = await unloggedNotes(database, maxAtOnce);
  if (notes.length === 0) return;
  // Only `noteSecurity` and migrations write them.
  for (const { at, event } of notes) logSecurity(log.child({ at: at.toISOString() }), event as SecurityEvent);
  await markNotesLogged(
    database,
    notes.map(({ id }) => id),
  );
}
