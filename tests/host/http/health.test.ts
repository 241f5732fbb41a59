import fastify from 'fastify';
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addHealth, type PartHealth } from '../../../host/http/health.ts';
import type { Database } from '../../../host/store/database.ts';
import { withTestDatabase } from '../../support/test-database.ts';

let database: Database;
let now: number;
beforeEach(async () => {
  database = await withTestDatabase();
  now = 0;
});
afterEach(() => database.close());

async function ask(times: number, parts: { host?: PartHealth; simulator?: PartHealth } = {}, pool: Pool = database.pool) {
  const app = fastify();
  addHealth(app, { pool }, { host: () => parts.host ?? 'up', simulator: () => parts.simulator ?? 'off' });
  const answers = [];
  for (let i = 0; i < times; i++) answers.push(await app.inject('/api/health'));
  return { app, answers: answers.map(({ statusCode, body }) => [statusCode, JSON.parse(body) as unknown]) };
}

test('an answer of the database stands for a second, and no longer', async () => {
  const asked = vi.spyOn(database.pool, 'query');
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const { app } = await ask(3);
    expect(asked).toHaveBeenCalledTimes(1);
    for (const [at, times] of [
      [1_000, 1],
      [1_001, 2],
      [2_001, 2],
      [2_002, 3],
    ] as const) {
      now = at;
      expect((await app.inject('/api/health')).statusCode).toBe(200);
      expect(asked, `at ${at} ms`).toHaveBeenCalledTimes(times);
    }
  } finally {
    clock.mockRestore();
    asked.mockRestore();
  }
});

test.each<[host: PartHealth, simulator: PartHealth, code: number]>([
  ['up', 'up', 200],
  ['up', 'off', 200],
  ['up', 'starting', 503],
  ['up', 'down', 503],
  ['starting', 'up', 503],
])('a host that is %s with a simulator that is %s answers %s', async (host, simulator, code) => {
  const { answers } = await ask(1, { host, simulator });
  expect(answers).toEqual([[code, { host, database: 'up', simulator }]]);
});

test('a database that says nothing is down after some seconds, well before its connection is given up', async () => {
  const busy = new Pool({ connectionString: database.url, max: 1 });
  const holder = await busy.connect();
  try {
    const { answers } = await ask(1, {}, busy);
    expect(answers).toEqual([[503, { host: 'up', database: 'down', simulator: 'off' }]]);
  } finally {
    holder.release();
    await busy.end();
  }
});
