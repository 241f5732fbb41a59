import { sql, type Kysely } from 'kysely';

/**
 * Which hours of which receivers got new contacts, and in which order they came (STO-14). What is stored
 * already came all at once, with this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table touched_hours (
      hour timestamptz not null,
      touched xid8 not null,
      rx_id integer not null,
      system_id text not null,
      primary key (system_id, rx_id, hour)
    ) with (fillfactor = 80);

    insert into touched_hours (system_id, rx_id, hour, touched)
    select distinct hourly.system_id, rx_id, hour, pg_current_xact_id()
    from contacts_hourly hourly left join data_floors on data_floors.system_id = hourly.system_id and sort = 'contacts'
    where (before is null or hour >= before)
      and not exists (select from dropped_contact_days where day = (hour at time zone 'UTC')::date);

    create index touched_hours_order on touched_hours (system_id, touched, rx_id, hour);
  `)
    .execute(db);
}
