import { sql } from 'kysely';
import type { Database } from '../../host/platform/store/database.ts';

const dayMs = 86_400_000;
const antennas = 4;
const codes = 60;

/** The contents of a day: `perReceiver` contacts for each of the receivers 1 to `receivers`. */
export type FilledDay = { systemId: string; receivers: number; perReceiver: number };

/**
 * Stores a day (from `from`, ms) in the order of the identity's index, and its rollup with the same sums as
 * ingest.
 */
export async function fillDay({ db }: Database, from: number, { systemId, receivers, perReceiver }: FilledDay): Promise<void> {
  const [first, next] = [new Date(from), new Date(from + dayMs)];
  await sql`select ensure_contact_partition((${first}::timestamptz at time zone 'UTC')::date)`.execute(db);
  await sql`
    insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
    select ${first}::timestamptz + at * (interval '1 day' / ${perReceiver}::integer), rx_id, 150100000,
      1 + at % ${codes}::integer, -60 - at % 50, 1 + at % ${antennas}::integer, 8, ${systemId}
    from generate_series(1, ${receivers}::integer) as rx_id, generate_series(0, ${perReceiver - 1}::integer) as at`.execute(db);
  await sql`
    insert into contacts_hourly (hour, count, sum_power, sum_power_sq, max_power, rx_id, ant, system_id)
    select date_trunc('hour', ts), count(*), sum(power), sum(power * power), max(power), rx_id, ant, system_id
    from contacts where ts >= ${first} and ts < ${next} group by 1, rx_id, ant, system_id`.execute(db);
}
