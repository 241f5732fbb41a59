import { sql, type Kysely } from 'kysely';

/**
 * A receiver that is gone raises its alarm only after some minutes (ALM-5): since when each is missed, and
 * whether an alarm told it. It goes on from the alarms of before: none is raised twice, and who comes back
 * after one says so. One that is online for all that has come back untold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table systems add column offline_alarm_minutes smallint not null default 5
      check (offline_alarm_minutes between 1 and 1440);

    alter table receiver_reports
      add column missed_since timestamptz,
      add column gone_alarmed boolean not null default false;

    update receiver_reports as report
    set gone_alarmed = true, missed_since = case when report.status <> -1 then last.at end
    from (select distinct on (rx_id) rx_id, alarm_code_id, at
      from alarms where alarm_code_id in (2100, 4101) and rx_id is not null order by rx_id, id desc) as last
    where report.rx_id = last.rx_id and last.alarm_code_id = 4101 and report.status <> 4;

    alter table alarms
      add column missed_since timestamptz,
      add column missed_minutes smallint,
      add check (num_nulls(missed_since, missed_minutes) <> 1);
  `)
    .execute(db);
}
