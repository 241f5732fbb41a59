import { sql, type Kysely } from 'kysely';

/**
 * When the newest contact of each receiver was (RX-49): contacts are not searched for it. Written over every
 * few seconds, so the page keeps room for the next version of its rows. What is older than this is known by
 * the hour, from `touched_hours`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table last_contacts (
      rx_id integer primary key references receivers (id) on delete cascade,
      contact_at timestamptz not null
    ) with (fillfactor = 50);
  `)
    .execute(db);
}
