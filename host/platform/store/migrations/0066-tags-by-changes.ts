import { sql, type Kysely } from 'kysely';

/**
 * Tags are written by changes, so they carry a revision (REG-23). An animal and a transmitter are on one tag
 * at a time, and neither goes while a tag names it; a tag is retrieved after its release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table tags add column rev bigint not null default 0, add column created_at timestamptz not null default now();
    alter table tags add constraint tags_in_order check (retrieve_time > release_time);
    alter table tags add constraint tags_one_of_animal exclude using gist
      (int4range(animal_id, animal_id, '[]') with &&, tstzrange(release_time, retrieve_time) with &&);
    alter table tags add constraint tags_one_of_transmitter exclude using gist
      (int4range(transmitter_id, transmitter_id, '[]') with &&, tstzrange(release_time, retrieve_time) with &&);

    alter table tags drop constraint tags_system_id_animal_id_fkey, drop constraint tags_system_id_transmitter_id_fkey;
    alter table tags
      add foreign key (system_id, animal_id) references animals (system_id, id) on update cascade on delete no action,
      add foreign key (system_id, transmitter_id) references transmitters (system_id, id) on update cascade on delete no action;

    drop trigger tags_marked on tags;
    create trigger tags_marked before insert or delete or update of id, system_id, animal_id, transmitter_id, release_time,
      release_latitude, release_longitude, retrieve_time, retrieve_latitude, retrieve_longitude, rev, created_at on tags
      for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
