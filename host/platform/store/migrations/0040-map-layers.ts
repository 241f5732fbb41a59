import { sql, type Kysely } from 'kysely';

/**
 * What people put under the pins of a system's map (LAY-1). Features lie apart from the layer that shows
 * them, by their hash, so that a deleted layer comes back by a change as small as any other. `released_at`:
 * when the last layer of such features went.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table map_layer_contents (
      system_id text not null references systems (id) on update cascade on delete cascade,
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      packed bytea not null,
      bytes integer not null,
      format text not null check (format in ('geojson', 'gpx', 'kml')),
      features integer not null,
      vertices integer not null,
      bounds double precision[] not null check (cardinality(bounds) = 4),
      released_at timestamptz,
      primary key (system_id, hash)
    );
    -- It is packed already.
    alter table map_layer_contents alter column packed set storage external;

    create table map_layers (
      id integer generated always as identity primary key,
      system_id text not null,
      name text not null,
      color text not null default '#3388ff' check (color ~ '^#[0-9a-fA-F]{6}$'),
      shown boolean not null default true,
      place integer not null default 0,
      content text not null,
      rev bigint not null default 0,
      created_at timestamptz not null default now(),
      constraint map_layers_system_id_name_key unique (system_id, name),
      foreign key (system_id, content) references map_layer_contents (system_id, hash) on update cascade on delete cascade
    );
    create index map_layers_content on map_layers (system_id, content);

    create trigger map_layers_marked before insert or delete or update of id, system_id, name, color, shown, place, content, rev, created_at
      on map_layers for each row execute function refuse_unmarked();

    create function release_layer_content() returns trigger language plpgsql as $$
    begin
      update map_layer_contents set released_at = clock_timestamp() where system_id = old.system_id and hash = old.content;
      return null;
    end $$;
    create trigger map_layers_release after delete on map_layers for each row execute function release_layer_content();
  `)
    .execute(db);
}
