import { sql, type Kysely } from 'kysely';

/**
 * The stretches of each detection (VISIT-1), null if the hour is one stretch; the visits that they make
 * (VISIT-2); and which visits wait to be computed again (VISIT-4): those of a tag, or of all tags that a
 * receiver heard, in a time. Hours followed before get their stretches from their parts, and all tags their
 * visits, by the passes that follow detections.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table detections add column stretches real[];
    alter table aside_detections add column stretches real[];

    create table visits (
      system_id text not null references systems (id) on update cascade on delete cascade,
      tag_id integer not null references tags (id) on delete cascade,
      -- A receiver without a site is its own.
      site_id integer,
      own_rx_id integer,
      arrived_at timestamptz not null,
      left_at timestamptz not null,
      first_rx_id integer not null,
      last_rx_id integer not null,
      check ((site_id is null) <> (own_rx_id is null)),
      check (arrived_at <= left_at)
    );
    create unique index visits_place on visits (tag_id, arrived_at, coalesce(site_id, 0), coalesce(own_rx_id, 0));
    create index visits_left on visits (tag_id, left_at);
    create index visits_system on visits (system_id);

    create table visits_due (
      system_id text not null references systems (id) on update cascade on delete cascade,
      tag_id integer,
      rx_id integer,
      since timestamptz not null default '-infinity',
      until timestamptz not null default 'infinity'
    );
    create index visits_due_system on visits_due (system_id);
    insert into visits_due (system_id, tag_id) select system_id, id from tags order by id;
    insert into hours_left (system_id, what, rx_id, hour)
      select system_id, 'sum', rx_id, hour from detection_parts group by system_id, rx_id, hour
      having count(*) > (select count(*) from detections each
        where each.system_id = detection_parts.system_id and each.rx_id = detection_parts.rx_id and each.hour = detection_parts.hour)
    on conflict do nothing;

    create function tag_visits_due() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or (new.transmitter_id, new.release_time, new.retrieve_time)
        is distinct from (old.transmitter_id, old.release_time, old.retrieve_time) then
        insert into visits_due (system_id, tag_id) values (new.system_id, new.id);
      end if;
      return null;
    end $$;
    create trigger tags_visits after insert or update on tags for each row execute function tag_visits_due();

    -- Only where a receiver changes its site does a visit change; coordinates are read where a visit is shown.
    -- Places also change while their system is deleted, and no visits wait then.
    create function place_visits_due() returns trigger language plpgsql as $$
    declare
      place receiver_locations := case tg_op when 'DELETE' then old else new end;
    begin
      if tg_op <> 'UPDATE' or new.site_id is distinct from old.site_id then
        insert into visits_due (system_id, rx_id, since, until)
          select id, place.rx_id, coalesce(place.since, '-infinity'), coalesce(place.until, 'infinity')
          from systems where id = place.system_id;
      elsif (new.since, new.until) is distinct from (old.since, old.until) then
        insert into visits_due (system_id, rx_id, since, until)
          select id, new.rx_id, least(one, other), greatest(one, other)
          from systems, (values (coalesce(old.since, '-infinity'), coalesce(new.since, '-infinity')),
            (coalesce(old.until, 'infinity'), coalesce(new.until, 'infinity'))) as ends (one, other)
          where id = new.system_id and one <> other;
      end if;
      return null;
    end $$;
    create trigger receiver_locations_visits after insert or update or delete on receiver_locations
      for each row execute function place_visits_due();
  `)
    .execute(db);
}
