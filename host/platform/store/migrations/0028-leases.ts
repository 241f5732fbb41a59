import { sql, type Kysely } from 'kysely';

/**
 * Who does what must be done once at a time, and until when (HOST-12). A fence is never given twice, so that
 * whoever slept through the end of its lease is told apart from the next holder.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create sequence lease_fences;
    create table leases (
      task text not null,
      system_id text not null,
      holder uuid not null,
      fence bigint not null unique default nextval('lease_fences'),
      expires_at timestamptz not null,
      primary key (task, system_id)
    );
  `)
    .execute(db);
}
