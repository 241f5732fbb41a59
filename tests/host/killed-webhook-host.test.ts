import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../host/platform/store/database.ts';
import { addAlarms } from '../../host/platform/store/fleet/alarms.ts';
import { endHostProcess, hostPlace, type HostProcess, startHostProcess } from '../support/host-process.ts';
import { planted } from '../support/planted.ts';
import { withTestDatabase } from '../support/test-database.ts';
import { startWebhookServer, type WebhookServer } from '../support/webhook-server.ts';

const patience = { timeout: 90_000, interval: 20 };
const upMs = 120_000;

let dataDir: string;
let database: Database;
let server: WebhookServer;
const hosts: HostProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'killed webhook '));
  database = await withTestDatabase();
  server = await startWebhookServer();
  await writeFile(path.join(dataDir, 'ca.pem'), server.cert);
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(({ child }) => endHostProcess(child, 'SIGKILL')));
});
afterAll(async () => {
  server.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function start() {
  const settings = { DATABASE_URL: database.url, INNER_ADDRESSES: '127.0.0.1', SIMULATOR: 'off', DEMO: 'off', LOG_LEVEL: 'warn' };
  const place = await hostPlace(dataDir, { ...settings, NODE_EXTRA_CA_CERTS: path.join(dataDir, 'ca.pem') });
  const host = await startHostProcess(place, upMs);
  hosts.push(host);
  return host;
}

test(
  'two hosts send each alarm once; one that is killed while it sends has its message sent again, as the same event (ALM-18)',
  { timeout: 300_000 },
  async () => {
    const first = await start();
    const second = await start();
    const db = planted(database);
    await db.insertInto('systems').values({ id: 'field', common_name: 'Salmon River' }).execute();
    const receiver = { system_id: 'field', alias: 'Crest' };
    const { id: rxId } = await db.insertInto('receivers').values(receiver).returning('id').executeTakeFirstOrThrow();
    const webhook = { system_id: 'field', url: server.url, secret: 'hidden-secret-of-it' };
    const { id } = await db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('systems').set({ webhook_id: id }).where('id', '=', 'field').execute();
    const raise = (...codes: readonly number[]) =>
      addAlarms(
        database,
        'field',
        codes.map((code) => ({ rxId, code })),
      );
    await raise(3100, 2101, 3101);
    const sent = async () =>
      (await database.pool.query("select id from webhook_messages where state = 'sent'")).rows.map(
        (row) => (row as { id: string }).id,
      );
    await expect.poll(async () => (await sent()).length, patience).toBe(3);
    await endHostProcess(second.child, 'SIGKILL');

    server.behave('stall');
    await raise(4102);
    await expect.poll(() => server.received.length, patience).toBe(4);
    await endHostProcess(first.child, 'SIGKILL');
    server.behave(200);
    await start();
    await expect.poll(async () => (await sent()).length, patience).toBe(4);
    const times = Map.groupBy(server.received, ({ event }) => event);
    expect(
      [...times.values()].map(({ length }) => length),
      'nobody can know of the last',
    ).toEqual([1, 1, 1, 2]);
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(4);
    expect(hosts.map(({ output }) => output()).join('')).not.toMatch(/hidden/);
  },
);
