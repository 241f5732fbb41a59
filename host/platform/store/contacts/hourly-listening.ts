import { sql } from 'kysely';
import { beeperType } from '#model/entities/contact.ts';
import type { Db } from '../database.ts';
import { isNoise } from './hourly-powers.ts';

/** The number of senders, those heard most, that get a colour of their own; all further ones share one. */
const mostSenders = 7;

type HeardInHour = {
  /** The start of the hour, in ms since 1970. */
  hour: number;
  kind: 'sender' | 'noise' | 'others';
  /** In MHz; null for noise and for the others. `codeNumber` is also null for beepers. */
  frequency: number | null;
  codeNumber: number | null;
  count: number;
};

type Row = { hour: Date; kind: HeardInHour['kind']; khz: number | null; code: number | null; count: number };

/**
 * Returns what a receiver heard in each complete hour with from ≤ hour < to (ms since 1970), by frequency and
 * code (FLEET-16). Reads only the rollup, no contacts.
 */
export async function heardPerHour(
  { db }: Db,
  systemId: string,
  { rxId, from, to }: { rxId: number; from: number; to: number },
): Promise<HeardInHour[]> {
  const { rows } = await sql<Row>`
    with alike as materialized (
      select hour, sum(count) as count, case when ${isNoise} then null else round(freq_hz / 1000.0)::integer end as khz,
        case when ${isNoise} or type = ${beeperType} then null else code end as code
      from contacts_hourly_codes
      where system_id = ${systemId} and rx_id = ${rxId} and hour >= ${new Date(from)} and hour < ${new Date(to)}
      group by 1, 3, 4
    ), ranked as (
      select *, dense_rank() over (partition by khz is null order by all_of_it desc, khz, code) as place
      from (select *, sum(count) over (partition by khz, code) as all_of_it from alike) as summed
    ), named as (
      select hour, count, case when khz is null then 'noise' when place <= ${mostSenders} then 'sender' else 'others' end as kind, khz, code
      from ranked
    )
    select hour, kind, case when kind = 'sender' then khz end as khz, case when kind = 'sender' then code end as code,
      sum(count)::float8 as count
    from named group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows.map(({ hour, kind, khz, code, count }) => ({
    hour: hour.getTime(),
    kind,
    frequency: khz === null ? null : khz / 1_000,
    codeNumber: code,
    count,
  }));
}
