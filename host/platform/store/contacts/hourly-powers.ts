import { type RawBuilder, sql } from 'kysely';
import { beeperType, noise, powerBuckets } from '#model/entities/contact.ts';
import type { Db } from '../database.ts';

/** The number of hours to count in one statement, which takes a few seconds. */
export const hoursAtOnce = 200;
/** The most hours that one look at all of them finds. */
const hoursFound = 20_000;

/** SQL that is true for noise (CON-10). */
export const isNoise = sql`(type = ${noise.type} or (code = ${noise.code} and type <> ${beeperType}))`;

/** Returns the bucket of a power; the first and the last are open-ended. */
export function powerBucket(power: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`least(${powerBuckets.most}, greatest(${powerBuckets.least}, round(${power}::numeric)))::integer`;
}

/**
 * SQL that is true if the hour's contacts were dropped. They cannot be read any more, even if the hour was
 * touched.
 */
const isDropped = sql`exists (select from dropped_contact_days where day = (touched.hour at time zone 'UTC')::date)`;

/**
 * SQL that is true if an hour's counted powers are up to date. The query must name its rows `counted` (of
 * hourly_powers) and `touched` (of touched_hours).
 */
const isFresh = sql`(touched.touched is null or ${isDropped} or (touched.touched = counted.built and counted.epoch = coalesce(
  (select epoch from system_revisions where system_revisions.system_id = counted.system_id), '')))`;

/** An hour of a receiver whose powers are not counted yet, or were touched since. */
export type StaleHour = { system_id: string; rx_id: number; hour: Date };

/**
 * SQL for past hours whose powers are to be counted (STAT-12), with what their counts are then made from.
 */
const stale = sql`
  select touched.system_id, touched.rx_id, touched.hour, touched.touched, coalesce(revisions.epoch, '') as epoch
  from touched_hours touched
  join receivers on receivers.id = touched.rx_id and receivers.system_id = touched.system_id
  left join system_revisions revisions on revisions.system_id = touched.system_id
  left join hourly_powers counted on counted.system_id = touched.system_id and counted.rx_id = touched.rx_id
    and counted.hour = touched.hour
  where touched.hour < now() - interval '65 minutes' and touched.touched < pg_snapshot_xmin(pg_current_snapshot())
    and not ${isDropped}
    and (counted.built is distinct from touched.touched or counted.epoch <> coalesce(revisions.epoch, ''))`;

/** Returns hours whose powers are to be counted, the newest first. Reads all touched hours. */
export async function staleHours({ db }: Db): Promise<StaleHour[]> {
  const found = sql<StaleHour>`select system_id, rx_id, hour from (${stale}) as stale order by hour desc limit ${hoursFound}`;
  return (await found.execute(db)).rows;
}

/** Counts the powers of those of these hours that are still stale. Returns how many hours it counted. */
export async function countPowers({ db }: Db, hours: readonly StaleHour[]): Promise<number> {
  const { least, most } = powerBuckets;
  const { numAffectedRows } = await sql`
    with stale as materialized (
      ${stale} and (touched.system_id, touched.rx_id, touched.hour) in (
        select * from unnest(${hours.map((each) => each.system_id)}::text[], ${hours.map((each) => each.rx_id)}::integer[],
          ${hours.map((each) => each.hour)}::timestamptz[]))
    ), heard as materialized (
      select stale.rx_id, stale.hour, within.dbm, within.clean, within.noisy
      from stale cross join lateral (
        select ${powerBucket(sql`power`)} as dbm, count(*) filter (where not ${isNoise}) as clean, count(*) filter (where ${isNoise}) as noisy
        from contacts
        where system_id = stale.system_id and rx_id = stale.rx_id and ts >= stale.hour and ts < stale.hour + interval '1 hour'
        group by 1
      ) as within
    )
    insert into hourly_powers as counted (system_id, rx_id, hour, built, epoch, powers, noise)
    select system_id, stale.rx_id, stale.hour, touched, epoch, array_agg(coalesce(clean, 0)::integer order by buckets.dbm),
      array_agg(coalesce(noisy, 0)::integer order by buckets.dbm)
    from stale cross join generate_series(${least}::integer, ${most}::integer) as buckets (dbm)
    left join heard on heard.rx_id = stale.rx_id and heard.hour = stale.hour and heard.dbm = buckets.dbm
    group by system_id, stale.rx_id, stale.hour, touched, epoch
    on conflict (system_id, rx_id, hour) do update
      set built = excluded.built, epoch = excluded.epoch, powers = excluded.powers, noise = excluded.noise`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Complete hours of a system. The query must define the table expression `shown` with the receivers. */
type Hours = { systemId: string; from: Date; to: Date };

/**
 * Selects each receiver's powers (`value`, in dBm) with their number of contacts. Up-to-date hours come from
 * the counted powers, others from the contacts. `offset 0` makes the planner read hour by hour; otherwise it
 * would join every contact with every hour.
 */
export function powersOfHours({ systemId, from, to }: Hours, hasNoise: boolean): RawBuilder<unknown> {
  const within = (row: string): RawBuilder<unknown> => sql`${sql.ref(`${row}.system_id`)} = ${systemId}
    and ${sql.ref(`${row}.rx_id`)} = any(array(select id from shown))
    and ${sql.ref(`${row}.hour`)} >= ${from} and ${sql.ref(`${row}.hour`)} < ${to}`;
  const sameHour = sql`counted.system_id = touched.system_id and counted.rx_id = touched.rx_id and counted.hour = touched.hour`;
  return sql`
    select counted.rx_id, ${powerBuckets.least} + each.at::integer - 1 as value,
      each.heard + ${hasNoise ? sql`each.noise` : sql`0`} as count
    from hourly_powers counted left join touched_hours touched on ${sameHour}
    cross join lateral unnest(counted.powers, counted.noise) with ordinality as each (heard, noise, at)
    where ${within('counted')} and ${isFresh}
    union all
    select touched.rx_id, since.value, 1
    from touched_hours touched left join hourly_powers counted on ${sameHour}
    cross join lateral (
      select ${powerBucket(sql`power`)} as value from contacts
      where contacts.system_id = touched.system_id and contacts.rx_id = touched.rx_id
        and ts >= touched.hour and ts < touched.hour + interval '1 hour' ${hasNoise ? sql`` : sql`and not ${isNoise}`}
      offset 0
    ) as since
    where ${within('touched')} and (counted.hour is null or not ${isFresh})`;
}
