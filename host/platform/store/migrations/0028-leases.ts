import { sql, type Kysely } from 'kysely';

/**
 * Leases of tasks that only one host at a time may do (HOST-12). A fence is never reused, so a host that
 * slept past the end of its lease has another fence than the next holder.
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
