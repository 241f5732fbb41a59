import { Client } from 'pg';
import { vi } from 'vitest';
import { lineName } from '../../host/platform/bus/database-line.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { embeddedUser } from '../../host/platform/store/embedded/data-directory.ts';
import {
  prepareFiles,
  readAnnouncement,
  readPassword,
  readPostmasterFile,
} from '../../host/platform/store/embedded/server-files.ts';

/** Another connection, as the server sees it, with the name it gave itself. */
export type Backend = { pid: number; name: string; query: string; waitsFor: string | null };

/** Lists all connections to the database at `url` except its own. */
export async function othersOn(url: string): Promise<Backend[]> {
  return rowsOf<Backend>(
    url,
    `select pid, application_name as name, query, wait_event_type as "waitsFor" from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/**
 * Counts the connections that wait for a lock in the pool's database; with `table`, for that table's own
 * lock.
 */
export async function lockWaits({ pool }: Pick<Database, 'pool'>, table?: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_locks
      where not granted and pid in (select pid from pg_stat_activity where datname = current_database())
        and ($1::text is null or relation = to_regclass($1))`,
    [table ?? null],
  );
  return rows[0]?.count ?? 0;
}

/** Terminates all other connections to the database at `url` on the server; returns how many. */
export async function endAllOthers(url: string): Promise<number> {
  const ended = await rowsOf<{ done: boolean }>(
    url,
    // Waits until each is gone, so that a dying connection serves no more queries.
    `select pg_terminate_backend(pid, 5000) as done from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return ended.length;
}

/** Terminates one connection to the database at `url` on the server. */
export async function endBackend(url: string, { pid }: Backend): Promise<void> {
  await rowsOf(url, `select pg_terminate_backend(${pid}, 5000)`);
}

/**
 * Returns where the embedded server of a data folder listens. It may answer a moment before its address is
 * published.
 */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const files = await prepareFiles(dataDir);
  const announced = await vi.waitFor(
    async () => {
      const found = await readAnnouncement(files);
      if (found === undefined) throw new Error(`No server is announced in ${dataDir}.`);
      return found;
    },
    { timeout: 30_000, interval: 20 },
  );
  return `postgres://${embeddedUser}:${await readPassword(files)}@127.0.0.1:${announced.port}/postgres`;
}

/** Returns the process of a data folder's server; undefined if there is none. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(await prepareFiles(dataDir)))?.pid;
}

/** Lists the connections by which processes on the database at `url` notify each other. */
export async function linesOn(url: string): Promise<Backend[]> {
  return (await othersOn(url)).filter(({ name, query }) => name === lineName && query !== '');
}

/** Counts the contacts in the database at `url`. */
export async function contactsIn(url: string): Promise<number> {
  return (await rowsOf<{ count: number }>(url, 'select count(*)::integer as count from contacts'))[0]?.count ?? 0;
}

/** Runs a query on the database at `url`. */
export async function rowsOf<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
