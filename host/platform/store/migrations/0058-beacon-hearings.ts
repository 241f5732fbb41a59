import { sql, type Kysely } from 'kysely';

/**
 * Where beacons were heard last, and whether an alarm said that one fell silent there (ALM-20); and when a
 * system's beacons were looked at, by whichever host.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table beacon_hearings (
      hour timestamptz not null,
      hits bigint not null,
      heard_at timestamptz not null,
      transmitter_id integer not null references transmitters (id) on delete cascade,
      rx_id integer not null references receivers (id) on delete cascade,
      ant smallint not null,
      is_silent boolean not null default false,
      primary key (transmitter_id, rx_id, ant)
    ) with (fillfactor = 80);
    create index beacon_hearings_rx on beacon_hearings (rx_id);

    create table beacon_looks (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      looked_at timestamptz not null
    );
  `)
    .execute(db);
}
