import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { StorageState } from '#model/contract/socket-messages.ts';
import { embeddedUser, expectDatabase } from './embedded/data-directory.ts';
import { admitHost, hostRole } from './embedded/host-role.ts';
import { superviseEmbeddedServer } from './embedded/supervisor.ts';
import { errorText } from './error-text.ts';
import { databaseFailure } from './database-failure.ts';
import { watchRefusals } from './lasting-refusals.ts';
import { expectTables, migrate } from './migrate.ts';
import { heavyReads, type HeavyReads } from './heavy-reads.ts';
import { type IngestLane, openLanes, openSingle, type Lane, type PoolUse, usesOf } from './pools.ts';
import { guardStorage, watchStorage, type StorageWatch } from './storage-watch.ts';
import type { OnQuery } from './timed-client.ts';

/** The access to stored data (STO-11). Its own `pool` and `db` are for accounts and other small calls. */
export type Database = Lane & {
  /** The lane for data from receivers and files. */
  ingest: IngestLane;
  /** The lane for queries whose cost grows with the amount of stored data. */
  reads: HeavyReads;
  /**
   * Runs work that needs the owner of the tables, such as creating further tables, which the host may then
   * use. In the embedded database the owner is another role than the host's (STO-13).
   */
  asOwner: <T>(work: (owner: Lane & { url: string }) => Promise<T>) => Promise<T>;
  /**
   * The database's url. It contains the password: never log it. It changes when the embedded server moves to
   * another port.
   */
  readonly url: string;
  /** Returns how busy each lane's connections are. */
  pools: () => readonly PoolUse[];
  /**
   * Returns how full the database's disk is. If the database is on another machine, only 'full' is ever
   * noticed.
   */
  storage: () => StorageState;
  /** Resolves with the reason when the database is lost and this process cannot restore it. */
  gone: Promise<Error>;
  /** Closes the connections, and the embedded server if this process runs it. */
  close: () => Promise<void>;
};

/** The part of a database, or of a transaction, that queries need. */
export type Db = Pick<Database, 'db'>;

/** Runs `work` in a transaction and rolls back if it throws. Rejects with what `work` threw. */
export function inTransaction<T>({ db }: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((transaction) => work({ db: transaction }));
}

/** Runs several reads on one snapshot of the database, so that their results match. */
export function inOneState<T>({ db }: Db, work: (state: Db) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute((state) => work({ db: state }));
}

/**
 * Limits each later wait for a lock in this transaction to this time (ms). After it, the waiting statement
 * fails.
 */
export async function waitForLocks({ db }: Db, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(db);
}

/** Waits for the advisory lock with this number and holds it until the transaction ends. */
export async function lockFor({ db }: Db, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
}

