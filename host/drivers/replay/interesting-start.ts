import type { Pool } from 'pg';

/**
 * Where a replay begins when nobody says: the hour (ms) in which the most receivers heard the most different codes, so that the first
 * look at the live screen shows something. From the rollup alone. An hour of the system's first contacts when all are alike.
 */
export async function interestingStart(pool: Pool, systemId: string): Promise<number> {
  const { rows } = await pool.query<{ hour: Date }>({
    name: 'interesting-start',
    text: `select hour from contacts_hourly_codes where system_id = $1
      group by hour order by count(distinct rx_id) desc, count(distinct code) desc, sum(count) desc, hour limit 1`,
    values: [systemId],
  });
  const row = rows[0];
  if (row === undefined) throw new Error(`System ${systemId} has no contacts to replay.`);
  return row.hour.getTime();
}
