import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, type Client } from 'pg';
import type { RowCounts } from './manifest.ts';

/**
 * The longest time (ms) that writers are blocked. After that they continue, and the lock is tried again
 * later.
 */
const longestBlockMs = 800;
const pauseMs = 1_000;
const attempts = 20;

/** Two sessions of one database: one blocks writers, the other counts. */
export type CountingSessions = { holder: Client; counter: Client };

/**
 * Calls `stop` while no other session can write, and counts the rows of each table at that moment. If a long
 * write (an import) does not end, it stops waiting for it and calls `stop` anyway; the counts are then
 * approximate (`rowsAreExact` is false).
 */
export async function countAtStop<Stopped>(
  { holder, counter }: CountingSessions,
  stop: () => Promise<Stopped>,
): Promise<{ stopped: Stopped; rows: RowCounts; rowsAreExact: boolean }> {
  const tables = await tableNames(holder);
  await counter.query(`begin isolation level repeatable read read only`);
  // Lock the tables before taking the snapshot: a partition dropped between the two would not be counted.
  await counter.query(`lock table ${tables.join(', ')} in access share mode`);
  const rowsAreExact = await blockWriters(holder, tables);
  await counter.query('select 1');
  const stopped = await stop();
  await holder.query('rollback');
  const rows = await countRows(counter, tables);
  await counter.query('commit');
  return { stopped, rows, rowsAreExact };
}

async function blockWriters(holder: Client, tables: readonly string[]): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    await holder.query('begin');
    try {
      // The short timeouts make this session give way in a deadlock and block writers only briefly.
      // PostgreSQL cancels an autovacuum that holds a conflicting lock.
      await holder.query(`set local deadlock_timeout = '200ms'; set local statement_timeout = '${longestBlockMs}ms'`);
      await holder.query(`lock table ${tables.join(', ')} in share mode`);
      return true;
    } catch (error) {
      if (!isTimeoutOrDeadlock(error)) throw error;
      await holder.query('rollback');
      if (attempt < attempts) await delay(pauseMs);
      else {
        await holder.query('begin');
        return false;
      }
    }
  }
}

/** Returns whether the error is query_canceled (the timeout) or deadlock_detected. */
function isTimeoutOrDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '57014' || error.code === '40P01');
}

/** Returns the quoted names of all tables of the product. A partition counts as part of its parent table. */
export async function tableNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition and nspname !~ '^pg_' and nspname <> 'information_schema'
      order by nspname collate "C", relname collate "C"`,
  );
  return rows.map(({ schema, name }) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`);
}

/** Counts the rows of each table; the keys of the result are the names without quotes. */
export async function countRows(client: Client, tables: readonly string[]): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${table}`);
    counts[table.replaceAll('"', '')] = Number(rows[0]?.count);
  }
  return counts;
}