/** Resolves when the database has answered a query. */
export async function ping({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('select 1');
}

export type DatabaseOptions = {
  /** The url of a server, PostgreSQL 15 or newer. By default, the embedded server runs on `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Logger;
  onQuery?: OnQuery;
  /** If true, the database must exist already: only starting a host creates one (STO-18). */
  existing?: boolean;
};

const oldestVersion = 150_000;
const awayPollMs = 250;

/**
 * Opens the database (STO-1) and brings its tables up to date. Several processes may open the same one.
 * @throws Error that says what is wrong with the server, without its password; Mistake if the database must
 * be `existing` but does not exist.
 */
export async function openDatabase({ databaseUrl, dataDir, log, onQuery, existing = false }: DatabaseOptions): Promise<Database> {
  if (databaseUrl !== undefined) return connectDatabase(databaseUrl, log, onQuery, existing);
  if (existing) await expectDatabase(dataDir);
  const storage = watchStorage({ folder: path.join(dataDir, 'postgres'), log });
  let move = (_port: number): void => {};
  const server = await superviseEmbeddedServer({ dataDir, log, hasRoom: storage.hasRoom, onPort: (port) => move(port) });
  const urlAt = (port: number, role: string) =>
    `postgres://${role}:${encodeURIComponent(server.password)}@127.0.0.1:${port}/postgres`;
  const owner = {
    url: () => urlAt(server.port, embeddedUser),
    admit: (lane: Lane) => admitHost(lane, server.password),
  };
  try {
    // The process that runs the shared server may be stopping it; a new one will be up in a moment.
    const { database, moveTo } = await whileAway(() =>
      connect(urlAt(server.port, hostRole), log, storage, { owner, onQuery, existing }),
    );
    move = (port) => moveTo(urlAt(port, hostRole));
    const close = async () => {
      await database.close();
      await server.stop();
    };
    return {
      ...database,
      get url() {
        return urlAt(server.port, hostRole);
      },
      gone: Promise.race([server.gone, database.gone]),
      close,
    };
  } catch (error) {
    storage.close();
    await server.stop();
    throw error;
  }
}

/** Opens the database at a url and brings its tables up to date. */
export async function connectDatabase(url: string, log: Logger, onQuery?: OnQuery, existing = false): Promise<Database> {
  return (await connect(url, log, watchStorage({ folder: null, log }), { onQuery, existing })).database;
}

/**
 * The owner of the tables, if that is another role than the host's: `url` returns its present url, and
 * `admit` gives the host its rights.
 */
type Owner = { url: () => string; admit: (lane: Lane) => Promise<void> };

/** Connects and brings the tables up to date. `moveTo` sets the url for later connections. */
async function connect(
  url: string,
  log: Logger,
  storage: StorageWatch,
  { owner, onQuery, existing }: { owner?: Owner; onQuery: OnQuery | undefined; existing: boolean },
): Promise<{ database: Database; moveTo: (url: string) => void }> {
  const lanes = openLanes(url, log, onQuery);
  const { calls, ingest, reads } = lanes;
  const all = Object.values(lanes);
  const end = async () => void (await Promise.all(all.map(async ({ pool }) => pool.ending || pool.end())));
  const asOwner = async <T>(work: (lane: Lane & { url: string }) => Promise<T>): Promise<T> => {
    if (owner === undefined) return work({ ...calls, url });
    const lane = openSingle(owner.url(), log);
    try {
      return await work({ ...lane, url: owner.url() });
    } finally {
      await lane.pool.end();
    }
  };
  try {
    await asOwner(async (lane) => {
      await checkVersion(lane.pool, url);
      if (existing) await expectTables(lane.db);
      await migrate(lane.db, log);
      await owner?.admit(lane);
    });
  } catch (error) {
    await end();
    throw error;
  }
  const refusals = watchRefusals(calls.pool, log);
  for (const { pool } of [calls, ingest]) guardStorage(pool, storage);
  storage.start(() => {
    // A checkpoint immediately frees the server's log of contacts that are already in their tables.
    calls.pool.query('checkpoint').catch((error: unknown) => log.debug({ reason: errorText(error) }, 'no checkpoint was made'));
  });
  const close = async () => {
    storage.close();
    refusals.close();
    await end();
  };
  const moveTo = (other: string) => {
    for (const { pool } of all) pool.options.connectionString = other;
  };
  const state = { pools: () => usesOf(lanes), storage: storage.state, gone: refusals.lasting };
  return { database: { ...calls, ingest, reads: heavyReads(reads, calls), asOwner, url, ...state, close }, moveTo };
}

/**
 * Repeats `work` while the database is away, for as long as a server may need to recover from a crash. Other
 * errors are thrown.
 */
export async function whileAway<T>(work: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (databaseFailure(error) !== 'away' || Date.now() > deadline) throw error;
      await delay(awayPollMs);
    }
  }
}

async function checkVersion(pool: Pool, url: string): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
    version = rows[0]?.version ?? 0;
  } catch (cause) {
    throw new Error(
      `The database at ${withoutSecrets(url)} cannot be reached: ${errorText(cause)}. Check DATABASE_URL and that the server runs.`,
      { cause },
    );
  }
  if (version < oldestVersion) {
    throw new Error(
      `The database at ${withoutSecrets(url)} is PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`,
    );
  }
}

function withoutSecrets(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname}:${port || '5432'}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
