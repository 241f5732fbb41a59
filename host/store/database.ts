import { Kysely } from 'kysely';
import { Pool, types, type CustomTypesConfig } from 'pg';
import type { Logger } from 'pino';
import { embeddedUser } from './embedded/data-directory.ts';
import { superviseEmbeddedServer } from './embedded/supervisor.ts';
import { errorText } from './error-text.ts';
import { migrate } from './migrate.ts';
import { ReasonKeepingDialect } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';

/** The one way to stored data: `pool` for set-based statements and COPY, `db` for typed queries. */
export type Database = {
  pool: Pool;
  db: Kysely<Schema>;
  /** Holds the password: never log it. */
  url: string;
  /** Ends the connections, then the embedded server if this process runs it. */
  close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL 15 or newer server; without it the embedded one runs under `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Logger;
};

/** Two cores do not do more at once; the rest of the embedded server's 60 connections is for tools beside the host. */
const poolSize = 16;
const oldestVersion = 150_000;

/**
 * Opens the database (design §6, Storage) and brings its tables up to date. Several processes may open the same one.
 * @throws Error saying what is wrong with the server, without its password.
 */
export async function openDatabase({ databaseUrl, dataDir, log }: DatabaseOptions): Promise<Database> {
  if (databaseUrl !== undefined) return connectDatabase(databaseUrl, log);
  const server = await superviseEmbeddedServer({ dataDir, log });
  try {
    const url = `postgres://${embeddedUser}:${encodeURIComponent(server.password)}@127.0.0.1:${server.port}/postgres`;
    const database = await connectDatabase(url, log);
    const close = async () => {
      await database.close();
      await server.stop();
    };
    return { ...database, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Opens a database by its address and brings its tables up to date. */
export async function connectDatabase(url: string, log: Logger): Promise<Database> {
  const pool = makePool(url, log);
  const db = new Kysely<Schema>({ dialect: new ReasonKeepingDialect({ pool }) });
  try {
    await checkVersion(pool, url);
    await migrate(db, log);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { pool, db, url, close: () => db.destroy() };
}

function makePool(connectionString: string, log: Logger): Pool {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    application_name: 'telemetry-console',
    options: '-c timezone=UTC',
    types: rowTypes,
  });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', (error) => {
    // A pool that is ending does not wait for its idle connections, so these may be cut short.
    if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  return pool;
}

/** bigint as number (no count or byte size here nears 2^53), and a calendar date as its text: it has no instant. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.DATE]: (text) => text,
};

const rowTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : parsers[oid]) ?? types.getTypeParser(oid, format),
};

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
