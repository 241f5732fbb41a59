import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chronicle, judgedBefore } from '../../../../host/drivers/simulator/chronicle.ts';
import { fillHistory } from '../../../../host/drivers/simulator/history.ts';
import { HistoryFilling } from '../../../../host/drivers/simulator/history-filling.ts';
import { historyMs, openSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { outagesBetween, statusChangesBetween, type Outage } from '../../../../host/drivers/simulator/outages.ts';
import type { WorldReceiver } from '../../../../host/drivers/simulator/world.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import { readTagTimes } from '../../../../host/drivers/simulator/tag-times.ts';
import { Simulation } from '../../../../host/drivers/simulator/simulation.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { createLocalBus, type Bus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { soleHost } from '../../../support/sole-host.ts';
import { receiverStatuses } from '../../../../src/model/entities/receiver.ts';
import { planted } from '../../../support/planted.ts';

const log = pino({ level: 'silent' });
const systemId = 'river';
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const start = Date.UTC(2026, 4, 1, 12);

describe.each(triedEngines)('a simulated system on the %s engine', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let bus: Bus;
  let events: BusEvent[];
  const begin = async () => {
    database = await emptied();
    await planted(database)
      .insertInto('systems')
      .values({ id: systemId, common_name: 'River', kind: 'simulated', offline_alarm_minutes: 1 })
      .execute();
    bus = createLocalBus();
    events = [];
    bus.subscribe((event) => events.push(event));
  };
  beforeEach(begin);

  const open = async (now: number) => {
    const opened = await openSimulation(database, systemId, 7, now, soleHost);
    const intake = createIntake({ database, bus, log, now: () => now });
    return { opened, simulation: new Simulation({ database, bus, intake, log, systemId, lease: soleHost }, opened) };
  };
  const fill = async (now: number, signal = new AbortController().signal) => {
    const { opened } = await open(now);
    return fillHistory({ database, log, systemId, lease: soleHost, ...opened, signal });
  };
  const count = async (sql: string) =>
    (await database.pool.query<{ count: number }>(`select count(*)::integer as count from ${sql}`)).rows[0]?.count;
  const heard = () => events.flatMap((event) => (event.kind === 'contacts' ? event.contacts : []));
  /** Returns a digest of the stored contacts that a gap, a duplicate row or another seed would change. */
  const fingerprint = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::integer as count, sum((extract(epoch from ts) * 1000)::bigint * (rx_id * 31 + code * 7 + power::integer + ant))::text as sum from contacts`,
    );
    return rows[0];
  };

  test('when its transmitters are out is read from the tags of its animals (SIM-14)', async () => {
    const { opened } = await open(start);
    const animals = opened.world.transmitters.filter(({ carrier }) => carrier.kind === 'animal');
    const times = await readTagTimes(database, systemId, opened.world);
    expect([...times.keys()].toSorted()).toEqual(animals.map(({ serialNumber }) => serialNumber).toSorted());
    expect([...times.values()].flat().every(({ from, to }) => from < start && to === Infinity)).toBe(true);
    await planted(database)
      .updateTable('tags')
      .set({ retrieve_time: new Date(start) })
      .execute();
    const retrieved = await readTagTimes(database, systemId, opened.world);
    expect([...retrieved.values()].flat().every(({ to }) => to === start)).toBe(true);
  });

  test('has its past made with two others at the most at a time: senders need connections, too (STO-11)', async () => {
    const ids = ['river', 'brook', 'creek', 'fjord'];
    const more = ids.slice(1).map((id) => ({ id, common_name: id, kind: 'simulated' as const }));
    await planted(database).insertInto('systems').values(more).execute();
    const parts: Parameters<typeof fillHistory>[0][] = [];
    for (const id of ids) {
      const opened = await openSimulation(database, id, 7, start, soleHost);
      parts.push({ database, log, systemId: id, lease: soleHost, ...opened, signal: new AbortController().signal });
    }
    await database.pool.query(`update simulation_history set starts = ends - interval '6 hours'`);
    const pool = database.ingest.pool;
    let [lent, most] = [0, 0];
    pool.on('acquire', () => (most = Math.max(most, ++lent))).on('release', () => lent--);
    await Promise.all(parts.map(fillHistory));
    expect(most).toBe(2);
    expect(await count('simulation_history')).toBe(0);
  });

  test('whose database failed as often as two pasts are made at a time has its past made when it is back (STO-7)', async () => {
    const { opened } = await open(start);
    const options = { database, log, systemId, lease: soleHost, ...opened, signal: new AbortController().signal };
    await database.pool.query(`update simulation_history set starts = ends - interval '6 hours'`);
    await database.pool.query('alter table simulated_deeds rename to gone');
    onTestFinished(async () => void (await database.pool.query('alter table if exists gone rename to simulated_deeds')));
    for (let time = 0; time < 2; time++) await expect(fillHistory(options)).rejects.toThrow('simulated_deeds');
    await database.pool.query('alter table gone rename to simulated_deeds');
    expect(await fillHistory(options)).toBeGreaterThan(0);
  });

  test('is founded with its registries, and with the states and alarms of 14 days (SIM-3)', async () => {
    const { opened } = await open(start);
    const { world, rxIds } = opened;
    const receivers = await database.db.selectFrom('receivers').select(['id', 'alias']).orderBy('id').execute();
    expect(receivers).toEqual(world.receivers.map(({ alias }, i) => ({ id: rxIds[i], alias })));
    expect(await count('animals')).toBe(4);
    expect(await count('tags')).toBe(4);
    expect(await count('transmitters where purpose = 1')).toBe(1);
    expect(await count('sites')).toBe(2);
    expect(await count(`receiver_state_events where at < '2026-04-18'`)).toBeGreaterThan(3);
    expect(await count('alarms')).toBeGreaterThan(20);
    const { rows } = await database.pool.query<{ sorted: boolean }>(
      'select bool_and(at >= before) as sorted from (select at, lag(at, 1, at) over (order by id) as before from alarms) as a',
    );
    expect(rows).toEqual([{ sorted: true }]);
    expect(await database.db.selectFrom('simulation_history').select(['starts', 'ends']).execute()).toEqual([
      { starts: new Date(start - historyMs), ends: new Date(start) },
    ]);
  });

  test('a receiver is in its state since its timeline says so: founded, started again, or after a sleep (RX-47)', async () => {
    const standing = async () => {
      const rows = await database.db.selectFrom('receiver_reports').select(['rx_id', 'status', 'status_time']).execute();
      return rows.map(({ rx_id, status, status_time }) => ({ rxId: rx_id, status, ts: status_time?.getTime() }));
    };
    const { world, rxIds } = (await open(start)).opened;
    /** Returns each receiver's latest state, or its state at the start of its past. */
    const expected = (now: number) =>
      world.receivers.map((receiver) => {
        const [from, rxId] = [start - historyMs, rxIds[receiver.key]];
        const last = statusChangesBetween(world, receiver, from, now).at(-1);
        return { rxId, status: last?.status ?? receiverStatuses.online, ts: last?.ts ?? from };
      });
    const byRxId = (states: { rxId: number | undefined }[]) => states.toSorted((a, b) => (a.rxId ?? 0) - (b.rxId ?? 0));
    const isAsExpected = async (now: number) => expect(byRxId(await standing())).toEqual(byRxId(expected(now)));
    await isAsExpected(start);
    const outages = world.receivers.flatMap((receiver) => outagesBetween(world, receiver, start + hour, start + 9 * hour));
    // Stopped before an outage, and started again after it.
    const whole = outages.toSorted((a, b) => a.end - b.end)[0] as Outage;
    await open(whole.end + second);
    await isAsExpected(whole.end + second);
    const long = outages
      .filter(({ start: begins, reboot }) => !reboot && begins > whole.end)
      .toSorted((a, b) => b.end - b.start - (a.end - a.start))[0] as Outage;
    // Stopped before an outage, and started again during it.
    const again = long.end - 2 * minute;
    const { simulation } = await open(again);
    await isAsExpected(again);
    await simulation.step(again + second);
    await isAsExpected(again + second);
    const awake = again + 30 * hour;
    await simulation.step(awake);
    await isAsExpected(awake);
    const before = await standing();
    const told = events.flatMap((event) =>
      event.kind === 'message' && event.message.type === 'newRxState' ? [event.message.payload] : [],
    );
    for (const { rxId, status, ts } of before.filter((state) => (state.ts ?? 0) > again))
      expect(told.findLast((state) => state.rxId === rxId)).toEqual({ rxId, state: status, ts });
  });

  test('is founded with what was raised in its last six hours as news, and all before as seen (SIM-3)', async () => {
    const { db } = database;
    const names = { email: 'ann@example.org', first_name: 'Ann', last_name: 'Test', password_hash: '-', activated: true };
    const ann = await db
      .insertInto('users')
      .values({ username: 'ann', ...names })
      .returning('id')
      .executeTakeFirstOrThrow();
    await planted(database).insertInto('systems').values({ id: 'other', common_name: 'Other' }).execute();
    const roles = [systemId, 'other'].map((system_id) => ({ user_id: ann.id, role_id: 1 as const, system_id }));
    await planted(database).insertInto('memberships').values(roles).execute();
    const now = start + 4 * hour;
    await open(now);
    const seen = await db.selectFrom('memberships').select(['system_id', 'last_seen_alarm_id']).orderBy('system_id').execute();
    const { rows } = await database.pool.query<{ newest: number }>(
      'select max(id)::integer as newest from alarms where at < $1',
      [new Date(now - 6 * hour)],
    );
    expect(rows[0]?.newest).toBeGreaterThan(20);
    expect(await count(`alarms where id > ${rows[0]?.newest}`)).toBeGreaterThan(0);
    expect(seen).toEqual([
      { system_id: 'other', last_seen_alarm_id: 0 },
      { system_id: systemId, last_seen_alarm_id: rows[0]?.newest },
    ]);
  });

  test('is founded with a beacon that fell silent, as if a host had looked: its alarms are history (SIM-14, ALM-20)', async () => {
    await planted(database).insertInto('systems').values({ id: 'demo', common_name: 'Demo', kind: 'simulated' }).execute();
    const { world, rxIds } = await openSimulation(database, 'demo', 7, start, soleHost);
    const silent = world.transmitters.find(({ until }) => until !== undefined)!;
    const { rows: hearings } = await database.pool.query<{
      serial: string;
      alias: string;
      hour: Date;
      hits: string;
      heard_at: Date;
    }>(
      `select serial_number as serial, alias, hour, hits, heard_at from beacon_hearings
       join transmitters on transmitters.id = transmitter_id join receivers on receivers.id = rx_id where is_silent`,
    );
    expect(new Set(hearings.map(({ serial, alias }) => `${serial} ${alias.slice(0, 3)}`))).toEqual(new Set(['BCN-0005 CAS']));
    for (const { hour, hits, heard_at } of hearings) {
      expect(hour.getTime()).toBeLessThanOrEqual(silent.until!);
      expect(Number(hits)).toBeGreaterThanOrEqual(10);
      expect(heard_at.getTime()).toBe(silent.until);
    }
    const { rows: alarms } = await database.pool.query<{
      at: Date;
      code: number;
      alias: string;
      rx_id: number;
      missed_since: Date;
    }>(`select at, alarm_code_id as code, alias, rx_id, missed_since from alarms where system_id = 'demo' order by id`);
    expect(alarms.map(({ at }) => at)).toEqual(
      alarms.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime()),
    );
    const told = alarms.filter(({ code }) => code === 4200);
    expect(told.length).toBe(hearings.length);
    for (const { alias, at, rx_id, missed_since } of told) {
      expect([alias, missed_since.getTime(), rxIds.includes(rx_id)]).toEqual(['BCN-0005', silent.until, true]);
      expect(at.getTime()).toBeGreaterThan(silent.until! + 10 * minute);
      expect(at.getTime()).toBeLessThan(silent.until! + 2 * hour);
    }
  });

  test('keeps the plan by which it was founded (SIM-1)', async () => {
    const beaconsOf = async (now: number) =>
      (await open(now)).opened.world.transmitters
        .filter(({ carrier }) => carrier.kind === 'mast')
        .map(({ serialNumber, emitInterval }) => [serialNumber, emitInterval]);
    expect(await beaconsOf(start)).toEqual([['BCN-0101', 12_400]]);
    expect(await beaconsOf(start + minute)).toEqual([['BCN-0101', 12_400]]);
    await database.db.updateTable('simulations').set({ edition: 1 }).execute();
    expect(await beaconsOf(start + 2 * minute)).toEqual([['BCN-0101', 30_000]]);
  });

  test('its founding is one change of the simulator, told once; what stands there already is taken over (CHG-27)', async () => {
    const { db } = database;
    const kept = await planted(database)
      .insertInto('receivers')
      .values({ system_id: systemId, alias: makeWorld(systemId, 7, start).receivers[1]?.alias ?? '', color: '#010203' })
      .returning(['id', 'alias'])
      .executeTakeFirstOrThrow();
    const { opened } = await open(start);
    expect((await open(start + second)).opened.rxIds).toEqual(opened.rxIds);
    const { sites, receivers } = opened.world;
    const changes = await db.selectFrom('changes').select(['revision', 'user_id', 'through', 'items']).execute();
    expect(changes).toMatchObject([{ revision: 1, user_id: null, through: 'simulator' }]);
    const others = receivers.filter(({ alias }) => alias !== kept.alias);
    expect(changes[0]?.items.map(({ kind, name }) => [kind, name])).toEqual([
      ...sites.map(({ alias }) => ['site.created', alias]),
      ...others.map(({ alias }) => ['receiver.created', alias]),
    ]);
    expect(opened.rxIds[1]).toBe(kept.id);
    const rows = await db.selectFrom('receivers').select(['id', 'color', 'rev']).orderBy('id').execute();
    expect(rows.map(({ rev }) => rev)).toEqual([0, ...others.map(() => 1)]);
    expect(rows[0]).toEqual({ id: kept.id, color: '#010203', rev: 0 });
  });

  test('a receiver tells its model, which is news once; what people named stays (RX-22)', async () => {
    const { opened, simulation } = await open(start);
    const [rxId = 0] = opened.rxIds;
    await database.db.updateTable('receiver_reports').set({ model: null }).where('rx_id', '=', rxId).execute();
    await planted(database).updateTable('receivers').set({ model: -1 }).where('id', '=', rxId).execute();
    for (let now = start + 20 * second; now <= start + 3 * minute; now += 20 * second) await simulation.step(now);
    const messages = events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
    const model = opened.world.receivers[0]?.model;
    expect(messages.filter(({ type }) => type === 'newRxModel')).toEqual([{ type: 'newRxModel', payload: { rxId, model } }]);
    const last = messages.filter((message) => message.type === 'rxInfo').findLast(({ payload }) => payload.rxId === rxId);
    const report = await database.db.selectFrom('receiver_reports').selectAll().where('rx_id', '=', rxId).executeTakeFirst();
    expect(report).toMatchObject({ model, info_time: new Date(last?.payload.ts ?? 0), voltage: last?.payload.voltage });
    const row = await database.db.selectFrom('receivers').select('model').where('id', '=', rxId).executeTakeFirst();
    expect(row).toEqual({ model: -1 });
  });

  test('reports as receivers do: by the hour of a past that nobody saw, then each minute (SIM-2, VIT-1)', async () => {
    const { opened, simulation } = await open(start);
    const [rxId = 0] = opened.rxIds;
    const times = async () => {
      const rows = await database.db.selectFrom('receiver_vitals').selectAll().where('rx_id', '=', rxId).orderBy('ts').execute();
      return rows.map(({ ts }) => ts.getTime());
    };
    const past = await times();
    const hours = new Set(past.map((ts) => Math.floor(ts / 3_600_000)));
    // Some hours are missing: the receiver was away.
    expect(hours.size).toBeGreaterThan(13 * 24);
    expect(past.length - hours.size).toBeLessThanOrEqual(1);
    expect(past.every((ts) => ts >= start - 14 * 24 * 3_600_000 && ts < start)).toBe(true);
    for (let now = start + 20 * second; now <= start + 3 * minute; now += 20 * second) await simulation.step(now);
    const since = (await times()).filter((ts) => ts >= start);
    expect(since.length).toBeGreaterThanOrEqual(2);
    const newest = await database.db
      .selectFrom('receiver_reports')
      .select('info_time')
      .where('rx_id', '=', rxId)
      .executeTakeFirst();
    expect(newest?.info_time?.getTime()).toBe(since.at(-1));
  });

  test('lives: what happens is stored and told at once, and told once (SIM-2)', async () => {
    const { simulation } = await open(start);
    for (let now = start; now <= start + 20 * second; now += 250) await simulation.step(now);
    const contacts = heard();
    expect(contacts.length).toBeGreaterThan(5);
    expect(await count('contacts')).toBe(contacts.length);
    expect(contacts.every((contact) => contact.ts >= start && contact.ts < start + 20 * second)).toBe(true);
  });

  test('tells states and vitals of its receivers, and keeps them in the database', async () => {
    const { simulation, opened } = await open(start);
    await simulation.step(start + 50 * second);
    for (let now = start + minute; now < start + 3 * hour; now += 50 * second) await simulation.step(now);
    const messages = events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
    const informed = messages.filter((message) => message.type === 'rxInfo').map((message) => message.payload.rxId);
    expect([...new Set(informed)].sort((a, b) => a - b)).toEqual(opened.rxIds);
    const states = messages.filter((message) => message.type === 'newRxState');
    expect(states.length).toBeGreaterThan(0);
    const last = states.at(-1);
    const row = await database.db
      .selectFrom('receiver_reports')
      .select(['status', 'status_time'])
      .where('rx_id', '=', last?.payload.rxId ?? 0)
      .executeTakeFirst();
    expect(row).toEqual({ status: last?.payload.state, status_time: new Date(last?.payload.ts ?? 0) });
  });

  test('a receiver that is switched off says nothing and is told as disabled, until it is switched on', async () => {
    const { simulation, opened } = await open(start);
    await simulation.step(start + second);
    const rxId = opened.rxIds[0] as number;
    await planted(database).updateTable('receivers').set({ enabled: false }).where('id', '=', rxId).execute();
    events.length = 0;
    for (let now = start + 2 * second; now < start + 40 * second; now += second) await simulation.step(now);
    expect(heard().filter((contact) => contact.rxId === rxId)).toEqual([]);
    expect(events).toContainEqual({
      kind: 'message',
      mitasId: systemId,
      message: { type: 'newRxState', payload: { rxId, state: -1, ts: start + 2 * second } },
    });
    await planted(database).updateTable('receivers').set({ enabled: true }).where('id', '=', rxId).execute();
    for (let now = start + 40 * second; now < start + 90 * second; now += second) await simulation.step(now);
    expect(heard().filter((contact) => contact.rxId === rxId).length).toBeGreaterThan(0);
  });

  test('its history is the same whether it was made at once or interrupted and gone on with', { timeout: 120_000 }, async () => {
    const stop = new AbortController();
    await open(start);
    // Only the newest two days, to keep the test short.
    await database.db
      .updateTable('simulation_history')
      .set({ starts: new Date(start - 48 * hour) })
      .execute();
    const filling = fill(start, stop.signal);
    await expect.poll(() => count('contacts'), { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    stop.abort();
    await filling;
    expect(await count('simulation_history')).toBe(1);
    await fill(start);
    expect(await count('simulation_history')).toBe(0);
    const interrupted = await fingerprint();

    await database.pool.query('truncate contacts, contacts_hourly, contacts_hourly_codes');
    await database.db
      .insertInto('simulation_history')
      .values({ system_id: systemId, starts: new Date(start - 48 * hour), ends: new Date(start) })
      .execute();
    await fill(start);
    expect(await fingerprint()).toEqual(interrupted);
    expect(interrupted.count).toBeGreaterThan(10_000);
  });

  test('its history is made newest first, its own only, and once more when somebody asks at its very end', async () => {
    const { opened } = await open(start);
    const { db, pool } = database;
    await planted(database).insertInto('systems').values({ id: 'other', common_name: 'Other', kind: 'simulated' }).execute();
    const at = new Date(start);
    await db.insertInto('simulations').values({ system_id: 'other', seed: 1, live_from: at, live_to: at, rx_ids: [] }).execute();
    await db.deleteFrom('simulation_history').execute();
    const stretch = (system_id: string, from: number) => ({
      system_id,
      starts: new Date(start - from),
      ends: new Date(start - from + hour),
    });
    const [old, recent] = [stretch(systemId, 40 * hour), stretch(systemId, 2 * hour)];
    const others = [stretch('other', 41 * hour), stretch('other', hour)];
    await db
      .insertInto('simulation_history')
      .values([old, ...others, recent])
      .execute();
    onTestFinished(async () => void (await pool.query('drop table made; drop function note_made cascade')));
    await pool.query(`
      create table made (id serial, system_id text, starts timestamptz);
      create function note_made() returns trigger language plpgsql as
        $$ begin insert into made (system_id, starts) values (old.system_id, old.starts); return null; end $$;
      create trigger note_made after delete on simulation_history for each row execute function note_made()`);
    const looked = vi.spyOn(db, 'selectFrom');
    onTestFinished(() => looked.mockRestore());
    let completed = 0;
    const told = createLog({
      destination: {
        write: (line) => {
          if (!line.includes('history is complete') || ++completed > 1) return;
          // The last check has just found nothing, and filling has not ended yet.
          filling.start();
          filling.start();
        },
      },
    });
    const filling = new HistoryFilling({ database, log: told, systemId, lease: soleHost, ...opened });
    filling.start();
    await expect.poll(() => filling.filling, { timeout: 60_000 }).toBe(false);
    filling.check();
    // Two stretches and an empty result, then one more empty result.
    expect(looked.mock.calls.filter(([table]) => (table as string) === 'simulation_history')).toHaveLength(4);
    expect(completed).toBe(1);
    const { rows } = await pool.query('select system_id, starts from made order by id');
    expect(rows).toEqual([recent, old].map(({ starts }) => ({ system_id: systemId, starts })));
    expect(await db.selectFrom('simulation_history').selectAll().orderBy('starts').execute()).toEqual(others);
    expect(await count(`contacts where system_id <> '${systemId}'`)).toBe(0);
    expect(await count('contacts')).toBeGreaterThan(100);
    await filling.stop();
  });

  test('after a kill it goes on where it was: no hole, nothing twice (SIM-4)', async () => {
    const first = await open(start);
    await database.db.deleteFrom('simulation_history').execute();
    for (let now = start; now <= start + 30 * second; now += second) await first.simulation.step(now);
    // The host is killed here, and started again a while later.
    const alarms = await count('alarms');
    const restart = start + 6 * minute;
    const restarted = await open(restart);
    await fillHistory({ database, log, systemId, lease: soleHost, ...restarted.opened, signal: new AbortController().signal });
    for (let now = restart; now <= restart + 10 * second; now += second) await restarted.simulation.step(now);
    const stored = await fingerprint();
    expect(await count('alarms')).toBeGreaterThanOrEqual(alarms ?? 0);

    await begin();
    const { simulation } = await open(start);
    await database.db.deleteFrom('simulation_history').execute();
    for (let now = start; now <= restart + 10 * second; now += 30 * second) await simulation.step(now);
    await simulation.step(restart + 10 * second);
    expect(await fingerprint()).toEqual(stored);
  });

  test('an outage is told whole, although time is cut and the host is killed exactly where it begins and ends', async () => {
    const { opened } = await open(start);
    const { world, rxIds } = opened;
    const end = start + 3 * hour;
    const expected = world.receivers.flatMap((receiver) => {
      const { alarms, changes } = chronicle(world, receiver, judgedBefore(world, receiver, start, minute), start, end);
      const rxId = rxIds[receiver.key] as number;
      return [...alarms.map(({ ts, code }) => ({ rxId, ts, code })), ...changes.map(({ ts, status }) => ({ rxId, ts, status }))];
    });
    expect(expected.filter((told) => 'code' in told && told.code === 4101).length).toBeGreaterThan(1);
    const cuts = [...new Set(expected.map(({ ts }) => ts).filter((ts) => ts > start)), end].sort((a, b) => a - b);
    for (const cut of cuts) {
      // Opened again each time: the opening reports what happened before it, and a step reports the last
      // second.
      const { simulation } = await open(cut - second);
      await simulation.step(cut);
    }
    const { rows } = await database.pool.query(
      `select rx_id as "rxId", (extract(epoch from at) * 1000)::bigint as ts, alarm_code_id as code from alarms where at >= $1
       order by at, rx_id, code`,
      [new Date(start)],
    );
    const alarms = expected.filter((told) => 'code' in told);
    expect(rows).toEqual(alarms.toSorted((a, b) => a.ts - b.ts || a.rxId - b.rxId || a.code - b.code));
    const stored = await database.db.selectFrom('receiver_state_events').select(['rx_id', 'at', 'status']).execute();
    const keys = new Set(stored.map(({ rx_id, at, status }) => `${rx_id} ${at.getTime()} ${status}`));
    const lost = expected.filter((told) => 'status' in told && !keys.has(`${told.rxId} ${told.ts} ${told.status}`));
    expect(lost).toEqual([]);
  });

  test('is founded although its past begins at the very moment of a change, which is told once', async () => {
    const world = makeWorld(systemId, 7, start);
    const flaky = world.receivers.find((receiver) => receiver.flakyLink) as WorldReceiver;
    const outage = outagesBetween(world, flaky, start, start + hour).at(-1) as Outage;
    const { opened } = await open(outage.start + historyMs);
    const first = await database.db
      .selectFrom('receiver_state_events')
      .select(['at', 'status'])
      .where('rx_id', '=', opened.rxIds[flaky.key] as number)
      .orderBy('at')
      .limit(2)
      .execute();
    const [down, next] = statusChangesBetween(world, flaky, outage.start, outage.end + 1);
    expect(first).toEqual([down, next].map((change) => ({ at: new Date(change?.ts ?? 0), status: change?.status })));
  });

  test('time that was slept through becomes history, not a flood (SIM-4)', async () => {
    const { simulation } = await open(start);
    await database.db.deleteFrom('simulation_history').execute();
    await simulation.step(start + second);
    expect(await simulation.step(start + hour)).toBe(true);
    expect(heard().filter((contact) => contact.ts > start + second)).toEqual([]);
    expect(await database.db.selectFrom('simulation_history').select(['starts', 'ends']).execute()).toEqual([
      { starts: new Date(start + second), ends: new Date(start + hour) },
    ]);
  });
});
