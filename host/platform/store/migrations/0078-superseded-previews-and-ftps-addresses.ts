import { sql, type Kysely } from 'kysely';

/**
 * Marks superseded previews, so that a late request gets the reason (DET-4). Also stores the addresses of
 * FTPS logins, for which connections are reserved while strangers wait (FTPS-6).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table detection_previews add column superseded boolean not null default false;

    create table ftps_addresses (
      address_hash bytea primary key,
      seen_at timestamptz not null default now()
    );
    create index ftps_addresses_seen on ftps_addresses (seen_at);
  `)
    .execute(db);
}
