import type { Pool } from 'pg';

const dayMs = 86_400_000;

/** The days (whole days since the epoch, UTC) whose partitions this process knows to be there, by database. */
const known = new WeakMap<Pool, Set<number>>();

/** Sees to it that a partition exists for the day (UTC) of every contact. Safe while others do the same. */
export async function ensureContactPartitions(pool: Pool, contacts: Iterable<{ ts: number }>): Promise<void> {
  const days = known.get(pool) ?? new Set();
  known.set(pool, days);
  const missing = new Set<number>();
  for (const { ts } of contacts) {
    const day = Math.floor(ts / dayMs);
    if (!days.has(day)) missing.add(day);
  }
  // A statement each, so that no writer waits for a long row of them.
  for (const day of missing) {
    await pool.query('select ensure_contact_partition($1)', [new Date(day * dayMs).toISOString().slice(0, 10)]);
    days.add(day);
  }
}

/** Forgets what this process knows: partitions were dropped behind its back. */
export function forgetPartitions(pool: Pool): void {
  known.delete(pool);
}
