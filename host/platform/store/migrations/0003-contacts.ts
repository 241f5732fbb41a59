import { sql, type Kysely } from 'kysely';

/**
 * Contacts in daily partitions and their two hourly rollups (STO-3, STAT-4). A contact's identity is its
 * receiver, antenna, time, frequency, code, power and n (CON-3). There are no foreign keys: a lookup per
 * contact would cost more than the insert, and every writer has resolved the receiver already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Wide columns first: no padding between them, so that a hundred million rows stay small.
    create table contacts (
      ts timestamptz not null,
      rx_id integer not null,
      freq_hz integer not null,
      code integer not null,
      power real not null,
      ant smallint not null,
      type smallint not null,
      n smallint not null default 0,
      system_id text not null
    ) partition by range (ts);
    create unique index contacts_identity on contacts (rx_id, ts, ant, freq_hz, code, power, n);
    create index contacts_ts on contacts using brin (ts) with (pages_per_range = 32, autosummarize = on);
    create index contacts_rx_ts on contacts using brin (rx_id, ts) with (pages_per_range = 32, autosummarize = on);

    create table contacts_hourly (
      hour timestamptz not null,
      count bigint not null,
      sum_power double precision not null,
      sum_power_sq double precision not null,
      max_power real not null,
      rx_id integer not null,
      ant smallint not null,
      system_id text not null,
      primary key (system_id, rx_id, ant, hour)
    ) with (fillfactor = 80);
    create index contacts_hourly_hour on contacts_hourly (system_id, hour);

    create table contacts_hourly_codes (
      hour timestamptz not null,
      count bigint not null,
      sum_power double precision not null,
      sum_power_sq double precision not null,
      max_power real not null,
      rx_id integer not null,
      freq_hz integer not null,
      code integer not null,
      ant smallint not null,
      type smallint not null,
      system_id text not null,
      primary key (system_id, rx_id, hour, ant, freq_hz, code, type)
    ) with (fillfactor = 80);
    create index contacts_hourly_codes_hour on contacts_hourly_codes (system_id, hour);

    -- Attached after it is made: making a partition in place would lock out every reader and writer of all the others.
    create function ensure_contact_partition(day date) returns boolean language plpgsql as $$
    declare
      partition_name text := 'contacts_' || to_char(day, 'YYYYMMDD');
    begin
      if day not between date '1970-01-01' and date '2199-12-31' then
        raise exception 'no contact can be of %', day using errcode = 'invalid_datetime_format';
      end if;
      if to_regclass(partition_name) is not null then
        return false;
      end if;
      -- The lock that attaching needs anyhow. An advisory lock would not do: after waiting for one, a session still
      -- believes that the table of the other is not there.
      lock table contacts in share update exclusive mode;
      if to_regclass(partition_name) is not null then
        return false;
      end if;
      execute format('create table %I (like contacts including all)', partition_name);
      execute format('alter table contacts attach partition %I for values from (%L) to (%L)', partition_name,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      return true;
    end
    $$;

    -- Both days included; answers how many were made.
    create function ensure_contact_partitions(first_day date, last_day date) returns integer language sql as $$
      select count(*) filter (where ensure_contact_partition(day::date))::integer
      from generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') as day
    $$;
  `)
    .execute(db);
}
