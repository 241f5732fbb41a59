import type { Pool } from 'pg';
import { contactsFloor } from './contacts-floor.ts';
import { hourMs } from './contact-partitions.ts';

/** The number of hours with contacts that one query reads from the rollup. */
const hoursAtOnce = 48;

/** The condition that leaves out retired receivers (RX-37). */
const ofFleet = 'rx_id not in (select id from receivers where system_id = $1 and retired_at is not null)';

/** A stretch of history: from ≤ ts < to, in ms since 1970. */
export type Stretch = { from: number; to: number };

/**
 * Returns the next stretch at or after `from` (ms; null: from the beginning) with about `wanted` contacts of
 * the fleet, or null if there are no more. It may have fewer contacts or none, but never many more than
 * `wanted`, unless a single second has. Reads the hourly rollup, so that a page of a long history need not
 * sort all later contacts.
 */
export async function nextStretch(pool: Pool, systemId: string, from: number | null, wanted: number): Promise<Stretch | null> {
  const { rows } = await pool.query<{ hour: Date; count: number }>({
    name: 'next-stretch',
    text: `select hour, sum(count)::float8 as count from contacts_hourly
      where system_id = $1 and hour >= greatest($2::timestamptz, ${contactsFloor('$1')}) and ${ofFleet}
      group by hour order by hour limit $3`,
    values: [systemId, from === null ? '-infinity' : new Date(Math.floor(from / hourMs) * hourMs), hoursAtOnce],
  });
  const first = rows[0];
  if (first === undefined) return null;
  const start = Math.max(from ?? Number.NEGATIVE_INFINITY, first.hour.getTime());
  if (first.count > 2 * wanted) {
    const to = Math.ceil(start + Math.max(1_000, (hourMs * wanted) / first.count));
    return { from: start, to: Math.min(to, first.hour.getTime() + hourMs) };
  }
  let count = 0;
  let to = start;
  for (const row of rows) {
    if (count > 0 && count + row.count > 2 * wanted) break;
    count += row.count;
    to = row.hour.getTime() + hourMs;
    if (count >= wanted) break;
  }
  return { from: start, to };
}

/**
 * Returns the default start of a replay: the hour (ms) in which the most receivers heard the most different
 * codes, so that the live screen has something to show. Reads only the rollup. If several hours are equal,
 * returns the first.
 */
export async function interestingStart(pool: Pool, systemId: string): Promise<number> {
  const { rows } = await pool.query<{ hour: Date }>({
    name: 'interesting-start',
    text: `select hour from contacts_hourly_codes where system_id = $1 and hour >= coalesce(${contactsFloor('$1')}, '-infinity') and ${ofFleet}
      group by hour order by count(distinct rx_id) desc, count(distinct code) desc, sum(count) desc, hour limit 1`,
    values: [systemId],
  });
  const row = rows[0];
  if (row === undefined) throw new Error(`System ${systemId} has no contacts to replay.`);
  return row.hour.getTime();
}
