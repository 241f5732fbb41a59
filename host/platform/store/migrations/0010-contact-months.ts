import { sql, type Kysely } from 'kysely';

/**
 * Long sparse studies: days before last year come into partitions of a month, so that no sender can make more
 * of them than a dozen for each year and one for each day of these two. Partitions that are there stay; a
 * month that has daily ones stays daily. What was dropped stays dropped: its contacts are counted in the
 * rollups already and would be counted again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table dropped_contact_days (
      day date primary key,
      dropped_at timestamptz not null default now()
    );

    -- One look per system at the rollup's index: it begins with the system.
    create function contacts_were_counted(first_day date, after_day date) returns boolean language sql stable as $$
      with recursive heard as (
        (select system_id from contacts_hourly order by system_id limit 1)
        union all
        select (select system_id from contacts_hourly where system_id > heard.system_id order by system_id limit 1)
        from heard where heard.system_id is not null
      )
      select exists (select from heard where exists (
        select from contacts_hourly hourly where hourly.system_id = heard.system_id
          and hour >= first_day::timestamp at time zone 'UTC' and hour < after_day::timestamp at time zone 'UTC'))
    $$;

    -- What becomes of contacts of a day: its partition is there, missing (and would be that of first_day to before after_day), or was
    -- dropped. Everything is read by one snapshot, where to_regclass would see tables made since.
    create function contact_day(asked date, out state text, out first_day date, out after_day date) language plpgsql stable as $$
    declare
      month date := date_trunc('month', asked::timestamp)::date;
      next_month date := (date_trunc('month', asked::timestamp) + interval '1 month')::date;
      daily text := 'contacts_' || to_char(asked, 'YYYYMMDD');
      monthly text := 'contacts_' || to_char(asked, 'YYYYMM');
      home oid := (select relnamespace from pg_class where oid = 'contacts'::regclass);
      tables text[];
      partitions text[];
    begin
      if asked not between date '1970-01-01' and date '2199-12-31' then
        raise exception 'no contact can be of %', asked using errcode = 'invalid_datetime_format';
      end if;
      -- The table of the month sorts before those of its days.
      select array_agg(relname::text), array_agg(relname::text) filter (where inhrelid is not null) into tables, partitions
      from pg_class left join pg_inherits on inhrelid = pg_class.oid and inhparent = 'contacts'::regclass and not inhdetachpending
      where relname >= monthly and relname <= monthly || '31' and relnamespace = home and relkind in ('r', 'p', 'f');
      if monthly = any (partitions) then
        state := 'there'; first_day := month; after_day := next_month;
        return;
      end if;
      first_day := asked; after_day := asked + 1;
      if daily = any (partitions) then
        state := 'there';
      elsif exists (select from dropped_contact_days where day = asked) or daily = any (tables) or monthly = any (tables)
        or contacts_were_counted(asked, asked + 1) then
        -- By drop_contact_partition, or by hand: then the table was detached, or the rollups know of its contacts.
        state := 'dropped';
      else
        state := 'missing';
        if tables is null and asked < date_trunc('year', now() at time zone 'UTC') - interval '1 year'
          and not exists (select from dropped_contact_days where day >= month and day < next_month)
          and not contacts_were_counted(month, next_month) then
          first_day := month; after_day := next_month;
        end if;
      end if;
    end
    $$;

    create or replace function ensure_contact_partition(day date) returns boolean language plpgsql as $$
    declare
      wanted record;
      partition_name text;
    begin
      select * into wanted from contact_day(day);
      if wanted.state <> 'missing' then
        return false;
      end if;
      -- The lock that attaching needs anyhow, on the partitioned table alone: one on each partition would fill the lock table and wait
      -- for whoever vacuums one. What others made meanwhile is seen by the next look.
      lock table only contacts in share update exclusive mode;
      select * into wanted from contact_day(day);
      if wanted.state <> 'missing' then
        return false;
      end if;
      partition_name := 'contacts_' || to_char(wanted.first_day, case when wanted.after_day - wanted.first_day = 1 then 'YYYYMMDD' else 'YYYYMM' end);
      execute format('create table %I (like contacts including all)', partition_name);
      execute format('alter table contacts attach partition %I for values from (%L) to (%L)', partition_name,
        wanted.first_day::timestamp at time zone 'UTC', wanted.after_day::timestamp at time zone 'UTC');
      return true;
    end
    $$;

    -- The one way to drop contacts: notes the days of the partition in the same transaction, and leaves the rollups. Answers how many
    -- days these are; 0 where there is no such partition. Gives up rather than hold up every reader behind a long one.
    create function drop_contact_partition(day date) returns integer language plpgsql set lock_timeout = '2s' as $$
    declare
      found record;
    begin
      lock table only contacts in access exclusive mode;
      select * into found from contact_day(day);
      if found.state <> 'there' then
        return 0;
      end if;
      insert into dropped_contact_days (day)
        select gone::date from generate_series(found.first_day::timestamp, found.after_day - interval '1 day', interval '1 day') as gone
        on conflict do nothing;
      execute format('drop table %I', 'contacts_' || to_char(found.first_day,
        case when found.after_day - found.first_day = 1 then 'YYYYMMDD' else 'YYYYMM' end));
      return found.after_day - found.first_day;
    end
    $$;
  `)
    .execute(db);
}
