import { sql, type Kysely } from 'kysely';

/**
 * When any host last heard each receiver (RX-23). Contacts do not show that, because they may be from any
 * time. Rows change every few minutes, so pages keep room for their next versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table receivers_heard (
      rx_id integer primary key references receivers (id) on delete cascade,
      heard_at timestamptz not null
    ) with (fillfactor = 50);
  `)
    .execute(db);
}
