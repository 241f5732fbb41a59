import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import type { Database } from '../../host/platform/store/database.ts';
import type { DatabaseSchema } from '../../host/platform/store/schema.ts';

/**
 * Writes what a test needs without `change()`: rows of systems, sites, receivers, members and registries,
 * which the database accepts from no other writer. It uses the database's own connections, which carry the
 * marker only while it has them.
 */
export function planted({ pool }: Pick<Database, 'pool'>): Kysely<DatabaseSchema> {
  const connect = async () => {
    const client = await pool.connect();
    await client.query(`set console.writing = 'on'`);
    return { query: client.query.bind(client) as PoolClient['query'], release: () => void giveBack(client) };
  };
  return new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({ pool: { connect, options: pool.options, end: () => Promise.resolve() } }),
  });
}

async function giveBack(client: PoolClient): Promise<void> {
  try {
    await client.query('reset console.writing');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
