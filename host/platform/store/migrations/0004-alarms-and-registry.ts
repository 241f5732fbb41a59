import { sql, type Kysely } from 'kysely';

/**
 * Alarms and their snoozing, and the registry of animals, transmitters and tags (ALM-1, ALM-12, REG-1, REG-6,
 * REG-8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The badge is the newest id minus the last one seen (ALM-8), so ids count up without a gap within a
  // system.
  await sql
    .raw(`
    create table alarm_counters (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      last_id integer not null
    );

    create table alarms (
      system_id text not null references systems (id) on update cascade on delete cascade,
      id integer not null,
      alarm_code_id integer not null,
      rx_id integer references receivers (id) on delete set null,
      alias text not null,
      site_name text not null,
      at timestamptz not null default now(),
      primary key (system_id, id)
    );
    create index alarms_at on alarms (system_id, at);
    create index alarms_rx on alarms (rx_id);

    create function number_alarm() returns trigger language plpgsql as $$
    begin
      insert into alarm_counters as counter (system_id, last_id) values (new.system_id, 1)
        on conflict (system_id) do update set last_id = counter.last_id + 1
        returning last_id into new.id;
      return new;
    end
    $$;
    create trigger alarms_number before insert on alarms for each row execute function number_alarm();

    create table rx_snooze (
      system_id text not null,
      rx_id integer primary key,
      snooze_until timestamptz not null,
      foreign key (system_id, rx_id) references receivers (system_id, id) on update cascade on delete cascade
    );
    create index rx_snooze_system on rx_snooze (system_id, rx_id);

    -- Manufacturers' models are the same for every system.
    create table transmitter_models (
      id integer generated always as identity primary key,
      model_number text not null unique
    );

    create table transmitters (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      serial_number text not null check (char_length(serial_number) between 6 and 15),
      transmitter_model_id integer not null references transmitter_models (id),
      protocol_id smallint not null,
      frequency_hz integer not null,
      frequency_variance_hz integer not null default 0 check (frequency_variance_hz >= 0),
      code_number integer,
      emit_interval_ms integer not null,
      emit_interval_variance_ms integer not null default 0 check (emit_interval_variance_ms >= 0),
      purpose smallint not null default 0 check (purpose in (0, 1, 2)),
      unique (system_id, serial_number),
      unique (system_id, id)
    );
    create index transmitters_model on transmitters (transmitter_model_id);

    create table animals (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      species text not null check (char_length(species) between 1 and 50),
      alias text not null check (char_length(alias) between 1 and 50),
      gender smallint not null check (gender in (0, 1)),
      weight_g integer not null check (weight_g between 1 and 65535),
      age_days integer not null check (age_days between 1 and 65535),
      unique (system_id, id)
    );

    create table tags (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      animal_id integer not null,
      transmitter_id integer not null,
      release_time timestamptz,
      release_latitude double precision check (release_latitude between -90 and 90),
      release_longitude double precision check (release_longitude between -180 and 180),
      retrieve_time timestamptz,
      retrieve_latitude double precision check (retrieve_latitude between -90 and 90),
      retrieve_longitude double precision check (retrieve_longitude between -180 and 180),
      last_contacted timestamptz,
      rx_id integer references receivers (id) on delete set null,
      foreign key (system_id, animal_id) references animals (system_id, id) on update cascade on delete cascade,
      foreign key (system_id, transmitter_id) references transmitters (system_id, id) on update cascade on delete cascade
    );
    create index tags_animal on tags (system_id, animal_id);
    create index tags_transmitter on tags (system_id, transmitter_id);
    create index tags_rx on tags (rx_id);
  `)
    .execute(db);
}
