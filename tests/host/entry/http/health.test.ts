import { fastify, type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addHealth, type PartHealth } from '../../../../host/entry/http/health.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { holdPort, startingServer } from '../../../../host/port-taken.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const well = {
  host: (): PartHealth => 'up',
  simulator: (): PartHealth => 'up',
  bus: (): PartHealth => 'up',
  hasFileRoom: () => Promise.resolve(true),
};

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
    addHealth(app, database, { ...well, host: () => host, simulator: () => simulator, bus: () => 'down' });
    const answer = await app.inject('/api/health');
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { host, simulator, database: 'up' }]);
    await app.close();
  });

  test('names what is missing, and tells who asks whether it lives nothing of that (HOST-16)', async () => {
    const app = fastify();
    const storage = () => 'full' as const;
    let host: PartHealth = 'up';
    addHealth(app, { pool: database.pool, storage }, { ...well, host: () => host, simulator: () => 'off' });
    const ask = async () => {
      const [ready, live] = [await app.inject('/api/health'), await app.inject('/api/health/live')];
      return [ready.statusCode, ready.json<{ missing: string[] }>().missing, live.statusCode, live.json()];
    };
    expect(await ask()).toEqual([200, ['disk'], 200, { host: 'live' }]);
    host = 'stopping';
    expect(await ask()).toEqual([503, ['host', 'disk'], 200, { host: 'live' }]);
    await app.close();
  });

  test.each([
    ['ok', true, 'ok', []],
    ['low', true, 'low', []],
    ['ok', false, 'full', ['disk']],
    ['full', true, 'full', ['disk']],
  ] as const)('tells of a disk that is %s, and has room for data files: %s', async (of, hasRoom, storage, missing) => {
    const app = fastify();
    const hasFileRoom = () => Promise.resolve(hasRoom);
    addHealth(app, { pool: database.pool, storage: () => of }, { ...well, hasFileRoom });
    const answer = await app.inject('/api/health');
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { storage, missing }]);
    await app.close();
  });

  test('is answered while the host is still starting, and nothing else is (HOST-16)', async () => {
    const port = await freePort();
    const letGo = await holdPort('PORT', '127.0.0.1', port, startingServer(undefined));
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.json()];
    };
    expect(await ask('/api/health/live')).toEqual([200, { host: 'live' }]);
    expect(await ask('/api/health')).toMatchObject([503, { missing: ['host', 'database', 'migrations'] }]);
    await expect(ask('/api/app/client/account')).rejects.toThrow('fetch failed');
    await letGo();
    await expect(ask('/api/health/live')).rejects.toThrow('fetch failed');
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

  test('waits for no database forever', async () => {
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
