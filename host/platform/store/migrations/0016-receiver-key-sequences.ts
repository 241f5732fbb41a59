import { sql, type Kysely } from 'kysely';

/**
 * Which of a sender's own numbers of contacts (`seq`) were taken in, by its receiver key. A table of its own:
 * it is written with every batch, and the keys are read with every request.
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
