import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyContacts, insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { databaseFailure } from '../../../../host/platform/store/database-failure.ts';
import { errorText } from '../../../../host/platform/store/error-text.ts';
import type { Contact } from '#model/entities/contact.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';
import { type Backend, endAllOthers, endBackend, othersOn } from '../../../support/database-attacks.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';

const patience = { timeout: 30_000, interval: 10 };

/** Identify the statements that copy many new contacts and count them: the server only shows a beginning. */
const [copying, counting] = ['copy contacts', 'by_code as materialized'];

/** Errors that were not handled: in the product each would have ended the host. */
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
beforeAll(() => void process.on('uncaughtException', note).on('unhandledRejection', note));
afterAll(() => void process.off('uncaughtException', note).off('unhandledRejection', note));

describe.each(engines)('a connection that the server ends, on the %s engine', (engine) => {
  let database: Database;
  beforeEach(async () => {
    uncaught.length = 0;
    database = await withTestDatabase(engine);
  });
  afterEach(async () => {
    await database.close();
  });

  /** Ends all connections once `statement` runs on `count` of them; resolves when they are gone. */
  const endWhile = async (statement: string, count = 1) => {
    const running = async () => (await othersOn(database.url)).filter(({ query }) => query.includes(statement)).length;
    await expect.poll(running, patience).toBeGreaterThanOrEqual(count);
    await endAllOthers(database.url);
  };
  const worksAgain = async () => {
    await expect
      .poll(
        () =>
          database.pool.query('select 1').then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true);
    // Events of a closed socket arrive in a later turn.
    await expect.poll(() => database.pool.totalCount - database.pool.idleCount, patience).toBe(0);
    expect(uncaught.map(errorText)).toEqual([]);
  };
  const failing = async (work: Promise<unknown>) =>
    databaseFailure(
      await work.then(
        () => 'nothing',
        (error: unknown) => error,
      ),
    );

  test('fails the statement on it, and no more', async () => {
    const asked = Array.from({ length: 8 }, () => failing(database.pool.query('select pg_sleep(60)')));
    await endWhile('pg_sleep', 8);
    expect(await Promise.all(asked)).toEqual(asked.map(() => 'away'));
    await worksAgain();
  });

  test('fails the transaction that waits on it', async () => {
    let goOn = (): void => {};
    const ended = new Promise<void>((resolve) => (goOn = resolve));
    const transaction = failing(
      database.db.transaction().execute(async (tx) => {
        await sql`select 'before the end'`.execute(tx);
        await ended;
        await sql`select 1`.execute(tx);
      }),
    );
    await endWhile('before the end');
    goOn();
    expect(await transaction).toBe('away');
    await worksAgain();
  });

  test('is no more than gone for whoever holds it idle', async () => {
    const client = await database.pool.connect();
    await client.query(`select 'held'`);
    await endWhile('held');
    await expect.poll(() => failing(client.query('select 1')), patience).toBe('away');
    client.release(true);
    await worksAgain();
  });

  test('fails a bulk load, in each of its steps and between them, and the next one stores all', async () => {
    await plantListeners(database, [1], 'field');
    const all = contacts(60_000);
    for (const stopAt of [0, 1, 50_000]) {
      const load = failing(
        copyContacts(
          database.pool,
          'field',
          (async function* () {
            yield all.slice(0, stopAt);
            await endAllOthers(database.url);
            yield all.slice(stopAt);
          })(),
        ),
      );
      expect(await load, `cut at ${stopAt}`).toBe('away');
    }
    await worksAgain();
    const { accepted, duplicates } = await copyContacts(database.pool, 'field', [all]);
    expect(accepted + duplicates).toBe(all.length);
    const { rows } = await database.pool.query('select count(*)::integer as count from contacts');
    expect(rows).toEqual([{ count: all.length }]);
  });

  test('fails a bulk load in the middle of a statement', async () => {
    await plantListeners(database, [1], 'field');
    const all = contacts(100_000);
    const load = failing(copyContacts(database.pool, 'field', [all]));
    await endWhile(copying);
    expect(await load).toBe('away');
    await worksAgain();
  });

  test('fails a batch of ingest, which can be sent again', async () => {
    await plantListeners(database, [1], 'field');
    // Locks the rollups for writing but not for reading, so that the batch waits at a known place.
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table contacts_hourly in share mode');
    const batch = contacts(5_000);
    const stored = failing(insertContacts(database.pool, 'field', batch));
    // Only the batch's connection: if the holder's ended first, the batch could finish before its own ended.
    const ofBatch = async () => (await othersOn(database.url)).find(({ query }) => query.includes(counting));
    await expect.poll(ofBatch, patience).toMatchObject({ waitsFor: 'Lock' });
    await endBackend(database.url, (await ofBatch()) as Backend);
    expect(await stored).toBe('away');
    holder.release(true);
    expect((await insertContacts(database.pool, 'field', batch)).accepted).toHaveLength(5_000);
    await worksAgain();
  });
});

function contacts(count: number): Contact[] {
  const start = Date.UTC(2025, 4, 1);
  return Array.from({ length: count }, (_, i) => ({
    rxId: 1,
    ant: 1 + (i % 4),
    freq: 150.5,
    code: i % 500,
    type: 18,
    power: -80,
    ts: start + i * 10,
  }));
}
