import type { Client } from 'pg';

/** What was done last with backups of a database: made, brought back into it, tried aside (BAK-6). */
export type BackupDeed = 'made' | 'restored' | 'tried';

/** Notes it, where the database is not of a version before such notes. */
export async function noteDeed(client: Client, deed: BackupDeed, backup: string, madeAt: string): Promise<void> {
  const { rowCount } = await client.query(`select where to_regclass('public.backup_notes') is not null`);
  if (rowCount === 0) return;
  await client.query(
    `insert into public.backup_notes (deed, backup, made_at) values ($1, $2, $3)
      on conflict (deed) do update set at = now(), backup = excluded.backup, made_at = excluded.made_at`,
    [deed, backup, madeAt],
  );
}
