import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { aggregateContacts, countInBands, histogramOf } from '../../../../../host/platform/store/contacts/contact-statistics.ts';
import { Targets } from '../../../../../host/domain/detection/matching.ts';
import { countAllPowers } from '../../../../../host/domain/statistics/count-powers.ts';
import { insertContacts } from '../../../../../host/platform/store/contacts/contacts-store.ts';
import { countPowers, staleHours } from '../../../../../host/platform/store/contacts/hourly-powers.ts';
import type { Database } from '../../../../../host/platform/store/database.ts';
import { sampleContact } from '../../../../support/contact-samples.ts';
import { plantListeners } from '../../../../support/listening-receivers.ts';
import { engines, withTestDatabase } from '../../../../support/test-database.ts';
import { runs } from '../../../../support/thorough.ts';

const hour = 3_600_000;
/** Three hours on both sides of a midnight, in two partitions. */
const start = Date.UTC(new Date().getUTCFullYear() - 1, 4, 3, 22);
const end = start + 5 * hour;

/** Near the edges of hours more often than elsewhere. */
const instant = fc.oneof(
  fc.integer({ min: start - hour, max: end + hour }),
  fc.tuple(fc.integer({ min: -1, max: 6 }), fc.constantFrom(-1, 0, 1)).map(([hours, ms]) => start + hours * hour + ms),
);
const heard = fc.record({
  rxId: fc.integer({ min: 1, max: 2 }),
  ant: fc.integer({ min: 1, max: 2 }),
  ts: instant,
  code: fc.constantFrom(0, 19, 20, 25, 995),
  type: fc.constantFrom(4, 7, 18),
  freq: fc.constantFrom(150.0004, 150.0006, 150.003, 150.0051, 151.5),
  power: fc.constantFrom(-140.5, -130.4, -99.6, -60.2, -20),
});

type Row = { rx_id: number; ant: number; khz: number; code: number; type: number; power: number };

