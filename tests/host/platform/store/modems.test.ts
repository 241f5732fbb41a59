import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shelves } from '../../../../host/platform/retention/shelves.ts';
import { connectDatabase, type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { modemSeries, seriesStep } from '../../../../host/platform/store/fleet/modem-readings.ts';
import { addModem } from '../../../../host/platform/store/fleet/modems.ts';
import type { ModemNumber } from '#model/entities/modem.ts';
import { bringReports, plantModem } from '../../../support/modem-reports.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { planted } from '../../../support/planted.ts';
import { engines, withEmptyDatabase, withTestDatabase } from '../../../support/test-database.ts';

const [minute, day] = [60_000, 86_400_000];
const start = Date.UTC(2025, 0, 1);

describe.each(engines)('readings of modems on the %s engine', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    const systems = ['river', 'lake'].map((id) => ({ id, common_name: id }));
    await planted(database).insertInto('systems').values(systems).execute();
  });
  afterAll(() => database.close());

  let made = 0;
  const modemOf = (systemId?: string, siteId?: number) => plantModem(database, `M${++made}`, systemId, siteId);
  const seriesOf = (measured: ModemNumber, modemId: number, from: number, to: number, systemId = 'river') =>
    modemSeries(database, { systemId, modemId, measured }, { from, to });
  const voltages = seriesOf.bind(null, 'supplyVoltage');
  const point = (time: number, value: number, minimum = value, maximum = value) => ({ time, value, minimum, maximum });

  test('up to 500 of a time are a point each, to the decimal; a mean with the lowest and highest that it is of (REG-29)', async () => {
    const modem = await modemOf();
    await bringReports(database, modem, [
      { ts: start, supplyVoltage: 12.45 },
      { ts: start + 1, rssi: -70, coreTemperature: 21.5 },
      { ts: start + 2, supplyVoltage: 13, voltageMin: 12.9, voltageMax: 13.1, coreTemperature: 20, temperatureMin: 18 },
      { ts: start + 3, supplyVoltage: 14 },
    ]);
    expect(await voltages(modem, start, start + 3)).toEqual({
      stepMs: 0,
      points: [point(start, 12.45), point(start + 2, 13, 12.9, 13.1)],
    });
    const { points: temperatures } = await seriesOf('coreTemperature', modem, start, start + day);
    expect(temperatures).toEqual([point(start + 1, 21.5), point(start + 2, 20, 18, 20)]);
    expect((await seriesOf('rssi', modem, start, start + day)).points).toEqual([point(start + 1, -70)]);
    expect(await voltages(modem, start + day, start + 2 * day)).toEqual({ stepMs: 0, points: [] });
    expect((await voltages(modem, start, start + 3, 'lake')).points, 'of the system that asks alone').toEqual([]);
  });

  test('more are steps by the hours of UTC with lowest, mean and highest (REG-29)', async () => {
    const modem = await modemOf();
    // A day of minutes: 288 steps of 5 minutes, each with 10, 11, 12, 13 and 14 V.
    const reports = Array.from({ length: 1_440 }, (_, at) => ({ ts: start + at * minute, supplyVoltage: 10 + (at % 5) }));
    await bringReports(database, modem, [
      ...reports.slice(0, 700),
      { ts: start + 30_000, supplyVoltage: 12, voltageMin: 1, voltageMax: 30 },
    ]);
    await bringReports(database, modem, reports.slice(700));
    const { points, stepMs } = await voltages(modem, start, start + day);
    expect([stepMs, points.length]).toEqual([5 * minute, 288]);
    expect(points.slice(0, 2)).toEqual([point(start, 12, 1, 30), point(start + 5 * minute, 12, 10, 14)]);
    // Within a step, only readings in the range count.
    const part = await voltages(modem, start + minute, start + day - minute);
    expect(part.points[0]).toEqual(point(start, 12.5, 11, 14));
    expect(part.points.at(-1)).toEqual(point(start + day - 5 * minute, 11.5, 10, 13));
    const few = await voltages(modem, start + 30_001, start + 500 * minute + 1);
    expect([few.stepMs, few.points.length]).toEqual([0, 500]);
  });

  test('whatever there is, the steps hold all of it, as plain arithmetic does (REG-29)', async () => {
    const seen = fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(40 * 1_440), fc.nat(10_000)), { minLength: 1, maxLength: 900 }),
      fc.nat(10 * 1_440),
      async (drawn, from) => {
        const modem = await modemOf();
        const values = new Map(drawn.map(([at, volts]) => [start + at * minute, volts / 100]));
        const reports = [...values].map(([ts, supplyVoltage]) => ({ ts, supplyVoltage }));
        await bringReports(database, modem, reports);
        const [begin, end] = [start + from * minute, start + 40 * day];
        const within = [...values].filter(([ts]) => ts >= begin && ts < end);
        const { points, stepMs } = await voltages(modem, begin, end);
        expect(stepMs).toBe(within.length > 500 ? seriesStep(end - begin) : 0);
        const stepOf = (ts: number) => (stepMs === 0 ? ts : Math.floor(ts / stepMs) * stepMs);
        const steps = [...Map.groupBy(within, ([ts]) => stepOf(ts))].toSorted(([one], [other]) => one - other);
        expect(points.length).toBeLessThanOrEqual(501);
        expect(points.map(({ time }) => time)).toEqual(steps.map(([time]) => time));
        for (const [at, [, readings]] of steps.entries()) {
          const volts = readings.map(([, value]) => value);
          const { value, minimum, maximum } = points[at] ?? point(0, 0);
          expect([minimum, maximum]).toEqual([Math.min(...volts), Math.max(...volts)]);
          expect(value).toBeCloseTo(volts.reduce((sum, volt) => sum + volt, 0) / volts.length, 6);
          expect(minimum <= value && value <= maximum).toBe(true);
        }
      },
    );
    await fc.assert(seen, { numRuns: 12 });
  });

  test('a year of them, every five minutes, is answered in steps of a day', async () => {
    const modem = await modemOf();
    await database.pool.query(
      `insert into modem_readings (system_id, modem_id, ts, voltage, temperature, rssi)
       select 'river', $1, $2::timestamptz + at * interval '5 minutes', 11 + (at % 288) / 100.0, 20, -70 from generate_series(0, 105119) at`,
      [modem, new Date(start)],
    );
    await database.pool.query('analyze modem_readings');
    const took: number[] = [];
    const counted: number[] = [];
    for (let times = 0; times < 8; times += 1) {
      const from = performance.now();
      const { points, stepMs } = await voltages(modem, start, start + 365 * day);
      took.push(performance.now() - from);
      const began = performance.now();
      await database.pool.query('select count(*) from modem_readings where modem_id = $1 and voltage is not null', [modem]);
      counted.push(performance.now() - began);
      expect([points.length, stepMs]).toEqual([365, day]);
      expect(points[7]).toEqual(point(start + 7 * day, 12.435, 11, 13.87));
    }
    const [best, count] = [Math.min(...took), Math.min(...counted)];
    process.stdout.write(`  a year of 105,120 readings: ${best.toFixed(0)} ms, their count ${count.toFixed(0)} ms (${engine})\n`);
    // Independent of the machine's load: a multiple of the time to count them.
    expect(best).toBeLessThan(20 * count);
  });

  test('go with their modem and their system, follow its name, and a site that goes leaves the modem', async () => {
    const pier = planted(database).insertInto('sites').values({ system_id: 'lake', alias: 'Pier' });
    const site = await pier.returning('id').executeTakeFirstOrThrow();
    const [staying, going] = [await modemOf('lake', site.id), await modemOf('lake')];
    await bringReports(database, staying, [{ ts: start, rssi: -1 }], 'lake');
    await bringReports(database, going, [{ ts: start, rssi: -1 }], 'lake');
    const read = database.db
      .selectFrom('modem_readings')
      .select(['system_id', 'modem_id'])
      .where('modem_id', 'in', [staying, going]);
    const readings = async () => (await read.execute()).map((row) => [row.system_id, row.modem_id]);
    await planted(database).updateTable('systems').set({ id: 'pond' }).where('id', '=', 'lake').execute();
    await database.pool.query('delete from modems where id = $1', [going]);
    expect(await readings()).toEqual([['pond', staying]]);
    await planted(database).deleteFrom('sites').where('id', '=', site.id).execute();
    const modem = database.db.selectFrom('modems').select(['system_id', 'site_id']).where('id', '=', staying);
    expect(await modem.execute()).toEqual([{ system_id: 'pond', site_id: null }]);
    await planted(database).deleteFrom('systems').where('id', '=', 'pond').execute();
    expect([await readings(), await modem.execute()]).toEqual([[], []]);
  });

  test('are deleted with the vitals of the system, and counted with them; what is known of the modem stays (RET-5)', async () => {
    const modem = await modemOf();
    const reports = [1, 2, 3, 4].map((at) => ({ ts: start - at * 400 * day, supplyVoltage: at }));
    await bringReports(database, modem, reports);
    const past = { systemId: 'river', before: new Date(start - 500 * day) };
    expect(await shelves.vitals.count(database, past)).toBe(3);
    let deleted = 0;
    for await (const step of shelves.vitals.steps(database, past))
      deleted += (await inTransaction(database, (within) => step(within, 2 - deleted))).deleted;
    expect(deleted, 'no more than was told').toBe(2);
    expect(await shelves.vitals.count(database, past)).toBe(1);
    expect(await shelves.vitals.count(database, { ...past, systemId: 'lake' })).toBe(0);
    const { facts } = await database.db.selectFrom('modems').select('facts').where('id', '=', modem).executeTakeFirstOrThrow();
    expect(facts).toEqual({ supplyVoltage: [1, start - 400 * day] });
  });
});

describe.each(engines)('the migration of modems on the %s engine', (engine) => {
  test('loses no row, and a name is one modem’s whichever way it is written', async () => {
    const { url, drop } = await withEmptyDatabase(engine);
    const before = await migratedBefore(url, '0070-modems');
    await before.query(`begin; set local console.writing = 'on'; insert into systems (id, common_name) values ('river', 'River');
      insert into sites (system_id, alias) values ('river', 'Weir'); commit`);
    await before.end();
    const database = await connectDatabase(url, pino({ level: 'silent' }));
    try {
      const sites = await database.db.selectFrom('sites').select(['system_id', 'alias']).execute();
      expect(sites).toEqual([{ system_id: 'river', alias: 'Weir' }]);
      const add = (name: string) => addModem(database, { system_id: 'river', name });
      expect([await add('Gate'), await add('GATE')]).toEqual([expect.any(Number), undefined]);
      const foreign = database.pool.query(`insert into modem_readings (system_id, modem_id, ts) values ('lake', 1, now())`);
      await expect(foreign).rejects.toThrow('foreign key');
    } finally {
      await database.close();
      await drop();
    }
  });
});
