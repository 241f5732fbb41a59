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

/** Another's connection, as the server sees it; `name` as it calls itself. */
export type Backend = { pid: number; name: string; query: string; waitsFor: string | null };

/** All connections to the database at `url` but the one that asks. */
export async function othersOn(url: string): Promise<Backend[]> {
  return rowsOf<Backend>(
    url,
    `select pid, application_name as name, query, wait_event_type as "waitsFor" from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** How many wait for a lock in the database of that pool; with `table`, for that table's own. */
export async function lockWaits({ pool }: Pick<Database, 'pool'>, table?: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_locks
      where not granted and pid in (select pid from pg_stat_activity where datname = current_database())
        and ($1::text is null or relation = to_regclass($1))`,
    [table ?? null],
  );
  return rows[0]?.count ?? 0;
}

/** Ends all connections to the database at `url` from the server's side; answers how many there were. */
export async function endAllOthers(url: string): Promise<number> {
  const ended = await rowsOf<{ done: boolean }>(
    url,
    // Waits until each is gone, so that nobody is served by one that is going.
    `select pg_terminate_backend(pid, 5000) as done from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return ended.length;
}

/** Ends one connection to the database at `url` from the server's side. */
export async function endBackend(url: string, { pid }: Backend): Promise<void> {
  await rowsOf(url, `select pg_terminate_backend(${pid}, 5000)`);
}

/**
 * Where the embedded server of a data folder listens now; one that answers already may be announced only a
 * moment later.
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

/** The process of a data folder's server; undefined while there is none. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(await prepareFiles(dataDir)))?.pid;
}

/** The connections by which processes on the database at `url` hear of each other. */
export async function linesOn(url: string): Promise<Backend[]> {
  return (await othersOn(url)).filter(({ name, query }) => name === lineName && query !== '');
}

/** How many contacts the database at `url` holds. */
export async function contactsIn(url: string): Promise<number> {
  return (await rowsOf<{ count: number }>(url, 'select count(*)::integer as count from contacts'))[0]?.count ?? 0;
}

/** What a question is answered with by the database at `url`. */
export async function rowsOf<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
