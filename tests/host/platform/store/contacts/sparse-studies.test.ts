import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { copyContacts, insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { contactsBetween, newestContacts } from '../../../../../host/platform/store/contacts/contacts-query.ts';
import { contactSpan } from '../../../../support/contact-span.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import type { Contact } from '#model/entities/contact.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { newSystemId } from '../../../../support/file-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';

const dayMs = 86_400_000;
const thisYear = new Date().getUTCFullYear();
/** 1,500 days with one contact each, up to the last day of the year before last. */
const lastDay = Date.UTC(thisYear - 2, 11, 31, 12);
const days = 1_500;
const sparse = Array.from({ length: days }, (_, day) => sampleContact({ ts: lastDay - day * dayMs, rxId: 1 + (day % 3) }));
const ts = (contacts: readonly Contact[]) => contacts.map((contact) => contact.ts);

/** Of the 3,840 locks that an embedded server has by default: 64 for each of its 60 connections. */
const mostLocks = 250;

describe.each(engines)('long sparse studies on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let systemId: string;
  beforeEach(async () => {
    database = await emptied();
    // The process remembers for each system whether it sends contacts again.
    systemId = newSystemId();
    await plantListeners(database, undefined, systemId);
  });

  const partitions = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'contacts'::regclass order by 1`,
    );
    return rows.map((row) => row.name);
  };
  /** Makes every statement that stores contacts record how many locks it holds. */
  const watchLocks = async () => {
    await database.pool.query(`
      create table lock_counts (locks integer);
      create function count_locks() returns trigger language plpgsql as $$ begin
        insert into lock_counts select count(*) from pg_locks where pid = pg_backend_pid();
        return null;
      end $$;
      create trigger count_locks after insert on contacts for each statement execute function count_locks();`);
    onTestFinished(async () => {
      await database.pool.query('drop table lock_counts; drop function count_locks() cascade');
    });
  };
  const locksHeld = async () => {
    const { rows } = await database.pool.query<{ most: number; statements: number }>(
      'select max(locks) as most, count(*) as statements from lock_counts',
    );
    return rows[0];
  };
  /** Returns the most locks on partitions (tables and indexes) that one statement of the read takes. */
  const locksOf = async (read: (client: Pick<Database['pool'], 'query'>) => Promise<unknown>) => {
    const client = await database.pool.connect();
    await client.query('begin');
    let most = 0;
    const counting = {
      query: async (...args: Parameters<typeof client.query>) => {
        await client.query('savepoint before');
        const answer = await (client.query(...args) as unknown as Promise<unknown>);
        const { rows } = await client.query<{ locks: number }>(
          `select count(*)::integer as locks from pg_locks join pg_class on pg_class.oid = relation
            where pid = pg_backend_pid() and relname like 'contacts\\_2%'`,
        );
        most = Math.max(most, rows[0]?.locks ?? 0);
        // Releases the locks, so that each statement is counted alone.
        await client.query('rollback to savepoint before');
        return answer;
      },
    } as unknown as Pick<Database['pool'], 'query'>;
    await read(counting);
    await client.query('rollback');
    client.release();
    return most;
  };

  test('1,500 days are stored by insert and by COPY, in partitions of a month and with few locks at a time (STO-3, STO-5)', async () => {
    await watchLocks();
    const inserted = await insertContacts(database.pool, systemId, sparse);
    expect(inserted).toEqual({ accepted: sparse, duplicates: 0, refused: [] });
    expect(await copyContacts(database.pool, systemId, [sparse])).toEqual({ accepted: 0, duplicates: days, refused: 0 });
    const others = sparse.map((contact) => ({ ...contact, rxId: 9 }));
    expect(await copyContacts(database.pool, systemId, [others.toReversed()])).toEqual({
      accepted: days,
      duplicates: 0,
      refused: 0,
    });
    expect((await partitions()).length).toBeLessThanOrEqual(51);
    const held = await locksHeld();
    expect(held?.statements).toBeGreaterThan(3);
    expect(held?.most).toBeLessThan(mostLocks);
    expect(await contactsBetween(database.pool, systemId, 0, Date.UTC(2100, 0), 10_000)).toHaveLength(2 * days);
  });

  test('days of this year and the last have a partition each, and these too are written a few at a time', async () => {
    await watchLocks();
    const recent = Array.from({ length: 120 }, (_, day) => sampleContact({ ts: Date.UTC(thisYear - 1, 0, 1 + day, 6) }));
    expect((await insertContacts(database.pool, systemId, recent)).accepted).toEqual(recent);
    expect(await partitions()).toHaveLength(120);
    expect((await locksHeld())?.most).toBeLessThan(mostLocks);
    expect(await insertContacts(database.pool, systemId, recent.toReversed())).toEqual({
      accepted: [],
      duplicates: 120,
      refused: [],
    });
  });

  test('a batch in several parts answers its new ones in its own order, equal ones within it counted', async () => {
    const [first, ...rest] = sparse as [Contact, ...Contact[]];
    const stored = rest.filter((_, place) => place % 5 === 0);
    await insertContacts(database.pool, systemId, stored);
    const { accepted, duplicates } = await insertContacts(database.pool, systemId, [first, ...sparse, first]);
    expect(accepted).toEqual(sparse.filter((contact) => !stored.includes(contact)));
    expect(duplicates).toBe(stored.length + 2);
  });

  test('a month that has partitions of days already stays daily, and nothing in them is lost', async () => {
    const month = Date.UTC(thisYear - 3, 4, 1);
    const [day, name] = [new Date(month + 9 * dayMs).toISOString().slice(0, 10), `contacts_${thisYear - 3}0510`];
    // As the product made partitions before there were monthly ones.
    await database.pool.query(`create table ${name} (like contacts including all);
      alter table contacts attach partition ${name} for values from ('${day} 00:00Z') to ('${day} 23:59:60Z')`);
    const contacts = [9, 10, 40].map((offset) => sampleContact({ ts: month + offset * dayMs }));
    expect((await insertContacts(database.pool, systemId, contacts)).accepted).toEqual(contacts);
    expect(await partitions()).toEqual([name, `contacts_${thisYear - 3}0511`, `contacts_${thisYear - 3}06`]);
    expect(await contactsBetween(database.pool, systemId, month, month + 90 * dayMs, 10)).toEqual(contacts);
  });

  test('writers who need the same months at once make each once', async () => {
    const results = await Promise.all(
      [1, 2, 3, 4].map((rxId) =>
        insertContacts(
          database.pool,
          systemId,
          sparse.slice(0, 300).map((contact) => ({ ...contact, rxId })),
        ),
      ),
    );
    expect(results.map(({ accepted }) => accepted.length)).toEqual([300, 300, 300, 300]);
    expect((await partitions()).length).toBeLessThanOrEqual(11);
  });

  test('reading takes few partitions at a time, whatever it asks for', async () => {
    await insertContacts(database.pool, systemId, sparse);
    const recent = Array.from({ length: 90 }, (_, day) => sampleContact({ ts: Date.UTC(thisYear - 1, 0, 1 + day, 6) }));
    await insertContacts(database.pool, 'other', recent);
    const all = [...sparse].reverse();
    const reads: [string, (client: Pick<Database['pool'], 'query'>) => Promise<unknown>, unknown][] = [
      ['span', (client) => contactSpan(client, systemId), { first: all[0]?.ts, last: lastDay }],
      ['span of nobody', (client) => contactSpan(client, 'nobody'), null],
      ['everything', async (client) => ts(await contactsBetween(client, systemId, 0, Date.UTC(2100, 0), 10_000)), ts(all)],
      ['a page', async (client) => ts(await contactsBetween(client, systemId, 0, Date.UTC(2100, 0), 7)), ts(all.slice(0, 7))],
      ['the newest', async (client) => ts(await newestContacts(client, systemId, 0, 7)), ts(all.slice(-7))],
      ['all newest', async (client) => ts(await newestContacts(client, systemId, 0, 10_000)), ts(all)],
    ];
    for (const [what, read, expected] of reads) {
      let answer: unknown;
      // Often enough that PostgreSQL would use a generic plan, if allowed.
      for (let time = 0; time < (what.startsWith('all') || what === 'everything' ? 1 : 7); time += 1) {
        const locks = await locksOf(async (client) => void (answer = await read(client)));
        expect(locks, `the locks of ${what}`).toBeLessThan(mostLocks);
      }
      expect(answer, `the answer of ${what}`).toEqual(expected);
    }
  });
});
