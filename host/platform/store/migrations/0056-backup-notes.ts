import { sql, type Kysely } from 'kysely';

/**
 * When this database was last backed up, restored from a backup, and a backup of it tried (BAK-6): one row
 * for each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table backup_notes (
      deed text primary key check (deed in ('made', 'restored', 'tried')),
      at timestamptz not null default now(),
      backup text not null,
      made_at timestamptz not null
    );
  `)
    .execute(db);
}