describe.each(engines)('statistics of contacts on the %s engine (STAT-6, STAT-7)', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    await plantListeners(database, [1, 2]);
    await plantListeners(database, [11], 'other');
  });
  const emptied = () =>
    database.pool.query('truncate contacts, contacts_hourly, contacts_hourly_codes, touched_hours, hourly_powers');
  beforeEach(emptied);
  afterAll(() => database.close());

  /** Returns what is stored of a range, contact by contact. */
  async function plainly(from: number, to: number, hasNoise: boolean): Promise<Row[]> {
    const { rows } = await database.pool.query<Row>(
      `select rx_id, ant, round(freq_hz / 1000.0)::integer as khz, code, type, power from contacts
        where system_id = 'demo' and ts >= $1 and ts < $2`,
      [new Date(from), new Date(to)],
    );
    return hasNoise ? rows : rows.filter(({ type, code }) => type !== 4 && (type === 7 || code !== 995));
  }

  /** Counts the rows of each value, in the form of the answers. */
  function counted(rows: readonly Row[], valueOf: (row: Row) => number | null) {
    const groups = Map.groupBy(rows, (row) => JSON.stringify([row.rx_id, valueOf(row)]));
    return new Map([...groups].map(([key, same]) => [key, same.length]));
  }

  const answered = (rows: Awaited<ReturnType<typeof histogramOf>>) =>
    new Map(rows.map(({ rxId, value, count }) => [JSON.stringify([rxId, value]), count]));

  test('what fits a transmitter is what detection matches, to the Hz, in whole hours and in parts (STAT-16, DET-5)', async () => {
    const sent = fc.record({
      codeNumber: fc.constantFrom(null, 0, 20, 25),
      frequency: fc.constantFrom(150, 150.003, 150.0051),
      frequencyVariance: fc.constantFrom(0, 2, 5),
    });
    const parameters = {
      minimumHits: 2,
      minimumAveragePower: null,
      maximumPowerDeviation: null,
      maximumIntervalDeviation: null,
      intervalToleranceMultiplier: 1,
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(heard, { minLength: 10, maxLength: 60 }),
        fc.array(sent, { maxLength: 4 }),
        fc.constantFrom(0.5, 1, 1.7),
        fc.tuple(instant, instant),
        async (batch, transmitters, frequencyToleranceMultiplier, [one, two]) => {
          await emptied();
          await insertContacts(
            database.pool,
            'demo',
            batch.map((contact) => sampleContact(contact)),
          );
          const [from, to] = [Math.min(one, two), Math.max(one, two)];
          const { rows } = await database.pool.query<{ rxId: number; ant: number; hz: number; code: number; type: number }>(
            `select rx_id as "rxId", ant, freq_hz as hz, code, type from contacts where system_id = 'demo' and ts >= $1 and ts < $2`,
            [new Date(from), new Date(to)],
          );
          const sought = transmitters.map((each, id) => ({ id, ...each, emitInterval: 5_000, emitIntervalVariance: 100 }));
          const targets = new Targets(sought, { ...parameters, frequencyToleranceMultiplier });
          const fits = rows.filter(
            ({ hz, ...contact }) => targets.matches({ ...contact, ts: 0, power: -80, khz: hz / 1_000 }).length > 0,
          );
          const counts = Map.groupBy(fits, ({ rxId, ant }) => `${rxId} ${ant}`);
          const answer = await countInBands(database, 'demo', { from, to, rxIds: null }, targets.bands());
          expect(new Map(answer.map(({ rxId, ant, count }) => [`${rxId} ${ant}`, count]))).toEqual(
            new Map([...counts].map(([key, same]) => [key, same.length])),
          );
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test('whatever the time: as a plain look at each contact says, late, twice, with noise and without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(heard, { maxLength: 40 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(instant, instant, fc.boolean()), { minLength: 5, maxLength: 5 }),
        fc.constantFrom([1, 1], [20, 5], [1, 20]),
        fc.constantFrom<readonly number[] | null>(null, [2], [1, 2, 8]),
        async (batches, windows, [groupCodeBy = 1, groupFreqBy = 1], ants) => {
          await emptied();
          const store = (contacts: readonly Contact[], systemId = 'demo') =>
            insertContacts(database.pool, systemId, [...contacts]);
          // Powers are counted between some batches, so that later contacts outdate them.
          for (const batch of [...batches, ...batches.slice(-1)]) {
            await store(batch.map((contact) => sampleContact(contact)));
            if (batch.length % 2 === 0) await countAllPowers(database);
          }
          await store([sampleContact({ rxId: 11, ts: start + 1 })], 'other');
          for (const [one, two, hasNoise] of windows) {
            const [from, to] = [Math.min(one, two), Math.max(one, two)];
            const asked = { from, to, rxIds: null, hasNoise };
            const rows = await plainly(from, to, hasNoise);
            expect(answered(await histogramOf(database, 'demo', asked, 'frequency'))).toEqual(counted(rows, ({ khz }) => khz));
            expect(answered(await histogramOf(database, 'demo', asked, 'code'))).toEqual(
              counted(rows, ({ type, code }) => (type === 7 ? null : code)),
            );
            expect(answered(await histogramOf(database, 'demo', asked, 'power'))).toEqual(
              counted(rows, ({ power }) => Math.min(-60, Math.max(-130, Number(power.toFixed(0))))),
            );
            const filters = { groupCodeBy, groupFreqBy, ants, codes: null, freqs: null };
            const atAntennas = rows.filter(({ ant }) => ants?.includes(ant) ?? true);
            const groups = Map.groupBy(atAntennas, ({ rx_id, khz, code, type }) =>
              JSON.stringify([rx_id, Math.floor(khz / groupFreqBy), type === 7 ? 'beeper' : Math.floor(code / groupCodeBy)]),
            );
            const wanted = [...groups.values()].map((same) => {
              const powers = same.map(({ power }) => power);
              const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length;
              const variance = powers.reduce((sum, power) => sum + (power - mean) ** 2, 0) / (powers.length - 1);
              return {
                rxId: same[0]?.rx_id,
                hitCount: same.length,
                avgPower: expect.closeTo(mean, 4),
                stdPower: same.length > 1 ? expect.closeTo(Math.sqrt(variance), 2) : null,
                maxPower: Math.max(...powers),
                frequency: expect.closeTo(same.reduce((sum, { khz }) => sum + khz, 0) / same.length / 1_000, 2),
                avgCode:
                  same[0]?.type === 7 ? null : expect.closeTo(same.reduce((sum, { code }) => sum + code, 0) / same.length, 6),
                siteName: expect.any(String),
              };
            });
            const aggregates = await aggregateContacts(database, 'demo', asked, filters);
            expect(aggregates).toHaveLength(wanted.length);
            expect(aggregates).toEqual(expect.arrayContaining(wanted));
          }
        },
      ),
      { numRuns: runs(15) },
    );
  }, 120_000);

  test('powers are counted once, and again where contacts came late or the data are another epoch (STAT-12)', async () => {
    const at = (more: Partial<Contact>) => sampleContact({ rxId: 1, ts: start, type: 18, code: 25, power: -80, ...more });
    const asked = { from: start, to: end, rxIds: null, hasNoise: true };
    const powers = async () => (await histogramOf(database, 'demo', asked, 'power')).map(({ value, count }) => [value, count]);
    const countStale = async () => countPowers(database, await staleHours(database));
    /** Waits for all counts: other transactions on the server must end before older contacts are certain. */
    const expectCounted = async (hours: number): Promise<void> => {
      let all = 0;
      await expect.poll(async () => (all += await countStale())).toBe(hours);
      expect(await countStale()).toBe(0);
    };
    await insertContacts(database.pool, 'demo', [at({}), at({ ts: start + hour, power: -90 })]);
    await expectCounted(2);
    // Reads use the counts and not the single contacts.
    await database.pool.query('update hourly_powers set powers = array_replace(powers, 1, 7)');
    expect(await powers()).toEqual([
      [-90, 7],
      [-80, 7],
    ]);
    await insertContacts(database.pool, 'demo', [at({ ts: start + 1, power: -81 })]);
    expect(await powers(), 'an hour that was touched since is read').toEqual([
      [-90, 7],
      [-81, 1],
      [-80, 1],
    ]);
    await expectCounted(1);
    await database.pool.query(`update hourly_powers set epoch = 'another'`);
    expect((await powers())[0]).toEqual([-90, 1]);
    await expectCounted(2);
    // Counts of a dropped day remain, even if its notes have another epoch.
    await database.pool.query(`update hourly_powers set epoch = 'another'`);
    await database.pool.query(
      `insert into dropped_contact_days (day) select distinct (hour at time zone 'UTC')::date from hourly_powers`,
    );
    expect((await powers())[0]).toEqual([-90, 1]);
    expect(await countStale()).toBe(0);
    await database.pool.query('truncate dropped_contact_days');
    await expectCounted(2);
    // Of deleted contacts (RET-7) only the counts remain.
    await database.pool.query('truncate contacts, touched_hours');
    expect(await powers()).toEqual([
      [-90, 1],
      [-81, 1],
      [-80, 1],
    ]);
  });

  test('of some receivers, antennas, codes and frequencies; a frequency matches within 0.003 MHz', async () => {
    const at = (more: Partial<Contact>) => sampleContact({ rxId: 1, ts: start, type: 18, ...more });
    await insertContacts(database.pool, 'demo', [
      at({ code: 25, freq: 150 }),
      at({ code: 25, freq: 150.003 }),
      at({ code: 25, freq: 150.004 }),
      at({ code: 26, freq: 150, ant: 2 }),
      at({ code: 25, freq: 150, rxId: 2 }),
      at({ code: 25, freq: 150, type: 7, ant: 2 }),
      at({ code: 25, freq: 150, ant: 8 }),
    ]);
    const asked = { from: start, to: end, rxIds: [1], hasNoise: true };
    const filters = { groupCodeBy: 1, groupFreqBy: 100, ants: [1, 2], codes: [25], freqs: [150] };
    const rows = await aggregateContacts(database, 'demo', asked, filters);
    expect(rows).toMatchObject([{ rxId: 1, hitCount: 2, avgCode: 25 }]);
    const atEight = await aggregateContacts(database, 'demo', asked, { ...filters, ants: [8] });
    expect(atEight).toMatchObject([{ rxId: 1, hitCount: 1, avgCode: 25 }]);
    expect(await aggregateContacts(database, 'demo', { ...asked, rxIds: [] }, filters)).toEqual([]);
  });
});
