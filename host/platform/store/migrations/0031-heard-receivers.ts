import { sql, type Kysely } from 'kysely';

/**
 * When a receiver was heard last, by whichever host (RX-23): its contacts cannot tell, as they may be of any
 * time. Written over every few minutes, so the page keeps room for the next version of its rows.
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
