import { sql, type Kysely } from 'kysely';

/**
 * Modems and what they reported (REG-28). `facts` holds what is known of one: by name the value and when it
 * was said (ms); `placed_at` is since when it is at its site. A modem whose site goes stays, with no site.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table modems (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      site_id integer,
      name text not null check (char_length(name) between 1 and 45),
      facts jsonb not null default '{}',
      last_contacted timestamptz,
      placed_at timestamptz,
      created_at timestamptz not null default now(),
      unique (system_id, id),
      foreign key (system_id, site_id) references sites (system_id, id) on update cascade on delete set null (site_id)
    );
    create unique index modems_name on modems (system_id, lower(name));
    create index modems_site on modems (system_id, site_id);

    -- V, °C and dBm; the lowest and the highest where a modem sends means. words: what it said in texts.
    create table modem_readings (
      ts timestamptz not null,
      modem_id integer not null,
      voltage real,
      voltage_min real,
      voltage_max real,
      temperature real,
      temperature_min real,
      temperature_max real,
      rssi real,
      system_id text not null,
      words jsonb,
      primary key (modem_id, ts),
      foreign key (system_id, modem_id) references modems (system_id, id) on update cascade on delete cascade
    );
  `)
    .execute(db);
}
