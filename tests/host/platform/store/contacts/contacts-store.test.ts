import { once } from 'node:events';
import fc from 'fast-check';
import { Pool } from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { copyContacts, insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { contactsBetween } from '../../../../../host/platform/store/contacts/contacts-query.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import type { Contact } from '#model/entities/contact.ts';
import { contactArbitrary, distinctContacts, identityOf, sampleContact } from '../../../../support/contact-samples.ts';
import { emptiedDatabase } from '../../../../support/emptied-database.ts';
import { newSystemId } from '../../../../support/file-database.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines } from '../../../../support/test-database.ts';
import { runs } from '../../../../support/thorough.ts';

const everything = [0, Date.UTC(2100, 0), 1_000_000] as const;

describe.each(engines)('contacts on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let systemId: string;
  beforeEach(async () => {
    database = await emptied();
    // The process remembers for each system whether it sends contacts again.
    systemId = newSystemId();
    await plantListeners(database, undefined, systemId);
  });

  test('come back as they were sent, to the millisecond and the hertz (CON-8)', async () => {
    const sent = [
      sampleContact({ freq: 148.005, power: -130.5, ts: Date.UTC(2026, 4, 3, 23, 59, 59, 999) }),
      sampleContact({ freq: 174.999999, code: -32767, type: 19, ant: 8, power: -50, n: 32767, ts: Date.UTC(2026, 4, 4) }),
      sampleContact({ ts: Date.UTC(2038, 0, 20, 3, 14, 8, 1) }),
    ];
    expect(await insertContacts(database.pool, systemId, sent)).toEqual({ accepted: sent, duplicates: 0, refused: [] });
    expect(await contactsBetween(database.pool, systemId, ...everything)).toEqual(sent);
    // Before the year 2000, when PostgreSQL counts backwards.
    const old = sampleContact({ ts: Date.UTC(1999, 11, 31, 23, 59, 59, 1) });
    await insertContacts(database.pool, systemId, [old]);
    expect(await contactsBetween(database.pool, systemId, 0, Date.UTC(2000, 0), 10)).toEqual([old]);
  });

  test('so many that they are copied come back as they were sent, also those before the year 2000 (CON-8)', async () => {
    const sent = Array.from({ length: 2_500 }, (_, i) =>
      sampleContact({
        ts: Date.UTC(1999, 11, 31, 23, 59, 59) + i,
        code: i - 1_000,
        ant: 1 + (i % 8),
        power: -60.3 - (i % 9),
        n: i % 3,
      }),
    );
    expect(await insertContacts(database.pool, systemId, sent.toReversed())).toMatchObject({ duplicates: 0, refused: [] });
    expect(await contactsBetween(database.pool, systemId, ...everything)).toEqual(
      sent.map(({ n, ...one }) => expect.objectContaining(n === 0 ? one : { ...one, n })),
    );
    await expectTrueRollups(database);
  });

  test('sent again change nothing, and only the new ones among them are accepted, in their order', async () => {
    const first = [sampleContact(), sampleContact({ n: 1 }), sampleContact({ power: -90 })];
    await insertContacts(database.pool, systemId, first);
    expect(await insertContacts(database.pool, systemId, first)).toEqual({ accepted: [], duplicates: 3, refused: [] });
    const late = sampleContact({ rxId: 2 });
    const early = sampleContact({ rxId: 1, ts: Date.UTC(2026, 4, 1) });
    expect(await insertContacts(database.pool, systemId, [late, ...first, early, late])).toEqual({
      accepted: [late, early],
      duplicates: 4,
      refused: [],
    });
    await expectTrueRollups(database);
  });

  test('many at once, of which some are stored already: those that are new are accepted, and counted once', async () => {
    const many = (from: number) =>
      Array.from({ length: 600 }, (_, i) =>
        sampleContact({ ts: Date.UTC(2026, 4, 1) + (from + i) * 20_000, code: i % 7, power: -60.3 - (i % 9) }),
      );
    expect((await insertContacts(database.pool, systemId, many(0))).accepted).toHaveLength(600);
    const again = many(500);
    const { accepted, duplicates } = await insertContacts(database.pool, systemId, again.toReversed());
    const known = new Set(many(0).map(identityOf));
    expect(accepted).toEqual(again.toReversed().filter((contact) => !known.has(identityOf(contact))));
    expect(duplicates).toBe(600 - accepted.length);
    expect((await insertContacts(database.pool, systemId, many(2_000))).accepted).toHaveLength(600);
    await expectTrueRollups(database);
  });

  test('a system that sends again is asked for what is missing first, for as long as it goes on with it', async () => {
    const many = Array.from({ length: 300 }, (_, i) => sampleContact({ ts: Date.UTC(2026, 4, 1) + i }));
    const later = (minutes: number) => many.map((one) => ({ ...one, ts: one.ts + minutes * 60_000 }));
    const asked = vi.spyOn(database.pool, 'query');
    /** Counts the statements that insert contacts as new, and those that first look for known ones. */
    const statements = async (contacts: Contact[]) => {
      asked.mockClear();
      await insertContacts(database.pool, systemId, contacts);
      const texts = asked.mock.calls.map(([query]: unknown[]) =>
        typeof query === 'string' ? query : (query as { name: string }).name,
      );
      return [
        texts.filter((text) => text === 'insert-new-contacts').length,
        texts.filter((text) => text.includes('near')).length,
      ];
    };
    expect(await statements(many)).toEqual([1, 0]);
    expect(await statements(many)).toEqual([1, 1]);
    expect(await statements(many)).toEqual([0, 1]);
    expect(await statements(later(1))).toEqual([1, 1]);
    expect(await statements(later(2))).toEqual([1, 0]);
    // One repeated contact among new ones.
    expect(await statements([...later(3), ...later(2).slice(0, 1)])).toEqual([2, 1]);
    expect(await statements(later(4))).toEqual([1, 1]);
    vi.restoreAllMocks();
    await expectTrueRollups(database);
  });

  test.each([
    ['among many others', 1],
    ['far apart in time', 86_400_000],
    ['a little apart', 3_000],
  ])('many of which some are stored already, %s: each is stored once', async (_, apartMs) => {
    const all = Array.from({ length: 3_000 }, (_unused, i) =>
      sampleContact({ ts: Date.UTC(2020, 0, 1) + Math.floor(i / 10) * apartMs, code: i % 10 }),
    );
    await insertContacts(database.pool, systemId, all.slice(0, 2_990));
    const sent = all.filter((_contact, i) => i % 10 === 3 || i > 2_980);
    for (const accepted of [all.slice(2_990), []])
      expect(await insertContacts(database.pool, systemId, sent)).toEqual({
        accepted,
        duplicates: sent.length - accepted.length,
        refused: [],
      });
    expect(await copyContacts(database.pool, systemId, [all])).toEqual({ accepted: 0, duplicates: 3_000, refused: 0 });
    await expectTrueRollups(database);
  });

  test('many that are stored and being deleted are refused, not called duplicates (RET-5)', async () => {
    const many = Array.from({ length: 300 }, (_, i) => sampleContact({ ts: Date.UTC(2026, 4, 1) + i }));
    await insertContacts(database.pool, systemId, many);
    await database.pool.query(
      `insert into data_floors (system_id, sort, before, announced) values ($1, 'contacts', '2026-05-02', 300)`,
      [systemId],
    );
    expect(await insertContacts(database.pool, systemId, many)).toEqual({ accepted: [], duplicates: 0, refused: many });
  });

  test('a history takes one connection, also for days that are not known yet: with two each, several wait forever', async () => {
    const single = new Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 });
    const days = [1, 2, 3].map((day) => sampleContact({ ts: Date.UTC(2031, 6, day) }));
    expect(await copyContacts(single, systemId, [days])).toEqual({ accepted: 3, duplicates: 0, refused: 0 });
    // The connection reports its end; the pool does not wait for that.
    const ended = once(single, 'remove');
    await single.end();
    await ended;
  });

  test('any batches in any order leave each contact once and the rollups true (STO-4, STAT-4)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.array(contactArbitrary, { maxLength: 30 })), { maxLength: 6 }),
        async (batches) => {
          await database.pool.query('truncate contacts, contacts_hourly, contacts_hourly_codes, touched_hours');
          const stored = new Set<string>();
          for (const [bulk, batch] of batches) {
            const expected = distinctContacts(batch).filter((contact) => !stored.has(identityOf(contact)));
            const counts = { accepted: expected.length, duplicates: batch.length - expected.length };
            const result = bulk
              ? await copyContacts(database.pool, systemId, [batch])
              : await insertContacts(database.pool, systemId, batch);
            expect(result).toEqual({ ...counts, ...(bulk ? { refused: 0 } : { accepted: expected, refused: [] }) });
            for (const contact of expected) stored.add(identityOf(contact));
          }
          const kept = await contactsBetween(database.pool, systemId, ...everything);
          expect(kept.map(identityOf).toSorted()).toEqual([...stored].toSorted());
          await expectTrueRollups(database);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('writers that send the same at the same time store it once', async () => {
    const contacts = manyContacts(3_000, 1_000);
    const results = await Promise.all([
      insertContacts(database.pool, systemId, contacts),
      insertContacts(database.pool, systemId, contacts.toReversed()),
      copyContacts(database.pool, systemId, [contacts.slice(0, 2_000)]),
      insertContacts(database.pool, systemId, contacts.slice(1_000)),
    ]);
    const accepted = results.map((result) => (typeof result.accepted === 'number' ? result.accepted : result.accepted.length));
    expect(accepted.reduce((sum, count) => sum + count)).toBe(3_000);
    await expectTrueRollups(database);
  });

  test.each([1, 2])(
    'a bulk load in several steps, %i at once, met halfway by a live writer, stores each once',
    async (atOnce) => {
      const contacts = manyContacts(120_000, 5);
      await insertContacts(database.pool, systemId, contacts.slice(60_000, 60_010));
      const parts = async function* () {
        for (let start = 0; start < contacts.length; start += 7_000) {
          if (start === 70_000) await insertContacts(database.pool, systemId, contacts.slice(110_000, 110_020));
          yield contacts.slice(start, start + 7_000);
        }
      };
      expect(await copyContacts(database.pool, systemId, parts(), { atOnce })).toEqual({
        accepted: 119_970,
        duplicates: 30,
        refused: 0,
      });
      await expectTrueRollups(database);
    },
  );

  test('a source that fails keeps what came before, says why, and can be loaded again (STO-9)', async () => {
    const contacts = manyContacts(60_000, 5);
    const broken = function* () {
      yield contacts.slice(0, 50_000);
      yield contacts.slice(50_000, 50_001);
      throw new Error('the file ends in the middle');
    };
    await expect(copyContacts(database.pool, systemId, broken())).rejects.toThrow('the file ends in the middle');
    expect(await copyContacts(database.pool, systemId, [contacts])).toEqual({ accepted: 10_000, duplicates: 50_000, refused: 0 });
    await expectTrueRollups(database);
  });

  test('a contact the database refuses loses nothing else and leaves the pool fit', async () => {
    const impossible = sampleContact({ ts: Date.UTC(2250, 0) });
    await expect(insertContacts(database.pool, systemId, [sampleContact(), impossible])).rejects.toThrow(
      /no contact can be of 2250-01-01/,
    );
    await expect(copyContacts(database.pool, systemId, [[sampleContact(), impossible]])).rejects.toThrow(
      /no contact can be of 2250-01-01/,
    );
    expect(await insertContacts(database.pool, systemId, [sampleContact()])).toEqual({
      accepted: [sampleContact()],
      duplicates: 0,
      refused: [],
    });
  });
});

