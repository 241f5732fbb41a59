import { sql, type Kysely } from 'kysely';

/**
 * What a receiver reports of itself, and who heard a tag last, in tables of their own: these come all the
 * time and have no revision, so they must never wait for the rows that people edit. What is there moves;
 * nothing of it is lost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- No row: it never said anything. model: null until it tells; receivers.model is what people set.
    -- status_time and info_time are the reports' own times: a late one overwrites none that is newer.
    create table receiver_reports (
      rx_id integer primary key,
      status smallint not null default 0,
      status_time timestamptz,
      info_time timestamptz,
      model smallint check (model in (0, 1)),
      memory_used_mb real,
      memory_total_mb real,
      voltage real,
      firmware_major smallint,
      firmware_minor smallint,
      firmware_patch smallint
    ) with (fillfactor = 80);

    -- When it was reported was not kept: the last change of its state is the newest time at which it is known to have spoken.
    insert into receiver_reports (rx_id, status, status_time, info_time, memory_used_mb, memory_total_mb, voltage,
        firmware_major, firmware_minor, firmware_patch)
      select id, status, status_time,
        case when num_nonnulls(memory_used_mb, memory_total_mb, voltage, firmware_major, firmware_minor, firmware_patch) > 0
          then coalesce(status_time, created_at) end,
        memory_used_mb, memory_total_mb, voltage, firmware_major, firmware_minor, firmware_patch
      from receivers
      where status <> 0 or num_nonnulls(status_time, memory_used_mb, memory_total_mb, voltage, firmware_major, firmware_minor,
        firmware_patch) > 0;
    alter table receivers drop column status, drop column status_time, drop column memory_used_mb, drop column memory_total_mb,
      drop column voltage, drop column firmware_major, drop column firmware_minor, drop column firmware_patch;

    -- rx_id: the receiver that heard it last.
    create table tag_contacts (
      tag_id integer primary key,
      last_contacted timestamptz,
      rx_id integer
    ) with (fillfactor = 80);
    create index tag_contacts_rx on tag_contacts (rx_id);

    insert into tag_contacts (tag_id, last_contacted, rx_id)
      select id, last_contacted, rx_id from tags where num_nonnulls(last_contacted, rx_id) > 0;
    alter table tags drop column last_contacted, drop column rx_id;

    -- A foreign key would lock the receiver's row with each report, and wait for whoever renames it: what it refers by is looked after
    -- by these triggers instead, as it is for contacts, which have no foreign keys either.
    alter table receiver_state_events drop constraint receiver_state_events_system_id_rx_id_fkey;
    alter table alarms drop constraint alarms_rx_id_fkey;

    create function forget_receivers() returns trigger language plpgsql as $$
    begin
      delete from receiver_reports where rx_id in (select id from gone);
      delete from receiver_state_events where rx_id in (select id from gone);
      update alarms set rx_id = null where rx_id in (select id from gone);
      update tag_contacts set rx_id = null where rx_id in (select id from gone);
      return null;
    end
    $$;
    create trigger receivers_forgotten after delete on receivers referencing old table as gone
      for each statement execute function forget_receivers();

    create function forget_tags() returns trigger language plpgsql as $$
    begin
      delete from tag_contacts where tag_id in (select id from gone);
      return null;
    end
    $$;
    create trigger tags_forgotten after delete on tags referencing old table as gone
      for each statement execute function forget_tags();
  `)
    .execute(db);
}
