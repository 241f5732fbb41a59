import type { Client } from 'pg';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';
import { oneRow, withSessions } from './sessions.ts';

/**
 * The last action on a backup of a database: it was made, restored into this database, or restored as a test
 * (BAK-6).
 */
export type BackupAction = 'made' | 'restored' | 'tried';

/**
 * Notes the action in the database. Does nothing if the database is too old to have the table for such notes.
 */
export async function noteAction(client: Client, action: BackupAction, backup: string, madeAt: string): Promise<void> {
  const { known } = await oneRow<{ known: boolean }>(client, `select to_regclass('public.backup_notes') is not null as known`);
  if (!known) return;
  await client.query(
    `insert into public.backup_notes (deed, backup, made_at) values ($1, $2, $3)
      on conflict (deed) do update set at = now(), backup = excluded.backup, made_at = excluded.made_at`,
    [action, backup, madeAt],
  );
}

/**
 * Notes the action in the database that `onDatabase` opens. If that fails, as on a full disk, it only logs a
 * warning.
 */
export async function noteDone(
  onDatabase: (work: (url: string) => Promise<void>) => Promise<void>,
  { action, backup, madeAt }: { action: BackupAction; backup: string; madeAt: string },
  log: Logger,
): Promise<void> {
  try {
    await onDatabase((url) =>
      withSessions(url, 1, async (session) => {
        if (session !== undefined) await noteAction(session, action, backup, madeAt);
      }),
    );
  } catch (error) {
    log.warn({ reason: errorText(error) }, `that the backup was ${action} could not be noted in the database`);
  }
}
