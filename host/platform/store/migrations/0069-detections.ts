import { sql, type Kysely } from 'kysely';

/**
 * What was detected (DET-14): detections by receiver, antenna and hour (UTC), and the parts of runs that
 * they sum up. Each hour that was followed has the state of the algorithm at its end, so that late
 * contacts are followed from there, and says by which settings and transmitters it was followed. A part is
 * given by the hour in which its run was settled; by none while it is open. Previews are of settings that
 * nobody saved yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table detections (
      system_id text not null references systems (id) on update cascade on delete cascade,
      rx_id integer not null,
      ant smallint not null,
      hour timestamptz not null,
      transmitter_id integer not null,
      hits integer not null,
      mean_power double precision not null,
      power_deviation double precision not null,
      max_power double precision not null,
      mean_interval_ms double precision,
      interval_deviation_ms double precision,
      first_ts timestamptz not null,
      last_ts timestamptz not null,
      is_ambiguous boolean not null,
      has_rhythm boolean not null,
      config_version integer not null,
      primary key (system_id, rx_id, hour, ant, transmitter_id)
    );
    create index detections_transmitter on detections (system_id, transmitter_id, last_ts);

    create table detection_parts (
      system_id text not null references systems (id) on update cascade on delete cascade,
      rx_id integer not null,
      hour timestamptz not null,
      given_hour timestamptz,
      config_version integer not null,
      part json not null
    );
    create index detection_parts_hour on detection_parts (system_id, rx_id, hour);
    create index detection_parts_given on detection_parts (system_id, rx_id, given_hour);

    create table detection_hours (
      system_id text not null references systems (id) on update cascade on delete cascade,
      rx_id integer not null,
      hour timestamptz not null,
      config_version integer not null,
      senders text not null,
      end_state text not null,
      primary key (system_id, rx_id, hour)
    );
    create index detection_hours_hour on detection_hours (system_id, hour);

    create table detection_senders (
      system_id text not null references systems (id) on update cascade on delete cascade,
      mark text not null,
      senders json not null,
      primary key (system_id, mark)
    );

    create table followed_detections (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      pass bigint not null default 0,
      mark jsonb,
      pending jsonb not null default '[]',
      settings text not null default '',
      tags text not null default ''
    );

    create table detection_previews (
      id uuid primary key default gen_random_uuid(),
      system_id text not null references systems (id) on update cascade on delete cascade,
      parameters json not null,
      made_at timestamptz not null default now(),
      job_id text,
      progress smallint not null default 0,
      result json
    );
    create index detection_previews_system on detection_previews (system_id, made_at);
  `)
    .execute(db);
}
