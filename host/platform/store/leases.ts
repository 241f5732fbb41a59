import { CompiledQuery, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Db } from './database.ts';

/** A lease: its task, its holder, and its fence number, which is never reused. */
export type LeaseRow = { task: string; systemId: string; holder: string; fence: number };

/** A transaction, as typed queries or as its connection. */
export type OpenTransaction = Db | Pick<PoolClient, 'query'>;

/**
 * Takes a lease that is free or whose term has ended, by the database's clock. Returns its fence and, if it
 * was not taken (null), the ms until the present term ends. Does not wait while a transaction of the present
 * holder locks the lease: the holder still has it. A term that ends later than is possible was set before the
 * clock was set back, so it counts as ended.
 */
export async function takeLease(
  { db }: Db,
  { task, systemId, holder }: Omit<LeaseRow, 'fence'>,
  termMs: number,
): Promise<{ fence: number | null; freeInMs: number }> {
  const term = sql`${termMs}::float8 * interval '1 ms'`;
  const its = sql`task = ${task} and system_id = ${systemId}`;
  const { rows } = await sql<{ fence: number | null; free_in_ms: number | null }>`
    with free as materialized (
      select fence from leases
      where ${its} and (expires_at < clock_timestamp() or expires_at > clock_timestamp() + 2 * ${term})
      for update skip locked
    ), taken as (
      update leases set holder = ${holder}::uuid, fence = nextval('lease_fences'), expires_at = clock_timestamp() + ${term}
      from free where leases.fence = free.fence returning leases.fence
    ), made as (
      insert into leases (task, system_id, holder, expires_at)
      select ${task}, ${systemId}, ${holder}::uuid, clock_timestamp() + ${term} where not exists (select from leases where ${its})
      on conflict do nothing returning fence
    )
    select coalesce((select fence from taken), (select fence from made)) as fence,
      (select extract(epoch from expires_at - clock_timestamp()) * 1000 from leases where ${its})::float8 as free_in_ms`.execute(
    db,
  );
  const { fence = null, free_in_ms = null } = rows[0] ?? {};
  return { fence, freeInMs: free_in_ms ?? 0 };
}

/** Restarts the terms of these leases. Returns the fences of those that the holder still has. */
export async function renewLeases(
  pool: Pool,
  holder: string,
  fences: readonly number[],
  termMs: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ fence: number }>(
    `update leases set expires_at = clock_timestamp() + $3::float8 * interval '1 ms'
      where holder = $1 and fence = any($2::bigint[]) returning fence`,
    [holder, fences, termMs],
  );
  return new Set(rows.map(({ fence }) => fence));
}

/** Gives leases back, so that another host can take them immediately. */
export async function endLeases(pool: Pool, holder: string, fences: readonly number[]): Promise<void> {
  await pool.query('delete from leases where holder = $1 and fence = any($2::bigint[])', [holder, fences]);
}

/**
 * Locks a lease until the transaction ends, so that no other host can take it. Returns false if another host
 * has already taken it. The lock (for key share) blocks a change of the fence, but not a renewal. If this
 * process is stopped, the server ends the transaction after `idleMs`. The holder is checked too, because a
 * restored database issues fences again.
 */
export async function holdLease(
  transaction: OpenTransaction,
  { task, systemId, holder, fence }: LeaseRow,
  idleMs: number,
): Promise<boolean> {
  const text = `select set_config('idle_in_transaction_session_timeout', $5, true) from leases
    where task = $1 and system_id = $2 and holder = $3 and fence = $4 for key share`;
  const values = [task, systemId, holder, fence, String(idleMs)];
  const { rows } =
    'db' in transaction
      ? await transaction.db.executeQuery(CompiledQuery.raw(text, values))
      : await transaction.query<object>(text, values);
  return rows.length > 0;
}
