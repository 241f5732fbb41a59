import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { chronicle, judgedBefore } from '../../../../host/drivers/simulator/chronicle.ts';
import { openSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { outagesBetween, type Outage } from '../../../../host/drivers/simulator/outages.ts';
import { Simulation } from '../../../../host/drivers/simulator/simulation.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { planted } from '../../../support/planted.ts';
import { soleHost } from '../../../support/sole-host.ts';
import { triedEngines } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
/** One of its receivers fills its card each day, and one has a worn battery. */
const systemId = 'demo';
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const start = Date.UTC(2026, 4, 1, 12);

describe.each(triedEngines)('alarms of a simulated system on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  beforeEach(async () => {
    database = await emptied();
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'Demo', kind: 'simulated' }).execute();
  });

  async function open(now: number) {
    const opened = await openSimulation(database, systemId, 7, now, soleHost);
    const bus = createLocalBus();
    const intake = createIntake({ database, bus, log, now: () => now });
    return { opened, simulation: new Simulation({ database, bus, intake, log, systemId, lease: soleHost }, opened) };
  }

  test('are those of its world, live or made when nobody looked, each once (ALM-15)', async () => {
    const { world, rxIds } = (await open(start)).opened;
    const end = start + 5 * hour;
    const expected = world.receivers.flatMap((receiver) => {
      const { alarms } = chronicle(world, receiver, judgedBefore(world, receiver, start), start, end);
      return alarms.map(({ ts, code }) => ({ rxId: rxIds[receiver.key] as number, ts, code }));
    });
    const firstOf = (...codes: number[]) => Math.min(...expected.filter(({ code }) => codes.includes(code)).map(({ ts }) => ts));
    const seen = [firstOf(2101, 3100, 4102), firstOf(2102, 3101)];
    expect(seen.filter(Number.isFinite)).toHaveLength(2);
    // Alarms around two moments are made live, step by step; all others after the host was away.
    for (const ts of seen.toSorted((one, other) => one - other)) {
      const { simulation } = await open(ts - minute);
      for (let now = ts - minute + 20 * second; now <= ts + minute; now += 20 * second) await simulation.step(now);
    }
    await open(end);
    const { rows } = await database.pool.query(
      `select rx_id as "rxId", (extract(epoch from at) * 1000)::bigint as ts, alarm_code_id as code from alarms where at >= $1
       order by at, rx_id, code`,
      [new Date(start)],
    );
    expect(rows.map((row) => ({ ...row, ts: Number(row.ts) }))).toEqual(
      expected.toSorted((one, other) => one.ts - other.ts || one.rxId - other.rxId || one.code - other.code),
    );
  });

  test('one that is switched off while it is gone, and on when its link is there, is back, and told of when it goes again (ALM-5)', async () => {
    await planted(database).updateTable('systems').set({ offline_alarm_minutes: 1 }).execute();
    const { world, rxIds } = (await open(start)).opened;
    const isLong = ({ reboot, start: from, end }: Outage) => !reboot && end - from > 5 * minute;
    const goings = world.receivers.flatMap((receiver) => {
      const outages = outagesBetween(world, receiver, start + hour, start + 13 * 24 * hour);
      return outages.flatMap((first, nth) => {
        const next = outages[nth + 1];
        return next !== undefined && isLong(first) && isLong(next) ? [{ key: receiver.key, first, next }] : [];
      });
    });
    const [going] = goings.toSorted((one, other) => one.next.end - other.next.end);
    if (going === undefined) throw new Error('no receiver of this world goes twice');
    const { key, first, next } = going;
    const rxId = rxIds[key] as number;
    const enable = (enabled: boolean) =>
      planted(database).updateTable('receivers').set({ enabled }).where('id', '=', rxId).execute();
    const { simulation: ofFirst } = await open(first.start + 2 * minute);
    await enable(false);
    await ofFirst.step(first.start + 2 * minute + 5 * second);
    const { simulation: ofNext } = await open(first.end + minute);
    await enable(true);
    await ofNext.step(first.end + minute + 5 * second);
    await open(next.end + minute);
    const { rows } = await database.pool.query<{ code: number }>(
      `select alarm_code_id as code from alarms where rx_id = $1 and at >= $2 and alarm_code_id in (2100, 4101) order by id`,
      [rxId, new Date(first.start)],
    );
    expect(rows.map(({ code }) => code)).toEqual([4101, 2100, 4101, 2100]);
  });
});
