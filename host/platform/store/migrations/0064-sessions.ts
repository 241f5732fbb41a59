import { sql, type Kysely } from 'kysely';

/** The device that opened each session, and when the session was last used (ACC-30). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table sessions add column device text not null default 'Unknown device', add column used_at timestamptz;
    update sessions set used_at = coalesce(
      (select max(greatest(token.issued_at, token.used_at)) from refresh_tokens token where token.session_id = sessions.id), created_at);
    alter table sessions alter column used_at set not null, alter column used_at set default now();
  `)
    .execute(db);
}
