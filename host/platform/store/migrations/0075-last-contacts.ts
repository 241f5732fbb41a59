import { sql, type Kysely } from 'kysely';

/**
 * The time of each receiver's newest contact (RX-49), so that contacts need not be searched for it. Rows
 * change every few seconds, so pages keep room for their next versions. For contacts stored before this
 * migration, only `touched_hours` gives the hour.
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
