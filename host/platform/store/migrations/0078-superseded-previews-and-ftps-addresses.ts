import { sql, type Kysely } from 'kysely';

/**
 * That a preview was superseded is known for as long as it could be asked for (DET-4). And from which
 * addresses people logged in by FTPS: places are kept for them while strangers wait (FTPS-6).
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
