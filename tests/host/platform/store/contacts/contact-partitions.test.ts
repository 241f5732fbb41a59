import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { connectDatabase, type Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';

describe.each(engines)('daily partitions on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database);
  });

  test('are made once per UTC day, however many processes need them at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => connectDatabase(database.url, pino({ level: 'silent' }))));
    const days = Array.from({ length: 6 }, (_, day) => Date.UTC(2026, 4, 3 + day, 23, 59, 59, 999));
    const results = await Promise.all(
      [database, ...others].map(({ pool }, writer) =>
        insertContacts(
          pool,
          'demo',
          days.map((ts) => sampleContact({ ts, rxId: writer + 1 })),
        ),
      ),
    );
    expect(results.map((result) => result.accepted.length)).toEqual([6, 6, 6, 6]);
    const { rows } = await database.pool.query<{ name: string }>(
      `select tableoid::regclass::text as name, count(*) from contacts group by 1 order by 1`,
    );
    expect(rows.map((row) => row.name)).toEqual(['03', '04', '05', '06', '07', '08'].map((day) => `contacts_202605${day}`));
    await Promise.all(others.map((each) => each.close()));
  });

  test('an empty one that was dropped behind the back of a writer is made again', async () => {
    await insertContacts(database.pool, 'demo', [sampleContact()]);
    await database.pool.query('drop table contacts_20260503; truncate contacts_hourly, contacts_hourly_codes');
    expect((await insertContacts(database.pool, 'demo', [sampleContact()])).accepted).toHaveLength(1);
  });

  test('a range is made by one call, both days included, and a day only once', async () => {
    const make = async () =>
      (await database.pool.query<{ made: number }>(`select ensure_contact_partitions('2026-01-30', '2026-02-02') as made`))
        .rows[0]?.made;
    expect([await make(), await make()]).toEqual([4, 0]);
  });

  test.each([
    ['making', `select ensure_contact_partition('2026-07-01')`],
    ['dropping', `select drop_contact_partition('2026-05-03')`],
  ])('%s one locks none of the others, however many there are', async (_, statement) => {
    await database.pool.query(`select ensure_contact_partitions('2026-05-03', '2026-05-20')`);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(statement);
    const { rows } = await client.query(
      `select relname from pg_locks join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and relname like 'contacts\\_2%' and relname not like 'contacts\\_20260503%'
          and relname not like 'contacts\\_20260701%'`,
    );
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([]);
  });

  test('making one waits for no reader of the others', async () => {
    await insertContacts(database.pool, 'demo', [sampleContact()]);
    const reader = await database.pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from contacts');
    const made = database.pool.query(`set local lock_timeout = '2s'; select ensure_contact_partition('2026-07-01')`);
    await expect(made).resolves.toBeDefined();
    await reader.query('commit');
    reader.release();
  });
});
