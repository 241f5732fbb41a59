import { sql } from 'kysely';
import type { Database } from '../../host/platform/store/database.ts';

/**
 * Stores what ingest would store beside these contacts (from ≤ ts < to), which SQL inserted directly: rollups
 * and touched hours.
 */
export async function countHours(
  { db }: Pick<Database, 'db'>,
  systemId: string,
  [from, to]: readonly [Date, Date],
): Promise<void> {
  const within = sql`from contacts where system_id = ${systemId} and ts >= ${from} and ts < ${to}`;
  await sql`
    insert into contacts_hourly (hour, count, sum_power, sum_power_sq, max_power, rx_id, ant, system_id)
    select date_trunc('hour', ts), count(*), sum(power), sum(power * power), max(power), rx_id, ant, system_id
    ${within} group by 1, rx_id, ant, system_id`.execute(db);
  await sql`
    insert into contacts_hourly_codes (hour, count, sum_power, sum_power_sq, max_power, rx_id, ant, freq_hz, code, type, system_id)
    select date_trunc('hour', ts), count(*), sum(power), sum(power * power), max(power), rx_id, ant, freq_hz, code, type, system_id
    ${within} group by 1, rx_id, ant, freq_hz, code, type, system_id`.execute(db);
  await sql`
    insert into touched_hours (system_id, rx_id, hour, touched)
    select distinct system_id, rx_id, date_trunc('hour', ts), pg_current_xact_id() ${within}`.execute(db);
}
