import { sql, type Kysely } from 'kysely';

/**
 * How many contacts of each power a receiver heard in an hour, noise apart (STAT-12). `built` is the number
 * that the hour was touched by when it was counted (STO-14), in which epoch: another one, and it is out of
 * date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table hourly_powers (
      hour timestamptz not null,
      built xid8 not null,
      rx_id integer not null references receivers (id) on delete cascade,
      system_id text not null references systems (id) on update cascade on delete cascade,
      epoch text not null,
      powers integer[] not null,
      noise integer[] not null,
      primary key (system_id, rx_id, hour)
    );
    create index hourly_powers_rx on hourly_powers (rx_id);
  `)
    .execute(db);
}
