import { PgBoss, type Db as LibraryDatabase } from 'pg-boss';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DatabaseLine } from '../bus/database-line.ts';
import { databaseFailure } from '../store/database-failure.ts';
import { errorText } from '../store/error-text.ts';

/** The library that keeps jobs in PostgreSQL. Only this file imports it. */
export type JobLibrary = PgBoss;

/** The schema of the library's tables. */
export const jobSchema = 'jobs';

/**
 * Intervals of heartbeats and supervision. When a host dies, another takes over its job after about the sum
 * of both (JOB-2).
 */
const heartbeat = { monitorIntervalSeconds: 5, superviseIntervalSeconds: 5 };
const hourSeconds = 3_600;

/**
 * Opens the job library on our connections; the database role need not own its tables. Logs its errors here.
 * While the database is away, logs only the first one, because the library polls every few seconds.
 * @throws Error if the tables are not those of this version of the library.
 */
export async function openJobLibrary(pool: Pool, line: DatabaseLine, log: Logger): Promise<JobLibrary> {
  let isAway = false;
  const failed = (said: object): void => {
    // The library reports some errors as plain objects with an error's fields.
    const error = said instanceof Error ? said : Object.assign(new Error(), said);
    const failure = databaseFailure(error);
    if (failure === undefined) log.error({ err: error }, 'the job runner met an error');
    else if (!isAway) log.warn({ reason: errorText(error) }, 'jobs wait: the database takes no work just now');
    isAway = failure !== undefined;
  };
  const run: LibraryDatabase['executeSql'] = async (text, values) => {
    const rows = await runOn(pool, text, values);
    isAway = false;
    return { rows };
  };
  const library = new PgBoss({
    db: {
      executeSql: run,
      listen: (channel, heard, begun) => {
        line.listen(channel, { heard, begun, cut: () => {} });
        // The line is closed later, and that ends this listening as well.
        return Promise.resolve({ close: () => Promise.resolve() });
      },
    },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // Only the owner of an index may rebuild it.
    reindex: false,
    maintenanceIntervalSeconds: hourSeconds,
    ...heartbeat,
  });
  library.on('error', failed);
  library.on('warning', ({ message, data }) => log.warn({ data }, message));
  try {
    return await library.start();
  } catch (error) {
    await library.stop({ graceful: false });
    throw error;
  }
}

/**
 * Runs one of the library's SQL texts. Some contain a complete transaction. If such a text fails, the
 * connection may still be inside its transaction, so it is closed.
 */
async function runOn(pool: Pool, text: string, values: unknown[] | undefined): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const result = await client.query<object>(text, values);
    client.release();
    return Array.isArray(result) ? result.flatMap(({ rows }: { rows: object[] }) => rows) : result.rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
