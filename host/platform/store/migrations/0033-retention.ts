import { sql, type Kysely } from 'kysely';

/**
 * How long each system keeps its data, and up to where they were deleted (RET-1, RET-5). A day that one
 * system has deleted is no dropped day (CON-11): others may have contacts of it, or bring some later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table systems add column retention jsonb not null default '{}';
    create trigger systems_retention_marked before update of retention on systems
      for each row execute function refuse_unmarked();

    -- How often each sort's days were set, whoever sets them: an announcement holds by the one that it was made by, and one that was
    -- changed and changed back is another.
    create function count_retention_settings() returns trigger language plpgsql as $$
    begin
      new.retention := new.retention || (
        select coalesce(jsonb_object_agg(sort || '.setting', coalesce((old.retention ->> (sort || '.setting'))::integer, 0) + 1), '{}')
        from (select jsonb_object_keys(old.retention || new.retention) as sort) as sorts
        where strpos(sort, '.') = 0 and old.retention -> sort is distinct from new.retention -> sort);
      return new;
    end
    $$;
    create trigger systems_retention_counted before update of retention on systems
      for each row execute function count_retention_settings();

    create table data_floors (
      system_id text not null references systems (id) on update cascade on delete cascade,
      sort text not null,
      before timestamptz not null,
      announced bigint not null,
      deleted bigint not null default 0,
      finished_at timestamptz,
      primary key (system_id, sort)
    );

    -- True where a system has contacts counted of these days which it has not deleted itself.
    create or replace function contacts_were_counted(first_day date, after_day date) returns boolean language sql stable as $$
      with recursive heard as (
        (select system_id from contacts_hourly order by system_id limit 1)
        union all
        select (select system_id from contacts_hourly where system_id > heard.system_id order by system_id limit 1)
        from heard where heard.system_id is not null
      )
      select exists (select from heard where exists (
        select from contacts_hourly hourly where hourly.system_id = heard.system_id and hour < after_day::timestamp at time zone 'UTC'
          and hour >= greatest(first_day::timestamp at time zone 'UTC',
            (select before from data_floors where data_floors.system_id = heard.system_id and sort = 'contacts'))))
    $$;

    -- The partition of a day whose contacts a system has to delete, where no other system has any in it: from first_day to before
    -- after_day; null where there is none.
    create function sole_contact_partition(of_system text, asked date, out first_day date, out after_day date) language plpgsql stable as $$
    declare
      found record;
    begin
      select * into found from contact_day(asked);
      if found.state <> 'there' or not exists (select from data_floors where system_id = of_system and sort = 'contacts'
        and before >= found.after_day::timestamp at time zone 'UTC') then
        return;
      end if;
      if not exists (
        with recursive heard as (
          (select system_id from contacts_hourly order by system_id limit 1)
          union all
          select (select system_id from contacts_hourly where system_id > heard.system_id order by system_id limit 1)
          from heard where heard.system_id is not null
        )
        select from heard where heard.system_id <> of_system and exists (
          select from contacts_hourly hourly where hourly.system_id = heard.system_id and hour < found.after_day::timestamp at time zone 'UTC'
            and hour >= greatest(found.first_day::timestamp at time zone 'UTC', (select before from data_floors
              where data_floors.system_id = heard.system_id and sort = 'contacts' and finished_at is not null)))
      ) then
        first_day := found.first_day; after_day := found.after_day;
      end if;
    end
    $$;

    -- Drops it; answers whether it did, and null where somebody reads: all who store wait behind one who waits for the lock, so that
    -- it gives up at once. Looked for once more with the lock held, so that nobody brings a contact in between.
    create function drop_deleted_contact_partition(of_system text, day date) returns boolean language plpgsql set lock_timeout = '100ms' as $$
    declare
      sole record;
    begin
      select * into sole from sole_contact_partition(of_system, day);
      if sole.first_day is null then
        return false;
      end if;
      lock table only contacts in access exclusive mode;
      select * into sole from sole_contact_partition(of_system, day);
      if sole.first_day is null then
        return false;
      end if;
      execute format('drop table %I', 'contacts_' || to_char(sole.first_day,
        case when sole.after_day - sole.first_day = 1 then 'YYYYMMDD' else 'YYYYMM' end));
      return true;
    exception when lock_not_available then
      return null;
    end
    $$;
    do $$ begin
      execute format('alter function drop_deleted_contact_partition(text, date) security definer set search_path = %I, pg_temp', current_schema());
      revoke execute on function drop_deleted_contact_partition(text, date) from public;
    end $$;
  `)
    .execute(db);
}
