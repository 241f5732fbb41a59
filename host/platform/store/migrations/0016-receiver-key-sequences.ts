import { sql, type Kysely } from 'kysely';

/**
 * The senders' own numbers (`seq`) of stored contacts, by receiver key. A separate table, because it is
 * written with every batch, while keys are read with every request.
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
