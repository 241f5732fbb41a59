import { Client } from 'pg';

/**
 * Runs `work` with `count` connections to the database at `url`, and closes them afterwards. If a connection
 * is lost, the next query on it fails.
 */
export async function withSessions<T>(url: string, count: number, work: (...sessions: Client[]) => Promise<T>): Promise<T> {
  const sessions = Array.from({ length: count }, () => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'telemetry-console-backup',
      // Overrides the role's timeouts, which are meant for the host's short queries.
      options:
        '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC -c datestyle=ISO -c client_encoding=UTF8',
    });
    // Without a listener, a lost connection would crash this process before it has cleaned up.
    client.on('error', () => undefined);
    return client;
  });
  try {
    for (const session of sessions) await session.connect();
    return await work(...sessions);
  } finally {
    await Promise.allSettled(sessions.map((session) => session.end()));
  }
}

/** Returns the first row of a query, which must have one. */
export async function oneRow<Row extends Record<string, unknown>>(
  client: Client,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(text, values);
  const [row] = rows;
  if (row === undefined) throw new Error('The database answered nothing');
  return row;
}
