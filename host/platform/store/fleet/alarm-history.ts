import { sql } from 'kysely';
import { beaconCodes, endingCodes } from '#model/alarms/alarm-course.ts';
import type { ParsedQuery } from '#model/contract/table.ts';
import type { Db } from '../database.ts';

/** An alarm and what became of it: `ended_at` and `is_lasting` as ALP-1 says. */
export type AlarmPast = {
  id: number;
  rx_id: number | null;
  alarm_code_id: number;
  alias: string;
  site_name: string;
  /** What its receiver is called now; null where it no longer exists. */
  receiver: string | null;
  at: Date;
  snoozed: boolean;
  missed_since: Date | null;
  ended_at: Date | null;
  is_lasting: boolean;
};

const goings = sql.join(
  Object.entries(endingCodes).map(
    ([code, ending]) => sql`(${Number(code)}::integer, ${ending}::integer, ${beaconCodes.includes(Number(code))}::boolean)`,
  ),
);

/**
 * The newest `limit` alarms of a system that are asked for, newest first, and whether older ones follow;
 * `before` is the id that they come before. A receiver that no longer exists is never well again, and
 * nothing lasts of it.
 */
export async function alarmsPast(
  { db }: Db,
  systemId: string,
  { level, code, receiver, from, until, lasting, snoozed, before, limit }: ParsedQuery<'listAlarmHistory'>,
): Promise<{ alarms: AlarmPast[]; more: boolean }> {
  const isLasting = sql`(going.ending is not null and ended.at is null and rx.id is not null and rx.retired_at is null)`;
  const asked = [
    sql`alarms.system_id = ${systemId}`,
    ...(before === undefined ? [] : [sql`alarms.id < ${before}`]),
    ...(level === undefined ? [] : [sql`alarms.alarm_code_id between ${level * 1_000} and ${level * 1_000 + 999}`]),
    ...(code === undefined ? [] : [sql`alarms.alarm_code_id = ${code}`]),
    ...(receiver === undefined ? [] : [sql`alarms.rx_id = ${receiver}`]),
    ...(from === undefined ? [] : [sql`alarms.at >= ${new Date(from)}`]),
    ...(until === undefined ? [] : [sql`alarms.at <= ${new Date(until)}`]),
    ...(snoozed === undefined ? [] : [sql`alarms.snoozed = ${snoozed === 'yes'}`]),
    ...(lasting === undefined ? [] : [isLasting]),
  ];
  const { rows } = await sql<AlarmPast>`
    select alarms.id, alarms.rx_id, alarms.alarm_code_id, alarms.alias, alarms.site_name, rx.alias as receiver, alarms.at, alarms.snoozed,
      alarms.missed_since, ended.at as ended_at, ${isLasting} as is_lasting
    from alarms
    left join (values ${goings}) as going (code, ending, is_beacon) on going.code = alarms.alarm_code_id
    left join receivers as rx on rx.id = alarms.rx_id
    left join lateral (
      select ending.at from alarms as ending
      where ending.rx_id = alarms.rx_id and ending.alarm_code_id = going.ending and ending.id > alarms.id
        and (not going.is_beacon or ending.alias = alarms.alias)
      order by ending.id limit 1
    ) as ended on true
    where ${sql.join(asked, sql` and `)}
    order by alarms.id desc limit ${limit + 1}`.execute(db);
  return { alarms: rows.slice(0, limit), more: rows.length > limit };
}
