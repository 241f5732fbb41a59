import { sql } from 'kysely';
import { beaconCodes, endingCodes } from '#model/alarms/alarm-course.ts';
import type { ParsedQuery } from '#model/contract/table.ts';
import type { Db } from '../database.ts';

/** An alarm with its end; ALP-1 defines `ended_at` and `is_lasting`. */
export type AlarmPast = {
  id: number;
  rx_id: number | null;
  alarm_code_id: number;
  alias: string;
  site_name: string;
  /** The present name of the alarm's receiver; null if the receiver no longer exists. */
  receiver: string | null;
  at: Date;
  snoozed: boolean;
  missed_since: Date | null;
  ended_at: Date | null;
  is_lasting: boolean;
};

const endings = sql.join(
  Object.entries(endingCodes).map(
    ([code, ending]) => sql`(${Number(code)}::integer, ${ending}::integer, ${beaconCodes.includes(Number(code))}::boolean)`,
  ),
);

/**
 * SQL that is true for a recovery that ended an alarm: no other such recovery lies between it and the newest
 * earlier alarm of its kind. Each lookup is one step in the index of a receiver's alarms by code.
 */
const endedAnAlarm = sql`exists (
  select 1 from (values ${endings}) as began (code, ending, is_beacon)
  cross join lateral (
    select id from alarms as begun
    where begun.rx_id = alarms.rx_id and begun.alarm_code_id = began.code and begun.id < alarms.id
      and (not began.is_beacon or begun.alias = alarms.alias)
    order by begun.id desc limit 1
  ) as last
  where began.ending = alarms.alarm_code_id and not exists (
    select 1 from alarms as recovery
    where recovery.rx_id = alarms.rx_id and recovery.alarm_code_id = began.ending and recovery.id > last.id
      and recovery.id < alarms.id and (not began.is_beacon or recovery.alias = alarms.alias)
  )
)`;

/**
 * Returns the newest `limit` matching alarms of a system, newest first, and whether there are older ones.
 * `before`: only alarms with a lower id. A receiver that no longer exists never recovers, but none of its
 * alarms counts as ongoing. `folded` follows ALP-8. It is ignored for a filter by level 2 or by code, because
 * such a filter asks for the recoveries themselves.
 */
export async function alarmsPast(
  { db }: Db,
  systemId: string,
  { level, code, receiver, from, until, lasting, snoozed, folded, before, limit }: ParsedQuery<'listAlarmHistory'>,
): Promise<{ alarms: AlarmPast[]; more: boolean }> {
  const isLasting = sql`(going.ending is not null and ended.at is null and rx.id is not null and rx.retired_at is null)`;
  const isFolded = folded === 'yes' && level !== 2 && code === undefined;
  const start = isFolded ? sql`coalesce(alarms.missed_since, alarms.at)` : sql`alarms.at`;
  const end = isFolded ? sql`case when ${isLasting} then 'infinity' else coalesce(ended.at, alarms.at) end` : sql`alarms.at`;
  const asked = [
    sql`alarms.system_id = ${systemId}`,
    ...(before === undefined ? [] : [sql`alarms.id < ${before}`]),
    ...(level === undefined ? [] : [sql`alarms.alarm_code_id between ${level * 1_000} and ${level * 1_000 + 999}`]),
    ...(code === undefined ? [] : [sql`alarms.alarm_code_id = ${code}`]),
    ...(receiver === undefined ? [] : [sql`alarms.rx_id = ${receiver}`]),
    ...(from === undefined ? [] : [sql`${end} >= ${new Date(from)}`]),
    ...(until === undefined ? [] : [sql`${start} <= ${new Date(until)}`]),
    ...(snoozed === undefined ? [] : [sql`alarms.snoozed = ${snoozed === 'yes'}`]),
    ...(lasting === undefined ? [] : [isLasting]),
    ...(isFolded ? [sql`not ${endedAnAlarm}`] : []),
  ];
  const { rows } = await sql<AlarmPast>`
    select alarms.id, alarms.rx_id, alarms.alarm_code_id, alarms.alias, alarms.site_name, rx.alias as receiver, alarms.at, alarms.snoozed,
      alarms.missed_since, ended.at as ended_at, ${isLasting} as is_lasting
    from alarms
    left join (values ${endings}) as going (code, ending, is_beacon) on going.code = alarms.alarm_code_id
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
