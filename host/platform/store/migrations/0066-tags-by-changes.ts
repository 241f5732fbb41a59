import { sql, type Kysely } from 'kysely';

/**
 * Tags are written by changes, so they carry a revision (REG-23). An animal and a transmitter are on one tag
 * at a time, and neither goes while a tag names it; a tag is retrieved after its release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    do $$ declare found text; begin
      select string_agg(distinct tag.id::text, ', ') into found from tags tag left join tags other
        on other.system_id = tag.system_id and other.id <> tag.id and (other.animal_id = tag.animal_id or other.transmitter_id = tag.transmitter_id)
        and not (coalesce(tag.retrieve_time, 'infinity') <= coalesce(other.release_time, '-infinity')
          or coalesce(other.retrieve_time, 'infinity') <= coalesce(tag.release_time, '-infinity'))
      where tag.retrieve_time <= tag.release_time or other.id is not null;
      if found is not null then
        raise exception 'the tags % overlap others or are retrieved before their release: correct or delete them in the table tags first', found;
      end if;
    end $$;
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
