import { PgBoss, type Db as LibraryDatabase } from 'pg-boss';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DatabaseLine } from '../bus/database-line.ts';
import { databaseFailure } from '../store/database-failure.ts';
import { errorText } from '../store/error-text.ts';

/** The library that keeps jobs in PostgreSQL. Named in this file alone. */
export type JobLibrary = PgBoss;

/** Where its tables lie, apart from ours. */
export const jobSchema = 'jobs';

/** How soon a job whose host died is taken by another: not much later than these together (JOB-2). */
const heartbeat = { monitorIntervalSeconds: 5, superviseIntervalSeconds: 5 };
const hourSeconds = 3_600;

/**
 * Opens the library on our connections, as a role that need own nothing. What goes wrong in it is logged
 * here: while the database is away once, as it looks again every few seconds.
 * @throws Error when the tables are not those that this version of the library needs.
 */
export async function openJobLibrary(pool: Pool, line: DatabaseLine, log: Logger): Promise<JobLibrary> {
  let isAway = false;
  const failed = (said: object): void => {
    // Some that it tells of are no errors any more, but what stood in them.
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
        // Nothing is heard any more once the line is closed, which comes later.
        return Promise.resolve({ close: () => Promise.resolve() });
      },
    },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // Rebuilding an index takes its owner.
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
 * Some of its texts are a whole transaction in several statements: a connection on which one failed may still
 * be within it, and is given up.
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
