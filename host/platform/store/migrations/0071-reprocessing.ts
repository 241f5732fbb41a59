import { sql, type Kysely } from 'kysely';

/**
 * Jobs of reprocessing (DET-17 to DET-19), and what lies aside for each: what it has `found`, which nobody
 * sees before all of it is there, and what it has `replaced`, until the next job. What lies aside has no
 * foreign keys, as a look-up for each row would cost more than the row: it goes with its job by a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table reprocess_jobs (
      id uuid primary key default gen_random_uuid(),
      system_id text not null references systems (id) on update cascade on delete cascade,
      status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
      created_at timestamptz not null default now(),
      created_by integer references users (id) on delete set null,
      start_time timestamptz not null,
      end_time timestamptz not null check (end_time > start_time),
      config_version integer not null,
      senders text not null,
      chunk_hours smallint not null check (chunk_hours between 1 and 12),
      throttle_s double precision not null check (throttle_s between 0 and 60),
      -- The next hour to be looked at.
      next_at timestamptz not null,
      elapsed_ms bigint not null default 0,
      job_id text,
      -- Up to where the system was followed when the job began: what came later is followed once more.
      mark jsonb,
      error text,
      ended_at timestamptz,
      added integer,
      removed integer,
      kept integer,
      restored_at timestamptz,
      -- Up to where what it replaced had been followed.
      replaced_mark jsonb,
      replaced_pending jsonb not null default '[]'
    );
    create unique index reprocess_jobs_running on reprocess_jobs (system_id) where status = 'running';
    create index reprocess_jobs_order on reprocess_jobs (system_id, created_at desc, id);
    create index reprocess_jobs_completed on reprocess_jobs (system_id, ended_at desc) where status = 'completed';
    create index reprocess_jobs_created_by on reprocess_jobs (created_by);

    create table aside_hours (
      job_id uuid not null,
      side text not null check (side in ('found', 'replaced')),
      rx_id integer not null,
      hour timestamptz not null,
      config_version integer not null,
      senders text not null,
      end_state text not null,
      primary key (job_id, side, rx_id, hour)
    );

    create table aside_parts (
      job_id uuid not null,
      side text not null check (side in ('found', 'replaced')),
      rx_id integer not null,
      hour timestamptz not null,
      given_hour timestamptz,
      config_version integer not null,
      part json not null
    );
    create index aside_parts_hour on aside_parts (job_id, side, rx_id, hour);

    create table aside_detections (
      job_id uuid not null,
      side text not null check (side in ('found', 'replaced')),
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
      config_version integer not null
    );
    create index aside_detections_job on aside_detections (job_id, side);

    create table reprocess_summaries (
      job_id uuid not null references reprocess_jobs (id) on delete cascade,
      transmitter_id integer not null,
      rx_id integer not null,
      added integer not null,
      removed integer not null,
      kept integer not null,
      primary key (job_id, transmitter_id, rx_id)
    );

    create function drop_reprocess_rows() returns trigger language plpgsql as $$ begin
      delete from aside_hours where job_id = old.id;
      delete from aside_parts where job_id = old.id;
      delete from aside_detections where job_id = old.id;
      return null;
    end $$;
    create trigger reprocess_jobs_rows after delete on reprocess_jobs for each row execute function drop_reprocess_rows();
  `)
    .execute(db);
}
