import { CompiledQuery, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Db } from './database.ts';

/** What a lease is for, who has it, and its fence, which is never given twice. */
export type LeaseRow = { task: string; systemId: string; holder: string; fence: number };

/** A transaction, of typed queries or on its connection. */
export type OpenTransaction = Db | Pick<PoolClient, 'query'>;

/**
 * Takes a lease that nobody has or whose term is over, by the clock of the database. Answers its fence, or
 * null and in how many ms it is free at the latest. Never waits for who writes under it: that one still has
 * it. A term that ends later than any can was given before the clock was set back.
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

/** Begins the terms of these leases again; answers the fences of those that are still the holder's. */
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

/** Gives leases back: the next host has them at once. */
export async function endLeases(pool: Pool, holder: string, fences: readonly number[]): Promise<void> {
  await pool.query('delete from leases where holder = $1 and fence = any($2::bigint[])', [holder, fences]);
}

/**
 * Keeps everybody from taking the lease until the transaction ends; false where somebody has taken it. A key
 * is shared: that stands in the way of a new fence, and not of the renewal. A process that is stopped says
 * nothing more in its transaction, and loses it after `idleMs`. The holder counts beside the fence: a
 * restored database gives its fences again.
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
