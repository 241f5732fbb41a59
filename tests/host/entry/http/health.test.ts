import { fastify, type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addHealth, type PartHealth } from '../../../../host/entry/http/health.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const well = { host: (): PartHealth => 'up', simulator: (): PartHealth => 'up', bus: (): PartHealth => 'up' };

async function statusOf(app: FastifyInstance): Promise<number> {
  return (await app.inject('/api/health')).statusCode;
}

describe('health (CALL-16)', () => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => vi.restoreAllMocks());

  test.each<[PartHealth, PartHealth, number]>([
    ['up', 'up', 200],
    ['up', 'off', 200],
    ['starting', 'up', 503],
    ['down', 'up', 503],
    ['up', 'starting', 503],
    ['up', 'down', 503],
  ])('host %s, simulator %s: %i', async (host, simulator, status) => {
    const app = fastify();
    addHealth(app, database, { host: () => host, simulator: () => simulator, bus: () => 'down' });
    const answer = await app.inject('/api/health');
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { host, simulator, database: 'up' }]);
    await app.close();
  });

  test('asks the database at most once a second, and again after that', async () => {
    const app = fastify();
    addHealth(app, database, well);
    await app.ready();
    const asked = vi.spyOn(database.pool, 'query');
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    expect(await statusOf(app)).toBe(200);
    const once1 = asked.mock.calls.length;
    expect(once1).toBeGreaterThan(0);
    now += 990;
    expect(await statusOf(app)).toBe(200);
    expect(asked.mock.calls.length).toBe(once1);
    now += 20;
    expect(await statusOf(app)).toBe(200);
    expect(asked.mock.calls.length).toBe(once1 * 2);
    await app.close();
  });

  test('waits for no database for ever', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const pool = new Pool({ host: '127.0.0.1', port: (mute.address() as AddressInfo).port, user: 'u', password: 'p' });
    pool.on('error', () => undefined);
    const app = fastify();
    addHealth(app, { pool, storage: () => 'ok' }, well);
    const answer = await app.inject('/api/health');
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { host: 'up', database: 'down', simulator: 'up' }]);
    await app.close();
    for (const socket of sockets) socket.destroy();
    mute.close();
    await pool.end();
  });
});
