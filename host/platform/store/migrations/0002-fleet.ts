import { sql, type Kysely } from 'kysely';

/** Sites, receivers, what state they were in, and the keys by which they send (RX-2, SITE-1, ING-8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The pairs (system_id, id) let a row that names a site or receiver prove that it is of the same system.
  await sql
    .raw(`
    create table sites (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      alias text not null check (char_length(alias) between 1 and 45),
      color text not null default '#4caf50',
      point_style text not null default 'circle',
      created_at timestamptz not null default now(),
      unique (system_id, alias),
      unique (system_id, id)
    );

    create table receivers (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      site_id integer,
      alias text not null check (char_length(alias) between 1 and 45),
      model smallint not null default -1 check (model in (-1, 0, 1)),
      ip_address text not null default '127.0.0.1' check (char_length(ip_address) <= 15),
      port_number integer not null default 20001 check (port_number between 1 and 65535),
      enabled boolean not null default true,
      status smallint not null default 0,
      status_time timestamptz,
      color text not null default '#9ccc65',
      latitude double precision check (latitude between -90 and 90),
      longitude double precision check (longitude between -180 and 180),
      memory_used_mb real,
      memory_total_mb real,
      voltage real,
      firmware_major smallint,
      firmware_minor smallint,
      firmware_patch smallint,
      config jsonb not null default '{}',
      created_at timestamptz not null default now(),
      unique (system_id, alias),
      unique (system_id, id),
      check ((latitude is null) = (longitude is null)),
      foreign key (system_id, site_id) references sites (system_id, id) on update cascade
    );
    create index receivers_site on receivers (system_id, site_id);

    -- One row per change of state; the timeline joins each with the next.
    create table receiver_state_events (
      system_id text not null,
      rx_id integer not null,
      at timestamptz not null,
      status smallint not null,
      primary key (rx_id, at),
      foreign key (system_id, rx_id) references receivers (system_id, id) on update cascade on delete cascade
    );
    create index receiver_state_events_system on receiver_state_events (system_id, at);

    create table receiver_keys (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      name text not null,
      key_hash bytea not null unique,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    create index receiver_keys_system on receiver_keys (system_id);
  `)
    .execute(db);
}
