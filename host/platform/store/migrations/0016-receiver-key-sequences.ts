import { sql, type Kysely } from 'kysely';

/**
 * The numbers (`seq`) that senders gave to stored contacts, by receiver key. They have a table of their own,
 * because they are written with every batch, while keys are read with every request.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table receiver_key_sequences (
      key_id integer primary key references receiver_keys (id) on delete cascade,
      taken int8multirange not null default '{}',
      closed_below bigint not null default 0
    ) with (fillfactor = 50);
  `)
    .execute(db);
}
