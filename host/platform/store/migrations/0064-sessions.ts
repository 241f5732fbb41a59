import { sql, type Kysely } from 'kysely';

/** Of each session by what device it was opened, and when it was used last (ACC-30). */
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
