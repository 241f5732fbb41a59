import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../../../host/platform/api-error.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { databaseFailure } from '../../../../host/platform/store/database-failure.ts';
import { heavyReads } from '../../../../host/platform/store/heavy-reads.ts';
import { settingsFor } from '../../../../host/platform/store/embedded/settings.ts';
import { endBackend, othersOn, type Backend } from '../../../support/database-attacks.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 30_000, interval: 10 };
const left = new Error('left');
const never = new AbortController().signal;

/** Runs until it is ended: on a slow machine the lane's own limit would end it before the test does. */
const endless = (what: string) => `set local statement_timeout = 0; select pg_sleep(600) /* ${what} */`;

describe.each(engines)('heavy reads on the %s engine (STO-12)', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
  });
  afterAll(() => database.close());

  const running = async (what: string) => (await othersOn(database.url)).filter(({ query }) => query.includes(what));
  const isRunning = async (what: string, count = 1) =>
    await expect.poll(async () => (await running(`/* ${what} */`)).length, patience).toBe(count);
  const sleep = (person: number, what: string, gone = never) =>
    database.reads.read(person, gone, ({ client }) => client.query(endless(what))).catch(failure);
  const ask = (person: number) => database.reads.read(person, never, ({ db }) => sql`select 1`.execute(db));

  test('whoever goes away between two statements, or in a transaction, ends the next', async () => {
    const gone = new AbortController();
    const read = database.reads
      .read(1, gone.signal, ({ db }) =>
        db.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx);
          gone.abort(left);
          // The cancellation goes to an idle connection.
          await expect.poll(async () => (await running('pg_cancel_backend')).length, patience).toBeGreaterThan(0);
          await sql`select pg_sleep(600)`.execute(tx);
        }),
      )
      .catch(failure);
    expect(await read).toBe(left);
    await Promise.all(Array.from({ length: 20 }, () => ask(1)));
  });

  test('whoever goes away ends the statement in the database, and the lane reads on', async () => {
    for (let round = 0; round < 4; round++) {
      const gone = new AbortController();
      const reads = [sleep(1, 'deep', gone.signal), sleep(1, 'deep', gone.signal)];
      await isRunning('deep', 2);
      gone.abort(left);
      expect(await Promise.all(reads)).toEqual([left, left]);
      await isRunning('deep', 0);
    }
    await Promise.all(Array.from({ length: 20 }, () => ask(1)));
  });

  test('of one person two are read at a time, however many ask, and others are not kept waiting', async () => {
    const gone = new AbortController();
    const reads = Array.from({ length: 12 }, () => sleep(1, 'greedy', gone.signal));
    await isRunning('greedy', 2);
    const other = sleep(2, 'modest', gone.signal);
    await isRunning('modest');
    await isRunning('greedy', 2);
    gone.abort(left);
    expect(new Set(await Promise.all([...reads, other]))).toEqual(new Set([left]));
    await ask(1);
  });

  test('who waits and goes away takes no turn; who has too many waiting is told when to ask again', async () => {
    const [gone, early] = [new AbortController(), new AbortController()];
    const running = [sleep(1, 'held', gone.signal), sleep(1, 'held', gone.signal)];
    await isRunning('held', 2);
    const waiting = Array.from({ length: 30 }, () => sleep(1, 'held', early.signal));
    const refused = await ask(1).catch(failure);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 429, type: 'TooManyRequests', retryAfter: 5 });
    await ask(2);
    early.abort(left);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([left]));
    await isRunning('held', 2);
    gone.abort(left);
    await Promise.all(running);
    await ask(1);
  });

  test('a statement that takes too long ends by itself, and is answered 503', async () => {
    const { rows } = await database.reads.read(1, never, ({ client }) => client.query('show statement_timeout'));
    expect(rows).not.toEqual([{ statement_timeout: '0' }]);
    const read = database.reads.read(1, never, ({ db }) =>
      db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = '5ms'`.execute(tx);
        await sql`select pg_sleep(600)`.execute(tx);
      }),
    );
    expect(await read.catch(failure)).toMatchObject({ status: 503, retryAfter: 30 });
  });

  test('a lost connection is the database being away, and the next read has another', async () => {
    const read = sleep(1, 'lost');
    await isRunning('lost');
    await endBackend(database.url, (await running('/* lost */'))[0] as Backend);
    expect(databaseFailure(await read)).toBe('away');
    await ask(1);
  });

  test('what is read in vain gives its connection back as it was', async () => {
    const reads = heavyReads(database.ingest, database);
    const pidOf = () =>
      reads.read(1, never, async ({ client }) => (await client.query('select pg_backend_pid() as pid')).rows[0] as unknown);
    const before = await pidOf();
    await reads.read(1, never, () => Promise.reject(new ApiError(410, 'Gone', 'gone'))).catch(failure);
    expect(await pidOf()).toEqual(before);
  });
});

test('two hosts with all their connections, and commands beside them, fit the embedded server (STO-11)', async () => {
  const database = await withTestDatabase();
  const own = database.pool.options.max + database.ingest.pool.options.max + database.ingest.joined.options.max;
  const gone = new AbortController();
  const people = Array.from({ length: 20 }, (_, person) =>
    database.reads.read(person, gone.signal, ({ client }) => client.query(endless('all'))).catch(failure),
  );
  const reading = async () => (await othersOn(database.url)).filter(({ query }) => query.includes('/* all */')).length;
  await expect.poll(reading, patience).toBe(4);
  gone.abort(left);
  await Promise.all(people);
  await database.close();
  const [reserved, besideLanes] = [3, 7];
  expect(2 * (own + 4 + besideLanes)).toBeLessThan(Number(settingsFor(1e12)['max_connections']) - reserved);
});

function failure(thrown: unknown): unknown {
  return thrown;
}
