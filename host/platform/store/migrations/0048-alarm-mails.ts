import { sql, type Kysely } from 'kysely';

/**
 * Up to which of its alarms people of a system were mailed (MAIL-16), and how many mails of the ten minutes
 * since `window_since` each of them got. What was raised before is not mailed any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table alarm_mails (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      last_id integer not null,
      window_since timestamptz,
      window_mails integer not null default 0
    );
    insert into alarm_mails (system_id, last_id)
      select id, coalesce(last_id, 0) from systems left join alarm_counters on system_id = id;
  `)
    .execute(db);
}
