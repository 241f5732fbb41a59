import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchBeacons } from '../../../../host/domain/alarms/watch-beacons.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { systemsWithBeacons } from '../../../../host/platform/store/fleet/beacons.ts';
import { newestAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { plantListeners } from '../../../support/listening-receivers.ts';
import { LookingHosts } from '../../../support/looking-hosts.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { plantTransmitters } from '../../../support/transmitter-samples.ts';

const log = pino({ level: 'silent' });
const minute = 60_000;
const noon = Date.UTC(2026, 4, 1, 12);

describe.each(triedEngines)('beacons on the %s engine (ALM-20)', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let hosts: LookingHosts;
  let published: number;

  beforeEach(async () => {
    database = await emptied();
    await plantListeners(database, [1, 2], 'field');
    const db = planted(database);
    await plantTransmitters(database, 'field', [
      { serial_number: 'MAST-01', code_number: 7 },
      { serial_number: 'ANIMAL', code_number: 8, purpose: 0 },
    ]);
    await db
      .insertInto('receiver_reports')
      .values([1, 2].map((rx_id) => ({ rx_id, status: 4 })))
      .onConflict((conflict) => conflict.column('rx_id').doUpdateSet({ status: 4 }))
      .execute();
    await heardUntil(noon + 1_440 * minute);
    [hosts, published] = [new LookingHosts(noon + minute), 0];
  });
  afterEach(() => hosts.close());

  /** Stores when both receivers were last heard, as hosts do. */
  const heardUntil = (at: number) =>
    database.pool.query(
      `insert into receivers_heard (rx_id, heard_at) values (1, $1), (2, $1) on conflict (rx_id) do update set heard_at = $1`,
      [new Date(at)],
    );
  /**
   * Starts another host, which has looked once and looks again as time passes; it counts what is heard from
   * now on.
   */
  const watch = async (behindMs = 0) => {
    const bus = hosts.add((own, now) =>
      watchBeacons({ database, bus: own, isSimulating: true, log, now: () => now() - behindMs }),
    );
    bus.subscribe((event) => {
      if (event.kind === 'message' && event.message.type === 'invalidate') published += 1;
    });
    await hosts.look();
  };
  /** Advances in half minutes to this many minutes past noon; every host looks at each step. */
  const until = async (minutes: number) => {
    while (hosts.now < noon + minutes * minute) {
      hosts.now += minute / 2;
      await hosts.look();
    }
  };
  const hear = (rxId: number, code: number, count: number) =>
    insertContacts(
      database.pool,
      'field',
      Array.from({ length: count }, (_, at) => ({
        rxId,
        ant: 1,
        freq: 150.102,
        code,
        type: 8,
        power: -70,
        ts: hosts.now - (at + 1) * 1_000,
      })),
    );
  const alarms = async () =>
    (await newestAlarms(database, 'field', { limit: 25 }))
      .toReversed()
      .map((alarm) => [alarm.alarm_code_id, alarm.alias, alarm.rx_id, (alarm.at.getTime() - noon) / minute]);
  /** Looks once more: a host skips a look that the other takes, or that falls into an earlier one. */
  const found = async () => {
    await hosts.look();
    return alarms();
  };

  test('is told once by two hosts, at the one antenna that lost it, and again once it is back', async () => {
    await watch();
    await watch();
    await hear(1, 7, 20);
    await hear(2, 7, 20);
    await hear(1, 8, 20);
    await until(5);
    await hear(2, 7, 3);
    await until(11.5);
    await expect.poll(found, { message: 'what is no beacon raises none' }).toEqual([[4200, 'MAST-01', 1, 11.5]]);
    await hear(1, 7, 1);
    await until(12);
    await expect.poll(found).toEqual([
      [4200, 'MAST-01', 1, 11.5],
      [2200, 'MAST-01', 1, 12],
    ]);
    await expect.poll(() => published, { message: 'consoles hear of it' }).toBe(2);
  });

  test('is told once by hosts whose clocks are some seconds apart, too', async () => {
    await watch();
    await watch(5_000);
    await hear(1, 7, 20);
    // The host whose clock is slow may take the look at 11.5, half a minute before its ten minutes end.
    await until(12);
    await expect.poll(found).toEqual([[4200, 'MAST-01', 1, expect.closeTo(11.7, 0)]]);
  });

  test('is waited for as long as a receiver that goes round its antennas takes to hear it', async () => {
    await planted(database).updateTable('transmitters').set({ emit_interval_ms: 30_000 }).execute();
    const config = JSON.stringify({ 'orion.general.antennaSwitchEnabled': 1, 'orion.general.numberAntennas': 3 });
    await planted(database).updateTable('receivers').set({ config }).where('id', '=', 2).execute();
    await watch();
    await hear(1, 7, 20);
    await hear(2, 7, 20);
    await until(40);
    expect(await alarms()).toEqual([
      [4200, 'MAST-01', 1, 11.5],
      [4200, 'MAST-01', 2, 31.5],
    ]);
  });

  test('counts no time in which its receiver was gone or uploads', async () => {
    await watch();
    await hear(1, 7, 20);
    await hear(2, 7, 20);
    await until(2);
    const db = planted(database);
    await db.updateTable('receiver_reports').set({ status: 0 }).where('rx_id', '=', 1).execute();
    await database.pool.query('update receivers_heard set uploads_every_ms = 86400000 where rx_id = 2');
    await until(20);
    expect(await alarms()).toEqual([]);
    await db.updateTable('receiver_reports').set({ status: 4 }).where('rx_id', '=', 1).execute();
    await until(29.5);
    expect(await alarms()).toEqual([]);
    await until(31);
    expect(await alarms()).toEqual([[4200, 'MAST-01', 1, 30]]);
  });

  test('is none of a receiver that died, which is online until it is missed itself; of one that is still heard it is', async () => {
    await watch();
    await hear(1, 7, 20);
    await heardUntil(noon + 2 * minute);
    await until(15);
    expect(await alarms()).toEqual([]);
    await heardUntil(noon + 15 * minute);
    await until(15.5);
    expect(await alarms()).toEqual([[4200, 'MAST-01', 1, 15.5]]);
  });

  test('is none of a simulated world that stands still', async () => {
    await planted(database).updateTable('systems').set({ kind: 'simulated' }).where('id', '=', 'field').execute();
    expect([await systemsWithBeacons(database, true), await systemsWithBeacons(database, false)]).toEqual([['field'], []]);
  });
});
