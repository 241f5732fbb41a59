import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';

const hour = Date.UTC(2026, 4, 3, 12);
const contactsOfHour = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => sampleContact({ ts: hour + from + i }));
const storeByHand = `insert into contacts (system_id, ts, rx_id, freq_hz, code, power, ant, type, n)
  select system_id, ts + interval '1 ms', rx_id, freq_hz, code, power, ant, type, n from contacts`;

describe.each(engines)('on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let other: PoolClient;
  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database);
    await insertContacts(database.pool, 'demo', contactsOfHour(1, 0));
    other = await database.pool.connect();
  });
  afterEach(() => other.release(true));

  const isWaiting = async () => {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await database.pool.query(text)).rows.length > 0;
  };

  test.each([
    ['few', 100],
    ['many that are new', 600],
    ['so many that they are copied', 2_500],
  ])('%s: who waits for a contact holds no hour, for which the other would wait in turn (STO-4)', async (_, count) => {
    await other.query('begin');
    await other.query(storeByHand);
    const stored = insertContacts(database.pool, 'demo', contactsOfHour(count));
    await expect.poll(isWaiting).toBe(true);
    for (const table of ['contacts_hourly', 'contacts_hourly_codes', 'touched_hours']) {
      const held = await other.query(`select rx_id from ${table} for update nowait`);
      expect(held.rows).toEqual([{ rx_id: 1 }]);
    }
    await other.query('rollback');
    expect(await stored).toMatchObject({ accepted: { length: count }, duplicates: 0 });
  });
});
