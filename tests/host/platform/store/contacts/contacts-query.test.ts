import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactsBetween, newestContacts } from '../../../../../host/platform/store/contacts/contacts-query.ts';
import { contactSpan } from '../../../../support/contact-span.ts';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines, withTestDatabase } from '../../../../support/test-database.ts';

const start = Date.UTC(2026, 4, 3, 23, 59, 50);
/** Twenty seconds across midnight, two contacts in each. */
const contacts = Array.from({ length: 40 }, (_, index) =>
  sampleContact({ rxId: 1 + (index % 2), ts: start + Math.floor(index / 2) * 1000 }),
);
const foreign = sampleContact({ rxId: 9, ts: start + 3000 });

describe.each(engines)('reading contacts on the %s engine', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    await plantListeners(database);
    await insertContacts(database.pool, 'demo', contacts);
    await insertContacts(database.pool, 'other', [foreign]);
  });
  afterAll(() => database.close());

  test('between two times: the first included, the last not, oldest first, over midnight, of this system alone', async () => {
    const found = await contactsBetween(database.pool, 'demo', start + 2000, start + 12_000, 1000);
    expect(found.map((contact) => contact.ts)).toEqual(contacts.slice(4, 24).map((contact) => contact.ts));
    expect(found.every((contact) => contact.rxId < 9)).toBe(true);
    expect(await contactsBetween(database.pool, 'other', 0, Date.UTC(2100, 0), 10)).toEqual([foreign]);
    expect(await contactsBetween(database.pool, 'nobody', 0, Date.UTC(2100, 0), 10)).toEqual([]);
  });

  test('page by page, where the limit never cuts an instant in two', async () => {
    const pages = [];
    for (let from = start; ;) {
      const page = await contactsBetween(database.pool, 'demo', from, start + 60_000, 3);
      if (page.length === 0) break;
      pages.push(page);
      from = (page.at(-1)?.ts ?? 0) + 1;
    }
    expect(pages.map((page) => page.length)).toEqual(Array.from({ length: 10 }, () => 4));
    expect(pages.flat().map((contact) => contact.ts)).toEqual(contacts.map((contact) => contact.ts));
  });

  test('the newest since a time, oldest first', async () => {
    const found = await newestContacts(database.pool, 'demo', start, 6);
    expect(found.map((contact) => contact.ts)).toEqual(contacts.slice(-6).map((contact) => contact.ts));
    expect(await newestContacts(database.pool, 'demo', start + 20_000, 6)).toEqual([]);
  });

  test('the span from the first to the last contact', async () => {
    expect(await contactSpan(database.pool, 'demo')).toEqual({ first: start, last: start + 19_000 });
    expect(await contactSpan(database.pool, 'nobody')).toBeNull();
  });
});
