import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { modemPeriodMs, modemReportsBetween, modemsOf, pastModemReports } from '../../../../host/drivers/simulator/modems.ts';
import { historyMs, openSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { linkDown, outagesBetween } from '../../../../host/drivers/simulator/outages.ts';
import { Simulation } from '../../../../host/drivers/simulator/simulation.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { planted } from '../../../support/planted.ts';
import { soleHost } from '../../../support/sole-host.ts';
import { triedEngines } from '../../../support/test-database.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const start = Date.UTC(2026, 4, 1, 12);
const log = pino({ level: 'silent' });

describe('simulated modems (SIM-15)', () => {
  const world = makeWorld('demo', 7, start);
  const [first, , , old] = modemsOf(world);
  if (first === undefined || old === undefined) throw new Error('The demo has modems');

  test('are one at each site, and an old one that fell silent some days before', () => {
    expect(modemsOf(world).map(({ name, endsAt }) => [name, endsAt])).toEqual([
      ['Rock Creek Bridge Modem', null],
      ['Midway Bend Modem', null],
      ['Cascade Gorge Modem', null],
      ['Cascade Gorge Modem (old)', start - 5 * day],
    ]);
    expect(modemReportsBetween(world, old, 4, { from: start - 5 * day, to: start + 30 * day })).toEqual([]);
    expect(pastModemReports(world, old, 4, { from: start - 6 * day, to: start }).length).toBeGreaterThan(200);
  });

  test('report the same in whatever pieces it is computed (SIM-1)', () => {
    const whole = modemReportsBetween(world, first, 1, { from: start, to: start + day });
    const pieces = Array.from({ length: 24 }, (_, at) =>
      modemReportsBetween(world, first, 1, { from: start + at * hour, to: start + (at + 1) * hour }),
    );
    expect(pieces.flat()).toEqual(whole);
    expect(modemReportsBetween(makeWorld('demo', 8, start), first, 1, { from: start, to: start + day })).not.toEqual(whole);
  });

  test('are warm and charged by day, and within what a modem shows', () => {
    const reports = modemReportsBetween(world, first, 1, { from: start, to: start + 10 * day });
    const meanAt = (hours: readonly number[], of: 'supplyVoltage' | 'coreTemperature') => {
      const local = (ts: number) => Math.floor((((ts / hour + first.connects.longitude / 15) % 24) + 24) % 24);
      const values = reports.filter(({ ts }) => hours.includes(local(ts))).map((report) => report[of] ?? 0);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    for (const of of ['supplyVoltage', 'coreTemperature'] as const)
      expect(meanAt([12, 13, 14], of)).toBeGreaterThan(meanAt([1, 2, 3], of) + 0.5);
    for (const { supplyVoltage, coreTemperature, rssi } of reports) {
      expect(supplyVoltage).toSatisfy((volts: number) => volts > 10 && volts < 16);
      expect(coreTemperature).toSatisfy((degrees: number) => degrees > 0 && degrees < 75);
      expect(rssi).toSatisfy((dbm: number) => dbm > -120 && dbm < -50);
    }
    expect(new Set(reports.map(({ rssi }) => rssi)).size).toBeGreaterThan(5);
    expect(reports.filter(({ texts }) => texts.model !== undefined).length).toBeGreaterThanOrEqual(9);
  });

  test('are silent just while the link of the receiver is down that they connect (SIM-5)', () => {
    const period = { from: start, to: start + 60 * day };
    const outages = outagesBetween(world, first.connects, period.from, period.to);
    const down = outages.flatMap((outage) => linkDown(outage) ?? []);
    const times = modemReportsBetween(world, first, 1, period).map(({ ts }) => ts);
    expect(down.length).toBeGreaterThan(3);
    for (const { start: from, end } of down) expect(times.filter((ts) => ts >= from && ts < end)).toEqual([]);
    const missed = down.reduce((sum, { start: from, end }) => {
      return sum + Math.floor((end - 1) / modemPeriodMs) - Math.floor((from - 1) / modemPeriodMs);
    }, 0);
    expect(times.length + missed).toBe((60 * day) / modemPeriodMs);
  });
});

type Listed = Record<'last' | 'oldest', Date> & { count: number };

describe.each(triedEngines)('the modems of a simulated system on the %s engine (SIM-15)', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  beforeEach(async () => {
    database = await emptied();
    await planted(database).insertInto('systems').values({ id: 'river', common_name: 'River', kind: 'simulated' }).execute();
  });

  const open = async (now: number) => {
    const opened = await openSimulation(database, 'river', 7, now, soleHost);
    const bus = createLocalBus();
    const intake = createIntake({ database, bus, log, now: () => now });
    return { opened, simulation: new Simulation({ database, bus, intake, log, systemId: 'river', lease: soleHost }, opened) };
  };
  const listed = async () => {
    const { rows } = await database.pool.query<Record<'name' | 'site' | 'model', string> & Listed>(
      `select name, alias as site, last_contacted as last, count(*)::integer as count, min(ts) as oldest, facts->'model'->>0 as model
       from modems join sites on sites.id = site_id join modem_readings on modem_id = modems.id group by modems.id, sites.id order by modems.id`,
    );
    return rows;
  };

  test('come with the study and its past, and go on every five minutes', async () => {
    const { opened, simulation } = await open(start);
    const founded = await listed();
    expect(founded.map(({ name, site }) => [name, site])).toEqual([
      ['Weir Modem', 'Weir'],
      ['Old Mill Modem', 'Old Mill'],
      ['Old Mill Modem (old)', 'Old Mill'],
    ]);
    expect(opened.modemIds).toHaveLength(3);
    for (const [at, { last, oldest, count, model }] of founded.entries()) {
      const end = at === 2 ? start - 5 * day : start;
      expect(end - last.getTime()).toBeLessThan(2 * hour);
      expect(Math.abs(end - historyMs - oldest.getTime())).toBeLessThan(2 * hour);
      expect(count).toBeGreaterThan(500);
      expect(model).toMatch(/^CR-/);
    }
    for (let now = start + 20_000; now <= start + 21 * minute; now += 20_000) await simulation.step(now);
    const after = await listed();
    expect(after.map(({ count }, at) => count - (founded[at]?.count ?? 0))).toEqual(
      [4, 4, 0].map((most) => expect.toSatisfy((more: number) => more <= most + 1 && more >= Math.min(most, 1))),
    );
    // Another start changes nothing that exists, and fills the time when no host ran.
    await open(start + 21 * minute);
    expect(await listed()).toEqual(after);
    await open(start + day);
    const slept = await listed();
    expect(slept[0]?.count).toBeGreaterThan((after[0]?.count ?? 0) + 200);
    expect(slept[2]).toEqual(after[2]);
  });

  test('come to a study that an earlier version founded at the next start, and a skipped time has its readings', async () => {
    await open(start);
    await database.pool.query('delete from modems');
    const { opened, simulation } = await open(start + 3 * hour);
    expect(opened.modemIds).toHaveLength(3);
    const made = await listed();
    expect(made.map(({ count }) => count > 500)).toEqual([true, true, true]);
    expect(await simulation.step(start + 9 * hour)).toBe(true);
    expect((await listed())[0]?.count).toBeGreaterThan((made[0]?.count ?? 0) + 50);
  });
});
