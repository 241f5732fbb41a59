import { type RawBuilder, sql } from 'kysely';
import type { Level } from '#model/entities/receiver-health.ts';
import type { Db } from '../database.ts';

/**
 * An alarm to raise for a receiver; `at` in ms since 1970, by default now. `missed`, for a receiver that went
 * offline: when it went missing (ms), and the minutes after which an alarm is due. `alias`: the name of the
 * beacon, for an alarm about one (ALM-20).
 */
export type NewAlarm = {
  rxId: number;
  code: number;
  at?: number;
  missed?: { since: number; minutes: number } | undefined;
  alias?: string;
};

/**
 * Writes alarms of a system's receivers, including retired ones, in the given order. Each is stored with the
 * present names (ALM-1), and with whether its receiver is snoozed (ALM-12). Skips receivers that no longer
 * exist. Returns how many alarms it wrote.
 */
export async function addAlarms({ db }: Db, systemId: string, alarms: readonly NewAlarm[]): Promise<number> {
  if (alarms.length === 0) return 0;
  const times = alarms.map(({ at }) => (at === undefined ? null : new Date(at).toISOString()));
  const since = alarms.map(({ missed }) => (missed === undefined ? null : new Date(missed.since).toISOString()));
  const minutes = alarms.map(({ missed }) => missed?.minutes ?? null);
  const { numAffectedRows } = await sql`
    insert into alarms (system_id, alarm_code_id, rx_id, alias, site_name, at, missed_since, missed_minutes, snoozed)
    select receivers.system_id, given.code, receivers.id, coalesce(given.alias, receivers.alias), coalesce(sites.alias, ''), coalesce(given.at, now()),
      given.missed_since, given.missed_minutes,
      exists (select from rx_snooze where rx_snooze.rx_id = receivers.id and snooze_until > clock_timestamp())
    from unnest(${alarms.map(({ code }) => code)}::integer[], ${alarms.map(({ rxId }) => rxId)}::integer[], ${times}::timestamptz[],
      ${since}::timestamptz[], ${minutes}::smallint[], ${alarms.map(({ alias }) => alias ?? null)}::text[])
      with ordinality as given (code, rx_id, at, missed_since, missed_minutes, alias, nth)
    join receivers on receivers.id = given.rx_id and receivers.system_id = ${systemId}
    left join sites on sites.id = receivers.site_id
    order by given.nth`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The levels at which a receiver was last judged; null if it was not judged yet (ALM-6). */
export type LevelsOf = { rxId: number; memory: Level | null; voltage: Level | null };

/**
 * Stores the receivers' present levels. The transaction must already have locked their rows in
 * `receiver_reports`.
 */
export async function writeLevels({ db }: Db, levels: readonly LevelsOf[]): Promise<void> {
  if (levels.length === 0) return;
  const column = (name: 'memory' | 'voltage'): RawBuilder<unknown> => sql`${levels.map((one) => one[name])}::text[]`;
  await sql`
    update receiver_reports as report set memory_level = given.memory, voltage_level = given.voltage
    from unnest(${levels.map(({ rxId }) => rxId)}::integer[], ${column('memory')}, ${column('voltage')})
      as given (rx_id, memory, voltage)
    where report.rx_id = given.rx_id`.execute(db);
}

/**
 * Returns the newest `limit` alarms of a system, newest first; `from` and `to` in ms since 1970, inclusive.
 */
export function newestAlarms(
  { db }: Db,
  systemId: string,
  { from, to, limit }: { from?: number | undefined; to?: number | undefined; limit: number },
) {
  let rows = db.selectFrom('alarms').selectAll().where('system_id', '=', systemId);
  if (from !== undefined) rows = rows.where('at', '>=', new Date(from));
  if (to !== undefined) rows = rows.where('at', '<=', new Date(to));
  return rows.orderBy('id', 'desc').limit(limit).execute();
}
