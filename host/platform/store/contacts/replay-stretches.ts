import type { Pool } from 'pg';
import { contactsFloor } from './contacts-floor.ts';
import { hourMs } from './contact-partitions.ts';

/** Hours with contacts that are looked through at a time. */
const hoursAtOnce = 48;

/** Retired receivers are not shown (RX-37). */
const ofFleet = 'rx_id not in (select id from receivers where system_id = $1 and retired_at is not null)';

/** A stretch of history, from ≤ ts < to (ms since the epoch). */
export type Stretch = { from: number; to: number };

/**
 * The next stretch at or after `from` (ms; null: from the beginning) that holds about `wanted` contacts of
 * the fleet, or null where none is left. It may hold fewer or none, never many more, unless one second does.
 * From the hourly rollup: a page of a long history must not be found by sorting all of the rest.
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
 * Where a replay begins when nobody says: the hour (ms) in which the most receivers heard the most different
 * codes, so that the first look at the live screen shows something. From the rollup alone. An hour of the
 * system's first contacts when all are alike.
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
