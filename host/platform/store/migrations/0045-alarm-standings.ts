import { sql, type Kysely } from 'kysely';

/**
 * How a receiver stands judged by the alarms that it raised: the levels of memory and voltage that were
 * judged last (ALM-6), null before the first. It goes on from the alarms of before, so that none is raised
 * twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table receiver_reports
      add column memory_level text check (memory_level in ('good', 'low', 'bad')),
      add column voltage_level text check (voltage_level in ('good', 'low', 'bad'));

    update receiver_reports as report set memory_level = last.level
    from (select distinct on (rx_id) rx_id,
        case alarm_code_id when 2101 then 'good' when 3100 then 'low' else 'bad' end as level
      from alarms where alarm_code_id in (2101, 3100, 4102) order by rx_id, id desc) as last
    where report.rx_id = last.rx_id;

    update receiver_reports as report set voltage_level = last.level
    from (select distinct on (rx_id) rx_id, case alarm_code_id when 2102 then 'good' else 'low' end as level
      from alarms where alarm_code_id in (2102, 3101) order by rx_id, id desc) as last
    where report.rx_id = last.rx_id;
  `)
    .execute(db);
}
