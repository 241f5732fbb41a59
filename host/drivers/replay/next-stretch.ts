import type { Pool } from 'pg';

const hourMs = 3_600_000;
/** Hours with contacts that are looked through at a time. */
const hoursAtOnce = 48;

/** A stretch of history, from ≤ ts < to (ms since the epoch). */
export type Stretch = { from: number; to: number };

/**
 * The next stretch at or after `from` (ms; null: from the beginning) that holds about `wanted` contacts, or null where none is left. It may
 * hold fewer or none, never many more, unless one second does. From the hourly rollup: a page of a long history must not be found by
 * sorting all of the rest.
 */
export async function nextStretch(pool: Pool, systemId: string, from: number | null, wanted: number): Promise<Stretch | null> {
  const { rows } = await pool.query<{ hour: Date; count: number }>({
    name: 'next-stretch',
    text: `select hour, sum(count)::float8 as count from contacts_hourly where system_id = $1 and hour >= $2::timestamptz
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