/** Returns contacts from noon on, `stepMs` apart and all different. */
function manyContacts(count: number, stepMs: number): Contact[] {
  return Array.from({ length: count }, (_, index) =>
    sampleContact({
      rxId: 1 + (index % 4),
      ant: 1 + (index % 3),
      code: 1 + (index % 7),
      ts: Date.UTC(2026, 4, 3, 12) + index * stepMs,
    }),
  );
}

/** Expects both rollups, and the touched hours, to match a scan of the contacts. */
async function expectTrueRollups({ pool }: Database): Promise<void> {
  for (const [table, keys] of [
    ['contacts_hourly', 'system_id, rx_id, ant, hour'],
    ['contacts_hourly_codes', 'system_id, rx_id, ant, hour, freq_hz, code, type'],
  ]) {
    const scanned = `select ${keys}, count(*) as count, round(sum(power::float8)::numeric, 3) as sum,
      round(sum(power::float8 ^ 2)::numeric, 3) as squares, max(power) as max
      from (select *, date_trunc('hour', ts, 'UTC') as hour from contacts) as scanned group by ${keys}`;
    const rolled = `select ${keys}, count, round(sum_power::numeric, 3), round(sum_power_sq::numeric, 3), max_power from ${table}`;
    const { rows } = await pool.query(`(${scanned} except ${rolled}) union all (${rolled} except ${scanned})`);
    expect(rows).toEqual([]);
  }
  const heard = `select distinct system_id, rx_id, date_trunc('hour', ts, 'UTC') from contacts`;
  const touched = 'select system_id, rx_id, hour from touched_hours';
  expect((await pool.query(`(${heard} except ${touched}) union all (${touched} except ${heard})`)).rows).toEqual([]);
}
