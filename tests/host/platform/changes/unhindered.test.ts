import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { change } from '../../../../host/platform/changes/change.ts';
import { watchPresence } from '../../../../host/domain/fleet/presence.ts';
import { writeReports } from '../../../../host/platform/store/fleet/receiver-reports.ts';
import { openSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { Simulation } from '../../../../host/drivers/simulator/simulation.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { createLocalBus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { engines } from '../../../support/test-database.ts';
import { PresenceClock } from '../../../support/presence-clock.ts';
import { soleHost } from '../../../support/sole-host.ts';
import { addSystem } from '../../../support/test-host.ts';

const patience = { timeout: 20_000, interval: 20 };
const log = pino({ level: 'silent' });
const minute = 60_000;

/**
 * Receivers' reports have no revision: they are stored even while every row that people edit is locked, and
 * the counter too.
 */
describe.each(engines)('while changes of a system wait for each other, on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let release: () => Promise<void>;
  beforeEach(async () => {
    database = await emptied();
    release = () => Promise.resolve();
  });
  afterEach(() => release());

  /**
   * Renames a system and all its receivers, which waits for the counter that another transaction holds. Names
   * are unique: only deleting takes a stronger lock. Returns a count of other waiters for a lock.
   */
  async function holdAll(systemId: string): Promise<() => Promise<number>> {
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select * from system_revisions where system_id = $1 for update', [systemId]);
    const rows = await database.db.selectFrom('receivers').select('id').where('system_id', '=', systemId).execute();
    const { number } = await database.db
      .selectFrom('systems')
      .select('number')
      .where('id', '=', systemId)
      .executeTakeFirstOrThrow();
    const renaming = change(database, { systemId, by: null, through: 'host' }, async (writer) => {
      for (const { id } of rows) await writer.edit('receiver.renamed', id, { alias: `Renamed ${id}` });
      await writer.edit('system.renamed', number, { commonName: 'Renamed' });
    });
    const waiting = async () => {
      const { rows: counted } = await database.pool.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return counted[0]?.count ?? 0;
    };
    release = async () => {
      release = () => Promise.resolve();
      await holder.query('commit');
      holder.release();
      expect((await renaming).items.length).toBe(rows.length + 1);
    };
    await expect.poll(waiting, patience).toBe(1);
    return async () => (await waiting()) - 1;
  }

  test('contacts, states, alarms and vitals of receivers that speak for themselves go through (RX-21)', async () => {
    await addSystem({ database }, 'field');
    const made = await change(database, { systemId: 'field', by: null, through: 'host' }, async (writer) => [
      await writer.create('receiver', { alias: 'R1' }),
      await writer.create('receiver', { alias: 'R2' }),
    ]);
    const [first = 0, second = 0] = made.reply;
    const bus = createLocalBus();
    const events: BusEvent[] = [];
    bus.subscribe((event) => events.push(event));
    const clock = new PresenceClock();
    const intake = createIntake({ database, bus, log, now: () => clock.now });
    const presence = watchPresence({ database, bus, log, silentAfterMs: minute, ...clock.host() });
    const waiting = await holdAll('field');
    try {
      presence.follow(['field']);
      const contact = { rxId: first, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts: clock.now };
      await intake.accept('field', [contact]);
      const states = () => database.db.selectFrom('receiver_reports').select(['rx_id', 'status']).orderBy('rx_id').execute();
      await expect.poll(states, patience).toEqual([{ rx_id: first, status: 4 }]);
      await clock.pass(2 * minute);
      await expect.poll(states, patience).toEqual([{ rx_id: first, status: 0 }]);
      await clock.pass(5 * minute);
      const told = { ts: clock.now, model: 1, voltage: 12, memoryUsedMb: 1, memoryTotalMb: 8, firmware: [7, 1, 0] as const };
      await writeReports(database, 'field', [
        { rxId: first, ...told },
        { rxId: second, ...told },
      ]);
      const stored = await database.db
        .selectFrom('receiver_reports')
        .select(['rx_id', 'status', 'voltage'])
        .orderBy('rx_id')
        .execute();
      expect(stored).toEqual([
        { rx_id: first, status: 0, voltage: 12 },
        { rx_id: second, status: 0, voltage: 12 },
      ]);
      expect(await database.db.selectFrom('alarms').select(['alarm_code_id', 'alias']).execute()).toEqual([
        { alarm_code_id: 4101, alias: 'R1' },
      ]);
      expect(events.filter(({ kind }) => kind === 'contacts')).toHaveLength(1);
      expect(await waiting()).toBe(0);
    } finally {
      // A write that waits for the change would keep the look from ending.
      await release();
      await presence.close();
    }
  });

  test('a simulated system lives on', async () => {
    await addSystem({ database }, 'river');
    const start = Date.UTC(2026, 4, 1, 12);
    const bus = createLocalBus();
    const opened = await openSimulation(database, 'river', 7, start, soleHost);
    const intake = createIntake({ database, bus, log, now: () => start });
    const simulation = new Simulation({ database, bus, intake, log, systemId: 'river', lease: soleHost }, opened);
    const waiting = await holdAll('river');
    for (let now = start + 20_000; now <= start + 5 * minute; now += 20_000) await simulation.step(now);
    const { rows } = await database.pool.query<{ informed: number; contacts: number }>(
      `select (select count(*)::integer from receiver_reports where info_time > $1) as informed, (select count(*)::integer from contacts) as contacts`,
      [new Date(start)],
    );
    expect(rows[0]?.informed).toBe(opened.rxIds.length);
    expect(rows[0]?.contacts).toBeGreaterThan(0);
    expect(await waiting()).toBe(0);
  });
});
