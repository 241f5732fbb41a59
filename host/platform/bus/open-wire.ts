import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { type DatabaseLine, openLine } from './database-line.ts';
import { databaseWire } from './database-wire.ts';
import { openNats } from './nats-wire.ts';
import type { Wire } from './relay.ts';

/**
 * Opens the wire between the hosts on one database. Without BUS_URL it uses the database itself, over the
 * line that is already open; otherwise the server in BUS_URL.
 */
export async function openWire(
  { busUrl, database, line }: { busUrl: string | undefined; database: Pick<Database, 'pool'>; line: DatabaseLine },
  log: Logger,
): Promise<{ wire: Wire; close: () => Promise<void> }> {
  if (busUrl === undefined) return { wire: databaseWire(line), close: () => Promise.resolve() };
  const scope = await scopeOf(database);
  if (busUrl.startsWith('nats:')) {
    const wire = openNats(busUrl, scope, log);
    return { wire, close: () => wire.close() };
  }
  const own = openLine({ ...database.pool.options, connectionString: busUrl }, log);
  return { wire: databaseWire(own, scope), close: () => own.close() };
}

/**
 * Returns a hash that is the same for all hosts on one database and differs for others. It is made from the
 * database's oid and the cluster's id, if the role may read that.
 */
async function scopeOf({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ oid: string; may: boolean }>(
    `select oid::text, has_function_privilege('pg_control_system()', 'execute') as may from pg_database where datname = current_database()`,
  );
  const cluster = 'select system_identifier::text as cluster from pg_control_system()';
  const found = rows[0]?.may === true ? await pool.query<{ cluster: string }>(cluster) : undefined;
  const place = `${found?.rows[0]?.cluster ?? ''} ${rows[0]?.oid ?? ''}`;
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}
