import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metricsRoute } from '../../../../host/entry/http/metrics-route.ts';
import { noHubStats } from '../../../../host/entry/realtime/hub-stats.ts';
import { createMetrics, type MetricsSources } from '../../../../host/platform/metrics/metrics.ts';
import { queueLengths } from '../../../../host/platform/metrics/queue-lengths.ts';
import { connectDatabase, type Database } from '../../../../host/platform/store/database.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';

const token = 'a-token-for-the-metrics-of-a-host';

describe.each(triedEngines)('metrics of a host on the %s engine (MET-1, MET-2, MET-3)', (engine) => {
  let host: TestHost;
  let database: Database;
  let isAway = false;
  const metrics = createMetrics('9.9.9');
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    const sources: MetricsSources = {
      parts: () => ({ host: true }),
      sockets: () => ({ ...noHubStats, clients: 3, frames: 70 }),
      pools: database.pools,
      queues: () => (isAway ? new Promise(() => {}) : queueLengths(database)),
      disk: async () => ({ used: 600, free: 400 }),
    };
    host = await startTestHost({ database, plugins: () => [metricsRoute(metrics, sources, token)] });
  });
  afterAll(async () => {
    await host.close();
  });

  const ask = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${host.url}/metrics`, { headers });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  test('are answered to a program on this machine, as Prometheus reads them', async () => {
    metrics.countIntake('contacts', { accepted: 5, duplicate: 2, rejected: 1 });
    const { status, type, text } = await ask();
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    const lines = text.split('\n');
    for (const line of [
      'console_build_info{version="9.9.9"} 1',
      'console_ingest_items_total{what="contacts",outcome="accepted"} 5',
      'console_ingest_items_total{what="contacts",outcome="rejected"} 1',
      'console_sockets{state="connected"} 3',
      'console_socket_frames_total 70',
      'console_queue_length{queue="mails"} 0',
      'console_disk_bytes{state="free"} 400',
      'console_up{part="database"} 1',
      'console_database_connections_max{lane="calls"} 8',
    ])
      expect(lines).toContain(line);
    expect(lines.some((line) => line.startsWith('console_nodejs_eventloop_lag_p99_seconds '))).toBe(true);
    expect((await ask()).text, 'frames are counted once').toContain('\nconsole_socket_frames_total 70\n');
  });

  test('are for nobody else but who has the token, which stands in no log', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.7' };
    expect((await ask(forwarded)).status).toBe(403);
    expect((await ask({ forwarded: 'for=192.0.2.7' })).status).toBe(403);
    expect((await ask({ ...forwarded, authorization: `Bearer ${token}x` })).status).toBe(403);
    expect((await ask({ ...forwarded, authorization: `Bearer ${token}` })).status).toBe(200);
    expect(host.logged()).not.toContain(token);
  });

  test('leave out what the database would have said while it does not answer, and say that it is down', async () => {
    isAway = true;
    const [{ status, text }, other] = await Promise.all([ask(), ask()]);
    isAway = false;
    expect([status, other.text]).toEqual([200, text]);
    expect(text).toContain('\nconsole_up{part="database"} 0\n');
    expect(text).not.toMatch(/^console_queue_length\{/m);
    expect((await ask()).text).toContain('console_queue_length{queue="mails"} 0');
  });

  test('time each statement, also one that fails, by its verb and table', async () => {
    const heard: string[] = [];
    const timed = await connectDatabase(database.url, pino({ level: 'silent' }), (text, seconds) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      heard.push(text);
    });
    try {
      heard.length = 0;
      await timed.db.selectFrom('alarms').select('id').execute();
      await timed.pool.query('select 7');
      await expect(timed.pool.query('select * from nowhere')).rejects.toThrow('nowhere');
      expect(heard).toEqual(['select "id" from "alarms"', 'select 7', 'select * from nowhere']);
    } finally {
      await timed.close();
    }
  });
});
