import { sql, type Kysely } from 'kysely';

/**
 * What becomes of receivers in time: retired ones stay with all that they said (RX-35), places are kept with
 * their times (RX-39), and people write notes of their visits (RX-41).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config('console.writing', 'on', true)`.execute(db);
  await sql
    .raw(`
    -- retired_heard_at: when it was first heard after it was retired.
    alter table receivers add column retired_at timestamptz, add column retired_heard_at timestamptz;
    drop index receivers_system_id_alias_key;
    create unique index receivers_system_id_alias_key on receivers (system_id, alias) where retired_at is null;
    create index receivers_retired on receivers (system_id) where retired_at is not null;
    create trigger receivers_retired_marked before update of retired_at on receivers
      for each row execute function refuse_unmarked();

    create trigger receiver_configs_marked before insert or update or delete on receiver_configs
      for each row execute function refuse_unmarked();

    -- since null: as far back as anything is known; until null: the present. noted_at is when its transaction
    -- began. Without a reference to receivers and sites: what was stays, whatever goes; site_alias is the
    -- site's last name.
    create table receiver_locations (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      rx_id integer not null,
      since timestamptz,
      until timestamptz,
      latitude double precision,
      longitude double precision,
      site_id integer,
      site_alias text,
      noted_at timestamptz not null default now(),
      check ((latitude is null) = (longitude is null)),
      check (since < until)
    );
    create unique index receiver_locations_present on receiver_locations (rx_id) where until is null;
    create index receiver_locations_of on receiver_locations (rx_id, until);
    insert into receiver_locations (system_id, rx_id, latitude, longitude, site_id, site_alias)
      select receivers.system_id, receivers.id, latitude, longitude, site_id, sites.alias
      from receivers left join sites on sites.id = site_id order by receivers.id;
    create trigger receiver_locations_marked before insert or update or delete on receiver_locations
      for each row execute function refuse_unmarked();

    -- Places in a row that are the same one become one.
    create function join_places(rx integer) returns void language plpgsql as $$
    declare
      place receiver_locations;
      last receiver_locations;
    begin
      for place in select * from receiver_locations where rx_id = rx order by until loop
        if last.until = place.since and (last.latitude, last.longitude, last.site_id)
          is not distinct from (place.latitude, place.longitude, place.site_id) then
          delete from receiver_locations where id = place.id;
          update receiver_locations set until = place.until where id = last.id;
          last.until := place.until;
        else
          last := place;
        end if;
      end loop;
    end $$;

    -- The present place mirrors the receiver's row. A change of it ends the period and begins another; within
    -- the transaction that began it, and as a correction ('console.placing'), it rewrites the period. Who
    -- puts a receiver back ('restored') writes its places as well.
    create function keep_places() returns trigger language plpgsql as $$
    declare
      way text := coalesce(current_setting('console.placing', true), '');
      present receiver_locations;
      earlier receiver_locations;
      here text;
      began timestamptz;
    begin
      if tg_op = 'DELETE' then
        update receiver_locations set until = greatest(clock_timestamp(), since + interval '1 microsecond')
          where rx_id = old.id and until is null;
        return null;
      end if;
      -- A retired one stays where it stood last, also when its site goes.
      if new.retired_at is not null or way = 'restored' then
        return null;
      end if;
      select * into present from receiver_locations where rx_id = new.id order by until desc nulls first limit 1;
      if found and (present.latitude, present.longitude, present.site_id)
        is not distinct from (new.latitude, new.longitude, new.site_id) then
        -- It was gone, and comes back where it stood.
        update receiver_locations set until = null where id = present.id and until is not null;
        return null;
      end if;
      here := (select alias from sites where id = new.site_id);
      if present.id is not null and present.until is null then
        if present.noted_at = now() or way = 'corrected' then
          update receiver_locations
            set latitude = new.latitude, longitude = new.longitude, site_id = new.site_id, site_alias = here
            where id = present.id;
          -- It stood there already when it belonged to another site. What nobody knew is no place.
          began := present.since;
          for earlier in select * from receiver_locations where rx_id = new.id and until is not null order by until desc loop
            exit when way <> 'corrected' or earlier.until is distinct from began or present.latitude is null
              or (earlier.latitude, earlier.longitude) is distinct from (present.latitude, present.longitude);
            update receiver_locations set latitude = new.latitude, longitude = new.longitude where id = earlier.id;
            began := earlier.since;
          end loop;
          perform join_places(new.id);
          return null;
        end if;
        update receiver_locations set until = greatest(clock_timestamp(), since + interval '1 microsecond')
          where id = present.id returning until into began;
      elsif present.id is not null then
        began := greatest(present.until, clock_timestamp());
      end if;
      insert into receiver_locations (system_id, rx_id, since, latitude, longitude, site_id, site_alias)
        values (new.system_id, new.id, began, new.latitude, new.longitude, new.site_id, here);
      return null;
    end $$;
    create trigger receivers_placed
      after insert or delete or update of latitude, longitude, site_id, retired_at on receivers
      for each row execute function keep_places();

    -- No site goes while receivers stand at it; retired ones do not hold it up, and stand at none until it
    -- comes back.
    create function leave_site() returns trigger language plpgsql as $$
    begin
      update receiver_locations set site_alias = old.alias where site_id = old.id;
      update receivers set site_id = null where system_id = old.system_id and site_id = old.id and retired_at is not null;
      return old;
    end $$;
    create trigger sites_left before delete on sites for each row execute function leave_site();
    create function return_to_site() returns trigger language plpgsql as $$
    begin
      update receivers set site_id = new.id from receiver_locations as present
        where receivers.system_id = new.system_id and retired_at is not null and receivers.site_id is null
          and present.rx_id = receivers.id and present.until is null and present.site_id = new.id;
      return null;
    end $$;
    create trigger sites_returned after insert on sites for each row execute function return_to_site();

    -- One that comes back has the number it had.
    create table receiver_notes (
      id integer generated by default as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      rx_id integer not null,
      visited_at timestamptz not null,
      text text not null check (char_length(text) between 1 and 2000),
      user_id integer,
      user_name text
    );
    create index receiver_notes_of on receiver_notes (rx_id, visited_at);
    create trigger receiver_notes_marked before insert or update or delete on receiver_notes
      for each row execute function refuse_unmarked();
  `)
    .execute(db);
  await sql`select set_config('console.writing', '', true)`.execute(db);
}
