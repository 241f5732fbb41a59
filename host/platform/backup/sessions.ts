import { Client } from 'pg';

/**
 * Runs `work` with so many sessions of the database at `url`, for each of which a loss is said by the query
 * that fails. They end with it.
 */
export async function withSessions<T>(url: string, count: number, work: (...sessions: Client[]) => Promise<T>): Promise<T> {
  const sessions = Array.from({ length: count }, () => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'telemetry-console-backup',
      // What a role is limited to is meant for the host's short questions.
      options:
        '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC -c datestyle=ISO -c client_encoding=UTF8',
    });
    // Without a listener the end of the server would end this process, before it has cleaned up.
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

/** The only row of a query. */
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
