import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { copyContacts, insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { insertSequencedContacts } from '../../../../../host/platform/store/contacts/sequenced-contacts.ts';
import { createReceiverKey } from '../../../../../host/domain/accounts/receiver-keys.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';

/** Contacts of receivers that are deleted at the same time (RX-35). */
describe.each(engines)('contacts of a receiver that goes, on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let deleting: PoolClient;
  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database, [1, 2]);
    await createReceiverKey(database, 'demo', 'test');
    deleting = await database.pool.connect();
    await deleting.query(`begin; set local console.writing = 'on'`);
    await deleting.query('select from receivers where id = 2 for update');
  });
  afterEach(() => deleting.release(true));

  const contacts = [sampleContact(), sampleContact({ rxId: 2 })];
  const keyId = async () => (await database.db.selectFrom('receiver_keys').select('id').executeTakeFirstOrThrow()).id;
  const waiting = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const stored = async () => {
    const { rows } = await database.pool.query<{ rx_id: number }>('select rx_id from contacts');
    return rows.map(({ rx_id }) => rx_id);
  };
  /** Waits until storing waits for the deletion, then ends that. */
  const duringDeletion = async <T>(storing: Promise<T>, end: () => Promise<unknown>): Promise<T> => {
    // The caller awaits the failure.
    storing.catch(() => undefined);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await end();
    return storing;
  };
  const remove = async () => {
    await deleting.query('delete from receivers where id = 2');
    await deleting.query('commit');
  };

  const ways: [string, (all: Contact[]) => Promise<unknown>, unknown][] = [
    [
      'by insert',
      (all) => insertContacts(database.pool, 'demo', all),
      { accepted: [contacts[0]], duplicates: 0, refused: [], gone: [contacts[1]] },
    ],
    ['by COPY', (all) => copyContacts(database.pool, 'demo', [all]), { accepted: 1, duplicates: 0, refused: 0, gone: 1 }],
    [
      'counted',
      async (all) => {
        const counted = all.map((contact, seq) => ({ contact, seq }));
        return insertSequencedContacts(database.pool, 'demo', await keyId(), counted);
      },
      { accepted: [contacts[0]], duplicates: 0, refused: [{ index: 1, reason: 'unknown receiver 2' }] },
    ],
  ];

  test.each(ways)('are refused once it is gone, and no other is lost: %s', async (_, store, result) => {
    expect(await duringDeletion(store(contacts), remove)).toEqual(result);
    expect(await stored()).toEqual([1]);
  });

  test('are refused once it is gone, also so many that they are copied', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => sampleContact({ rxId: 1 + (i % 2), code: i }));
    const refused = { accepted: { length: 1_250 }, duplicates: 0, gone: { length: 1_250 } };
    expect(await duringDeletion(insertContacts(database.pool, 'demo', many), remove)).toMatchObject(refused);
    expect(new Set(await stored())).toEqual(new Set([1]));
  });

  test.each(ways)('are stored where it stays after all: %s', async (_, store) => {
    await duringDeletion(store(contacts), () => deleting.query('rollback'));
    expect(await stored()).toEqual([1, 2]);
  });
});
