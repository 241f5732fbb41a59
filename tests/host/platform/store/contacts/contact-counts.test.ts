import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { countByAntenna, countByAntennaHours } from '../../../../../host/platform/store/contacts/contact-counts.ts';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { planted } from '../../../../support/planted.ts';
import { engines, withTestDatabase } from '../../../../support/test-database.ts';
import { runs } from '../../../../support/thorough.ts';

const hour = 3_600_000;
const thisYear = new Date().getUTCFullYear();
/** Three hours on both sides of a midnight, in two partitions. */
const start = Date.UTC(thisYear - 1, 4, 3, 22);
const end = start + 5 * hour;

/** Near the edges of hours more often than elsewhere. */
const instant = fc.oneof(
  fc.integer({ min: start - hour, max: end + hour }),
  fc.tuple(fc.integer({ min: -1, max: 6 }), fc.constantFrom(-1, 0, 1)).map(([hours, ms]) => start + hours * hour + ms),
);
const heard = fc.record({
  rxId: fc.integer({ min: 1, max: 3 }),
  ant: fc.integer({ min: 1, max: 2 }),
  ts: instant,
  code: fc.constantFrom(25, 995),
});

describe.each(engines)('contacts counted by antenna, on the %s engine (STAT-5)', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    await plantListeners(database, [1, 2, 3]);
    await plantListeners(database, [11, 12], 'other');
  });
  const emptied = () => database.pool.query('truncate contacts, contacts_hourly, contacts_hourly_codes, touched_hours');
  beforeEach(emptied);
  afterAll(() => database.close());

  const store = (contacts: readonly Contact[], systemId = 'demo') => insertContacts(database.pool, systemId, [...contacts]);
  const counted = (from: number, to: number, rxIds: readonly number[] | null = null, now = end) =>
    countByAntenna(database, 'demo', { from, to, now, rxIds });
  const plainly = async (from: number, to: number, rxIds: readonly number[]) => {
    const { rows } = await database.pool.query<{ rxId: number; ant: number; count: number }>(
      `select rx_id as "rxId", ant, count(*)::integer as count from contacts
        where system_id = 'demo' and ts >= $1 and ts < $2 and rx_id = any($3) group by 1, 2 order by 1, 2`,
      [new Date(from), new Date(to), rxIds],
    );
    return rows;
  };

  test('whatever the window: as many as a plain count of what is stored, late, twice or from the future', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(heard, { maxLength: 40 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(instant, instant, instant), { minLength: 8, maxLength: 8 }),
        fc.subarray([1, 2, 3]),
        async (batches, windows, some) => {
          await emptied();
          for (const batch of batches) await store(batch.map((contact) => sampleContact(contact)));
          // The last batch again: duplicates count once.
          await store((batches.at(-1) ?? []).map((contact) => sampleContact(contact)));
          await store([sampleContact({ rxId: 11, ts: start + 1 })], 'other');
          for (const [one, two, now] of windows) {
            const [from, to] = [Math.min(one, two), Math.max(one, two)];
            expect(await counted(from, to, null, now)).toEqual(await plainly(from, to, [1, 2, 3]));
            expect(await counted(from, to, some, now)).toEqual(await plainly(from, to, some));
          }
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test('hour by hour, alone or several together: the same counts, each where a plain look finds it (STAT-17)', async () => {
    const cellsOf = async (from: number, to: number, hours: number) => {
      const { rows } = await database.pool.query<{ rx: number; ant: number; hour: number; count: number }>(
        `select rx_id as rx, ant, extract(epoch from date_trunc('hour', ts))::float8 * 1000 as hour, count(*)::integer as count
          from contacts where system_id = 'demo' and ts >= $1 and ts < $2 group by 1, 2, 3 order by 1, 2, 3`,
        [new Date(from), new Date(to)],
      );
      const first = Math.floor(from / hour) * hour;
      const at = (ts: number) => first + Math.floor((ts - first) / (hours * hour)) * hours * hour;
      const cells = Map.groupBy(rows, (row) => `${row.rx} ${row.ant} ${at(row.hour)}`);
      return [...cells.values()].map((all) => ({
        rxId: all[0]?.rx,
        ant: all[0]?.ant,
        at: at(all[0]?.hour ?? 0),
        lastHour: Math.max(...all.map((row) => row.hour)),
        count: all.reduce((sum, { count }) => sum + count, 0),
      }));
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(heard, { minLength: 20, maxLength: 60 }),
        fc.array(fc.tuple(instant, instant, instant, fc.constantFrom(1, 2, 3)), { minLength: 8, maxLength: 8 }),
        async (batch, windows) => {
          await emptied();
          await store(batch.map((contact) => sampleContact(contact)));
          for (const [one, two, now, hours] of windows) {
            const [from, to] = [Math.min(one, two), Math.max(one, two)];
            const cells = await countByAntennaHours(database, 'demo', { from, to, now, rxIds: null, hours });
            expect(cells).toEqual(await cellsOf(from, to, hours));
          }
        },
      ),
      { numRuns: runs(15) },
    );
  });

  test('of no other system, also where its receivers are named, and of none that is retired', async () => {
    await store([1, 2, 3].map((rxId) => sampleContact({ rxId, ts: start })));
    await store([sampleContact({ rxId: 11, ts: start })], 'other');
    expect(await counted(start, end, [2, 11])).toEqual([{ rxId: 2, ant: 1, count: 1 }]);
    expect(await counted(start, end, [])).toEqual([]);
    await planted(database).updateTable('receivers').set({ retired_at: new Date() }).where('id', '=', 3).execute();
    expect((await counted(start, end)).map(({ rxId }) => rxId)).toEqual([1, 2]);
    expect(await counted(start, end, [3])).toEqual([]);
    await planted(database).updateTable('receivers').set({ retired_at: null }).where('id', '=', 3).execute();
  });

  test('of days whose contacts were deleted whole hours count, and parts of hours not', async () => {
    const minutes = (ts: number, ...many: number[]) => many.map((minute) => sampleContact({ ts: ts + minute * 60_000 }));
    await store([...minutes(start, 5, 25, 45), ...minutes(start + hour, 10), ...minutes(start + 2 * hour, 5, 25, 45)]);
    await database.pool.query('select drop_contact_partition($1::date)', [new Date(start).toISOString().slice(0, 10)]);
    expect(await counted(start, end)).toEqual([{ rxId: 1, ant: 1, count: 7 }]);
    // 50 and then 10 minutes of an hour: a part does not count, whether it is the longer or the shorter.
    expect(await counted(start + 600_000, end)).toEqual([{ rxId: 1, ant: 1, count: 4 }]);
    expect(await counted(start + 3_000_000, end)).toEqual([{ rxId: 1, ant: 1, count: 4 }]);
    expect(await counted(start + 2 * hour + 600_000, end)).toEqual([{ rxId: 1, ant: 1, count: 2 }]);
    await database.pool.query(`insert into data_floors (system_id, sort, before, announced) values ('demo', 'contacts', $1, 1)`, [
      new Date(start + 24 * hour),
    ]);
    expect(await counted(start + 2 * hour + 600_000, end)).toEqual([]);
    expect(await counted(start + 2 * hour, end)).toEqual([{ rxId: 1, ant: 1, count: 3 }]);
  });
});
