import type { Logger } from 'pino';
import { logSecurity, type SecurityEvent } from '../../platform/security-events.ts';
import { addSecurityNote, markNotesLogged, unloggedNotes } from '../../platform/store/accounts/security-notes.ts';
import type { Db } from '../../platform/store/database.ts';

/** How many notes are logged in one pass. The rest waits for the next pass. */
const maxAtOnce = 100;

/**
 * Stores a security event in the transaction of its change. The running host, or the next one to start,
 * writes it to its log, so that events of the admin command appear there too.
 */
export async function noteSecurity(database: Db, event: SecurityEvent): Promise<void> {
  await addSecurityNote(database, event);
}

/**
 * Logs the notes that were not logged yet, and marks them afterwards: a failure in between logs them twice
 * rather than never.
 */
export async function logSecurityNotes(database: Db, log: Logger): Promise<void> {
  const notes = await unloggedNotes(database, maxAtOnce);
  if (notes.length === 0) return;
  // Trusted content: only `noteSecurity` and migrations write these rows.
  for (const { at, event } of notes) logSecurity(log.child({ at: at.toISOString() }), event as SecurityEvent);
  await markNotesLogged(
    database,
    notes.map(({ id }) => id),
  );
}
