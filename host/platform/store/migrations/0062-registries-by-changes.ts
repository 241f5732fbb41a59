import { sql, type Kysely } from 'kysely';

/**
 * Animals and transmitters are written by changes, so they carry a revision. A model of transmitters belongs
 * to a system (REG-17): each system gets those that its transmitters are of. A transmitter holds the number
 * of its model, and the row of a model comes with the first transmitter that names it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table animals add column rev bigint not null default 0, add column created_at timestamptz not null default now();
    alter table transmitters add column rev bigint not null default 0, add column created_at timestamptz not null default now(),
      add column model_number text;
    update transmitters set model_number = model.model_number from transmitter_models model where model.id = transmitter_model_id;
    alter table transmitters alter column model_number set not null;

    drop trigger transmitters_marked on transmitters;
    alter table transmitters drop column transmitter_model_id;
    drop table transmitter_models;
    create table transmitter_models (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      model_number text not null,
      unique (system_id, model_number)
    );
    insert into transmitter_models (system_id, model_number)
      select distinct system_id, model_number from transmitters order by system_id, model_number;
    alter table transmitters add foreign key (system_id, model_number) references transmitter_models (system_id, model_number)
      on update cascade on delete cascade;
    create index transmitters_model on transmitters (system_id, model_number);

    create function keep_transmitter_model() returns trigger language plpgsql as $$ begin
      insert into transmitter_models (system_id, model_number) values (new.system_id, new.model_number) on conflict do nothing;
      return new;
    end $$;
    create trigger transmitters_model_kept before insert or update of model_number on transmitters
      for each row execute function keep_transmitter_model();

    create trigger transmitters_marked before insert or delete or update of id, system_id, serial_number, model_number, protocol_id,
      frequency_hz, frequency_variance_hz, code_number, emit_interval_ms, emit_interval_variance_ms, purpose, rev, created_at
      on transmitters for each row execute function refuse_unmarked();
    drop trigger animals_marked on animals;
    create trigger animals_marked before insert or delete or update of id, system_id, species, alias, gender, weight_g, age_days, rev,
      created_at on animals for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
