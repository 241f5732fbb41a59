import { sql, type Kysely } from 'kysely';

/**
 * Marks superseded previews, so that a caller that still asks for one gets the reason (DET-4). Also stores
 * the addresses of FTPS logins; connections are reserved for them when strangers occupy the others (FTPS-6).
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
