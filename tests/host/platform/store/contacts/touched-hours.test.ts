import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { beginEpochs } from '../../../../../host/platform/changes/epochs.ts';
import { contactShelf } from '../../../../../host/platform/retention/contact-shelf.ts';
import { copyContacts, insertContacts, insertTogether } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { insertNew, insertRows } from '../../../../../host/platform/store/contacts/insert-rows.ts';
import { touchedSince } from '../../../../../host/platform/store/contacts/contacts-query.ts';
import type { TouchedMark } from '../../../../../host/platform/store/schema-contacts.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { planted } from '../../../../support/planted.ts';
import { engines } from '../../../../support/test-database.ts';

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 4, 3, 12);
/** Returns contacts of a receiver in an hour after noon. */
const heard = (rxId: number, hour: number, count = 1, change: Partial<Contact> = {}) =>
  Array.from({ length: count }, (_, i) => sampleContact({ rxId, ts: noon + hour * hourMs + i, ...change }));

describe.each(engines)('the hours that contacts touch, on the %s engine (STO-14)', { timeout: 60_000 }, (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let older: PoolClient;
  let mark: TouchedMark | null;
  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database);
    await plantListeners(database, [11], 'other');
    await database.pool.query(`select ensure_contact_partition(date '2026-05-03')`);
    older = await database.pool.connect();
    // One test ends this connection before its own end.
    older.on('error', () => undefined);
    mark = null;
  });
  afterEach(() => older.release(true));

  const store = async (...contacts: Contact[][]) => {
    for (const some of contacts) await insertContacts(database.pool, 'demo', some);
  };
  /** Returns the receivers and hours after noon that were touched since the last call. */
  const tell = async (most = 100, systemId = 'demo') => {
    const next = await touchedSince(database.pool, systemId, mark, most);
    mark = next.at(-1) ?? mark;
    return next.map(({ rxId, hour }) => `${rxId} ${(hour - noon) / hourMs}`);
  };
  /** The same once everything committed is visible: tests that run in parallel write to the same server. */
  const told = async (most?: number, systemId?: string) => {
    const { rows } = await database.pool.query<{ now: string }>('select pg_current_xact_id()::text as now');
    const isOver = async () => {
      const text = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as over';
      return (await database.pool.query<{ over: boolean }>(text, [rows[0]!.now])).rows[0]!.over;
    };
    await expect.poll(isOver, { timeout: 30_000 }).toBe(true);
    return tell(most, systemId);
  };

  /** Runs only the first step of a deletion, which deletes the touched hours. */
  async function deleteBefore(before: Date): Promise<void> {
    for await (const step of contactShelf.steps(database, { systemId: 'demo', before }))
      return void (await step(database, Infinity));
  }

  test('are told once, and again when something new came; what is stored already touches nothing', async () => {
    await store([...heard(2, 0, 3), ...heard(1, 5), ...heard(1, 0)], heard(3, 1, 400));
    expect(await told()).toEqual(['1 0', '1 5', '2 0', '3 1']);
    expect(await told()).toEqual([]);
    // Few, many, and both as a history; some twice in one batch.
    await store(heard(2, 0, 3), [...heard(1, 5), ...heard(1, 5)], heard(3, 1, 400));
    await copyContacts(database.pool, 'demo', [[...heard(3, 1, 400), ...heard(2, 0, 3)]]);
    expect(await told()).toEqual([]);
    await store([...heard(1, 5), ...heard(2, 0, 4)], heard(3, 1, 401));
    await copyContacts(database.pool, 'demo', [[...heard(3, 1, 401), ...heard(4, -9)], heard(3, 2, 300)]);
    expect(await told()).toEqual(['2 0', '3 1', '3 2', '4 -9']);
    expect(await told()).toEqual([]);
  });

  test('are those of the system alone, also where several are stored together, and of receivers that are retired', async () => {
    await planted(database).updateTable('receivers').set({ retired_at: new Date() }).where('id', '=', 2).execute();
    await insertTogether(database.pool, [
      { systemId: 'demo', contacts: [...heard(1, 0), ...heard(2, 0)] },
      { systemId: 'other', contacts: heard(11, 0) },
    ]);
    expect(await told()).toEqual(['1 0', '2 0']);
    mark = null;
    expect(await told(100, 'other')).toEqual(['11 0']);
  });

  test('come in pages, whatever is touched between two of them', async () => {
    await store([1, 2, 3, 4].flatMap((rxId) => heard(rxId, 0)));
    expect(await told(2)).toEqual(['1 0', '2 0']);
    await store(heard(3, 0, 2), heard(1, 0, 2));
    expect(await told(2)).toEqual(['4 0', '3 0']);
    expect(await told(2)).toEqual(['1 0']);
    expect(await told(2)).toEqual([]);
  });

  test('what an older transaction stores that commits last is told then, and nothing twice', async () => {
    await older.query('begin');
    await insertRows(older, { systems: ['demo'] }, heard(1, 0));
    await store(heard(2, 0));
    const early = await tell();
    await older.query('commit');
    expect([...early, ...(await told())]).toEqual(['1 0', '2 0']);
    expect(await told()).toEqual([]);

    // In the same hour, the younger transaction was first.
    await older.query('begin; select pg_current_xact_id()');
    await store(heard(1, 7), heard(2, 7));
    expect(await tell()).toEqual([]);
    await insertRows(older, { systems: ['demo'] }, heard(1, 7, 2, { code: 77 }));
    await older.query('commit');
    expect(await told()).toEqual(['1 7', '2 7']);
    expect(await told()).toEqual([]);
  });

  test('what a writer that was killed had not committed is not told, and holds up nobody', async () => {
    await older.query('begin');
    await insertRows(older, { systems: ['demo'] }, heard(1, 0));
    await store(heard(2, 0));
    const { rows } = await older.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    expect(await told()).toEqual(['2 0']);
    await store(heard(1, 0));
    expect(await told()).toEqual(['1 0']);
  });

  test('after a backup was put back all is told again, and what comes then once, also in a server that has counted less', async () => {
    await store(heard(1, 0), heard(2, 0));
    expect(await told()).toEqual(['1 0', '2 0']);
    // As restored from a server whose transaction numbers were higher.
    await database.pool.query(`update touched_hours set touched = '900000000000000' where rx_id = 2`);
    await beginEpochs(database);
    mark = { ...mark!, touched: '900000000000001' };
    await store(heard(2, 0, 2), heard(3, 0));
    // Renumbered hours are returned only once all transactions that ran at the time have ended.
    expect([...(await told()), ...(await told())].toSorted()).toEqual(['1 0', '2 0', '3 0']);
    expect(await told()).toEqual([]);
    await store(heard(2, 0, 3));
    expect(await told()).toEqual(['2 0']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['brings them home', () => touchedSince(database.pool, 'demo', null, 100)],
    ['deletes them', () => deleteBefore(new Date(noon + hourMs))],
  ])('who %s holds none behind the one that it waits for, as writers hold none', async (_, work) => {
    // The second hour is stored first and has the lower number; both numbers are of future transactions.
    for (const rxId of [2, 1]) await store(heard(rxId, 0));
    for (const rxId of [2, 1])
      await database.pool.query(`update touched_hours set touched = $1 where rx_id = $2`, [`90000000000000${3 - rxId}`, rxId]);
    await older.query('begin');
    await insertRows(older, { systems: ['demo'] }, heard(1, 0, 2));
    const working = work();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0);
    const held = await older.query('select rx_id from touched_hours where rx_id = 2 for update nowait');
    expect(held.rows).toEqual([{ rx_id: 2 }]);
    await older.query('commit');
    await working;
  });

  test('many writers of the same hours never wait for each other in a ring, however they store them', async () => {
    const turns = Array.from({ length: 60 }, (_, turn) => turn);
    await Promise.all(
      turns.map(async (turn) => {
        const own = { ant: 1 + (turn % 8), code: turn };
        const contacts = [1, 2, 3, 4, 5].flatMap((rxId) => [...heard(rxId, 0, 4, own), ...heard(rxId, 1, 4, own)]);
        const sent = turn % 2 === 0 ? contacts : contacts.toReversed();
        // Without the function that retries, which would hide a deadlock.
        if (turn % 3 === 0) expect(await insertNew(database.pool, 'demo', sent)).toBe(true);
        else expect((await insertRows(database.pool, { systems: ['demo'] }, sent)).duplicates).toBe(0);
      }),
    );
    expect((await told()).toSorted()).toEqual([1, 2, 3, 4, 5].flatMap((rxId) => [`${rxId} 0`, `${rxId} 1`]));
  });
});
