import { sql, type Kysely } from 'kysely';

/**
 * By which settings each system finds detections (DET-10): every version that was saved, of which one is the
 * present. A system has one from its making on, by the defaults; it is closed, never changed, by the next.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table detection_configs (
      system_id text not null references systems (id) on update cascade on delete cascade,
      version integer not null check (version > 0),
      effective_from timestamptz not null,
      effective_to timestamptz check (effective_to >= effective_from),
      modified_by integer references users (id) on delete set null,
      change_reason text,
      minimum_hits smallint not null default 2 check (minimum_hits between 1 and 10),
      minimum_average_power double precision check (minimum_average_power between -120 and -40),
      maximum_power_deviation double precision check (maximum_power_deviation between 0 and 20),
      maximum_interval_deviation double precision check (maximum_interval_deviation between 0 and 10000),
      frequency_tolerance_multiplier double precision not null default 1
        check (frequency_tolerance_multiplier > 0 and frequency_tolerance_multiplier <= 3),
      interval_tolerance_multiplier double precision not null default 1
        check (interval_tolerance_multiplier > 0 and interval_tolerance_multiplier <= 3),
      primary key (system_id, version)
    );
    create unique index detection_configs_current on detection_configs (system_id) where effective_to is null;
    create index detection_configs_modified_by on detection_configs (modified_by);

    create function begin_detection_config() returns trigger language plpgsql as $$ begin
      insert into detection_configs (system_id, version, effective_from, change_reason)
        values (new.id, 1, date_trunc('milliseconds', new.created_at), 'Default configuration');
      return null;
    end $$;
    create trigger systems_detection_config after insert on systems for each row execute function begin_detection_config();
    insert into detection_configs (system_id, version, effective_from, change_reason)
      select id, 1, date_trunc('milliseconds', created_at), 'Default configuration' from systems;
  `)
    .execute(db);
}
