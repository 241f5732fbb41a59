import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { change } from '../../../../host/platform/changes/change.ts';
import { drivers } from '../../../../host/drivers/drivers.ts';
import { startFleet, type Fleet } from '../../../../host/domain/fleet/fleet.ts';
import { openLeases, type Leases } from '../../../../host/platform/leases/leases.ts';
import { watchSystems } from '../../../../host/domain/fleet/systems-watch.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { createLocalBus, type Bus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import type { Contact } from '#model/entities/contact.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { planted } from '../../../support/planted.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { addReceivers, addSystem } from '../../../support/test-host.ts';

const ledElsewhere = 'another host on this database runs this system';
const log = pino({ level: 'silent' });
const patience = { timeout: 30_000, interval: 20 };
const never = new AbortController().signal;
const history = Date.UTC(2018, 9, 2, 12);

const emptied = emptiedDatabase();
let database: Database;
let bus: Bus;
let events: BusEvent[];
let fleet: Fleet | null;
let leases: Leases;
/** The leases of another host on the same database. */
let otherLeases: Leases;

beforeEach(async () => {
  database = await emptied();
  bus = createLocalBus();
  events = [];
  fleet = null;
  leases = openLeases({ database, log });
  // Its own clock, unaffected by what a test does to this host's.
  otherLeases = openLeases({ database, log, clocks: () => ({ wall: 0, steady: performance.now() }) });
  bus.subscribe((event) => events.push(event));
});
afterEach(async () => {
  await fleet?.close();
  await leases.close();
  await otherLeases.close();
});

const start = (simulator: 'on' | 'off' = 'on') =>
  (fleet = startFleet({ drivers, leases, database, bus, log, seed: 3, simulator, isWatched: () => true }));
const heard = (mitasId: string) =>
  events.flatMap((event) => (event.kind === 'contacts' && event.mitasId === mitasId ? event.contacts : []));
const messages = (mitasId: string) =>
  events.flatMap((event) => (event.kind === 'message' && event.mitasId === mitasId ? [event.message] : []));
const add = (id: string, kind: 'simulated' | 'ingest') => addSystem({ database }, id, [], { kind });

/** Adds a replayed system with one receiver and a contact at each of these seconds of its history. */
async function addHistory(
  id: string,
  seconds: readonly number[],
  replay: Record<string, unknown>,
): Promise<{ rxId: number; contacts: Contact[] }> {
  await addSystem({ database }, id, [], { kind: 'replay', replay: JSON.stringify(replay) });
  const [rxId] = await addReceivers({ database }, id, ['CA1']);
  const contacts = seconds.map((second, code) => ({
    rxId,
    ant: 1,
    freq: 150.05,
    code,
    type: 8,
    power: -80,
    ts: history + second * 1_000,
  }));
  await insertContacts(database.pool, id, contacts);
  return { rxId, contacts };
}

describe('the fleet', () => {
  test('simulates the systems that are simulated, soon, and says how it fares', async () => {
    await add('river', 'simulated');
    start();
    await expect.poll(() => heard('river').length, patience).toBeGreaterThan(0);
    // Contacts are heard before the step that reports them ends.
    await expect
      .poll(() => fleet?.status(), patience)
      .toMatchObject({
        simulator: 'running',
        systems: { river: { driver: 'simulator', state: 'running' } },
      });
    await expect.poll(() => fleet?.status().systems['river']?.history, { timeout: 60_000 }).toBe('complete');
    const { rows } = await database.pool.query<{ count: number; from: Date }>(
      'select count(*)::integer as count, min(ts) as from from contacts',
    );
    expect(rows[0]?.count).toBeGreaterThan(100_000);
    expect(Date.now() - (rows[0]?.from.getTime() ?? 0)).toBeGreaterThan(13.9 * 86_400_000);
  });

  test('simulates nothing when the simulator is off (SIM-6)', async () => {
    await add('river', 'simulated');
    await addHistory('lemhi', [0, 1], { speed: 1 });
    start('off');
    await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThan(0);
    expect(fleet?.status()).toMatchObject({ simulator: 'off', systems: { lemhi: { state: 'running' } } });
    expect(heard('river')).toEqual([]);
    expect(await database.db.selectFrom('receivers').select('alias').where('system_id', '=', 'river').execute()).toEqual([]);
  });

  test('leaves the states of simulated receivers alone where it does not simulate them (SIM-6)', async () => {
    await add('river', 'simulated');
    await add('yard', 'ingest');
    const receivers = ['river', 'yard'].map((system_id) => ({ system_id, alias: 'R1', enabled: false }));
    await planted(database).insertInto('receivers').values(receivers).execute();
    await database.pool.query('insert into receiver_reports (rx_id, status) select id, 4 from receivers');
    start('off');
    const statuses = async () => {
      const reports = database.db.selectFrom('receiver_reports').innerJoin('receivers', 'receivers.id', 'rx_id');
      return (await reports.select('status').orderBy('system_id').execute()).map(({ status }) => status);
    };
    // If the river is looked at, it is looked at before the yard.
    await expect.poll(async () => (await statuses())[1], patience).toBe(-1);
    expect(await statuses()).toEqual([4, -1]);
  });

  test('fills gaps of a simulated system from what is stored, the newest first chosen', async () => {
    await add('river', 'simulated');
    start();
    await expect.poll(() => heard('river').length, patience).toBeGreaterThan(3);
    const since = heard('river')[0]?.ts ?? 0;
    const stored = (await fleet?.storedContacts('river', since, 1_000, never)) ?? [];
    expect(stored).toEqual(expect.arrayContaining(heard('river').filter((contact) => contact.ts >= since)));
    expect(await fleet?.storedContacts('river', since, 2, never)).toHaveLength(2);
    expect(stored.map((contact) => contact.ts)).toEqual(stored.map((contact) => contact.ts).toSorted((a, b) => a - b));
  });

  test('reads what is stored no further when nobody waits for it any more (STO-12)', async () => {
    await add('river', 'ingest');
    start();
    const gone = new AbortController();
    const holder = await database.pool.connect();
    await holder.query('begin; lock table contacts_hourly in access exclusive mode');
    const stored = fleet?.storedContacts('river', 0, 10, gone.signal).catch((thrown: unknown) => thrown);
    const waiting = () => lockWaits(database, 'contacts_hourly');
    await expect.poll(waiting, patience).toBe(1);
    const left = new Error('left');
    gone.abort(left);
    expect(await stored).toBe(left);
    await expect.poll(waiting, patience).toBe(0);
    await holder.query('rollback');
    holder.release();
  });

  test('sees systems that come and go without a restart, and tells the host (IMP-11)', async () => {
    start();
    // The first look takes what it finds as known; only later changes are reported.
    await expect.poll(() => fleet?.status().simulator, patience).toBe('running');
    await addHistory('lemhi', [0, 1, 2], { speed: 10 });
    fleet?.look();
    await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThan(0);
    expect(events).toContainEqual({ kind: 'systemsChanged', mitasIds: ['lemhi'] });
    await planted(database).updateTable('systems').set({ offline: true }).where('id', '=', 'lemhi').execute();
    await expect.poll(() => fleet?.status().systems, patience).toEqual({});
  });

  test('tells which systems came or were set up otherwise, and nothing that changes tell or receivers report', async () => {
    const { rxId } = await addHistory('north', [0], {});
    await add('south', 'ingest');
    start('off');
    await fleet?.close();
    const looks: { running: string[]; changed: readonly string[] | null }[] = [];
    const watch = watchSystems(database, log, async (systems, changed) => {
      looks.push({ running: systems.flatMap(({ id, running }) => (running ? [id] : [])), changed });
    });
    const request = { by: null, through: 'host' } as const;
    await expect.poll(() => looks, patience).toEqual([{ running: ['north', 'south'], changed: null }]);
    const { db } = database;
    const { number } = await db.selectFrom('systems').select('number').where('id', '=', 'south').executeTakeFirstOrThrow();
    await change(database, { ...request, systemId: 'north' }, (writer) =>
      writer.edit('receiver.renamed', rxId, { alias: 'Weir' }),
    );
    await change(database, { ...request, systemId: 'south' }, (writer) =>
      writer.edit('system.renamed', number, { commonName: 'Coast' }),
    );
    await db
      .updateTable('systems')
      .set({ sidebar: '{"disabled": ["map"], "hidden": [], "enabled": []}' })
      .where('id', '=', 'south')
      .execute();
    watch.look();
    await expect.poll(() => looks.slice(1), patience).toMatchObject([{ changed: ['south'] }]);
    // Switching off takes effect at once. Only the change itself reports it, so `changed` is empty.
    await change(database, { ...request, systemId: 'south' }, (writer) =>
      writer.edit('system.switchedOff', number, { offline: true }),
    );
    watch.look();
    await expect.poll(() => looks.slice(2), patience).toEqual([{ running: ['north'], changed: [] }]);
    await add('east', 'ingest');
    watch.look();
    await expect.poll(() => looks.slice(3), patience).toMatchObject([{ changed: ['east'] }]);
    await watch.close();
  });
});

describe('a simulation that fails', () => {
  test('is told by the fleet and in the log, is tried again, and stops nobody else', async () => {
    const lines: string[] = [];
    const told = createLog({ destination: { write: (line) => void lines.push(line) } });
    await add('river', 'simulated');
    await addHistory('lemhi', [0, 1], { speed: 1 });
    await database.pool.query('alter table simulations rename to simulations_away');
    try {
      fleet = startFleet({ drivers, leases, database, bus, log: told, seed: 3, simulator: 'on', isWatched: () => true });
      expect(fleet.status()).toEqual({ simulator: 'starting', systems: {} });
      await expect.poll(() => fleet?.status().systems['river']?.state, patience).toBe('failing');
      expect(fleet.status()).toMatchObject({
        simulator: 'failing',
        systems: { river: { driver: 'simulator', error: expect.stringContaining('simulations') as string } },
      });
      await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThan(0);
      expect(heard('river')).toEqual([]);
      expect(lines.filter((line) => line.includes('the simulation stopped'))).toHaveLength(1);
    } finally {
      await database.pool.query('alter table simulations_away rename to simulations');
    }
    await expect.poll(() => heard('river').length, patience).toBeGreaterThan(0);
    // The first contacts come from a step that is still running.
    await expect.poll(() => fleet?.status().simulator, patience).toBe('running');
    expect(fleet.status().systems['river']).toEqual(expect.objectContaining({ state: 'running' }));
    expect(fleet.status().systems['river']).not.toHaveProperty('error');
  });

  test('waits while another host simulates the system, and takes over when that one ends (HOST-12)', async () => {
    await add('river', 'simulated');
    start();
    await expect.poll(() => heard('river').length, patience).toBeGreaterThan(0);
    const otherBus = createLocalBus();
    const taken: BusEvent[] = [];
    otherBus.subscribe((event) => taken.push(event));
    const second = startFleet({
      drivers,
      leases: otherLeases,
      database,
      bus: otherBus,
      log,
      seed: 3,
      simulator: 'on',
      isWatched: () => true,
    });
    await expect.poll(() => second.status().systems['river']?.state, patience).toBe('waiting');
    expect(taken).toEqual([]);
    await fleet?.close();
    await expect.poll(() => second.status().systems['river']?.state, patience).toBe('running');
    await second.close();
  });
});

test('a fleet that is closed leaves nothing behind: nobody hears the bus, nothing is said or written any more', async () => {
  let listeners = 0;
  const counted: Bus = {
    publish: (event) => bus.publish(event),
    subscribe: (listener) => {
      const unsubscribe = bus.subscribe(listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        unsubscribe();
      };
    },
  };
  await add('river', 'simulated');
  await addHistory('lemhi', [0, 1, 2], { speed: 10 });
  const closing = startFleet({ drivers, leases, database, bus: counted, log, seed: 3, simulator: 'on', isWatched: () => true });
  await expect.poll(() => Math.min(heard('river').length, heard('lemhi').length), patience).toBeGreaterThan(0);
  expect(listeners).toBeGreaterThan(0);
  await closing.close();
  const said = events.length;
  expect(listeners).toBe(0);
  const left = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*)::integer from contacts) as contacts, (select count(*)::integer from leases) as leases`,
    );
    return rows[0] as { contacts: number; leases: number };
  };
  const { contacts, leases: stillHeld } = await left();
  expect(stillHeld).toBe(0);
  // Another fleet runs on the same database for as long as the closed one would have needed for its next
  // step.
  const later = startFleet({
    drivers,
    leases: otherLeases,
    database,
    bus: createLocalBus(),
    log,
    seed: 3,
    simulator: 'off',
    isWatched: () => true,
  });
  await expect.poll(() => later.status().systems['lemhi']?.state, patience).toBe('running');
  await later.close();
  expect(events.length).toBe(said);
  expect((await left()).contacts).toBe(contacts);
});

describe('the replay of an imported system', () => {
  test('plays its history in order, at its speed, from now on, over and over, and stores nothing (RPL-1)', async () => {
    const began = Date.now();
    const { contacts } = await addHistory('lemhi', [0, 10, 20, 5_000], { speed: 100, from: new Date(history).toISOString() });
    start();
    await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThanOrEqual(5);
    const played = heard('lemhi').slice(0, 5);
    expect(played.map((contact) => contact.code)).toEqual([0, 1, 2, 3, 0]);
    const first = played[0]?.ts ?? 0;
    expect(first).toBeGreaterThanOrEqual(began);
    // 10 s of history in 100 ms, dead time shortened to 3 s, and 3 s before the next round.
    expect(played.map((contact) => contact.ts - first)).toEqual([0, 100, 200, 3_200, 6_200]);
    const { rows } = await database.pool.query<{ count: number }>('select count(*)::integer as count from contacts');
    expect(rows[0]?.count).toBe(contacts.length);
  });

  test('what was played is had again with the same times', async () => {
    await addHistory(
      'lemhi',
      Array.from({ length: 50 }, (_, i) => i),
      { speed: 50 },
    );
    start();
    await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThan(20);
    const played = heard('lemhi');
    const since = played[4]?.ts ?? 0;
    const stored = (await fleet?.storedContacts('lemhi', since, 1_000, never)) ?? [];
    expect(stored.slice(0, played.length - 4)).toEqual(played.slice(4));
    expect(await fleet?.storedContacts('lemhi', 0, 3, never)).toEqual(heard('lemhi').slice(-3));
  });

  test('begins where most is to be seen (RPL-4)', async () => {
    await addHistory('lemhi', [0, 3_600 * 5, 3_600 * 5 + 1, 3_600 * 5 + 2, 3_600 * 9], { speed: 1 });
    start();
    await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThan(0);
    expect(heard('lemhi')[0]?.code).toBe(1);
  });

  test('brings receivers that speak online, with the event and the message', async () => {
    const { rxId } = await addHistory('lemhi', [0, 1], { speed: 1 });
    start();
    const states = () => messages('lemhi').filter(({ type }) => type === 'newRxState');
    await expect.poll(() => states().length, patience).toBeGreaterThan(0);
    expect(states()[0]).toMatchObject({ type: 'newRxState', payload: { rxId, state: 4 } });
    expect(await database.db.selectFrom('receiver_reports').select(['rx_id', 'status']).execute()).toEqual([
      { rx_id: rxId, status: 4 },
    ]);
    expect(await database.db.selectFrom('receiver_state_events').select(['rx_id', 'status']).execute()).toEqual([
      { rx_id: rxId, status: 4 },
    ]);
    // It was never online before, so it did not come back online.
    expect(await database.db.selectFrom('alarms').selectAll().execute()).toEqual([]);
  });

  test('is told to be led elsewhere where another host on the database plays it', async () => {
    const lines: string[] = [];
    const told = createLog({ destination: { write: (line) => void lines.push(line) } });
    await addHistory('lemhi', [0, 1], { speed: 1 });
    start();
    await expect.poll(() => heard('lemhi').length, patience).toBeGreaterThan(0);
    const second = startFleet({
      drivers,
      leases: otherLeases,
      database,
      bus: createLocalBus(),
      log: told,
      seed: 3,
      simulator: 'on',
      isWatched: () => true,
    });
    await expect.poll(() => lines.join(''), patience).toContain(ledElsewhere);
    await second.close();
  });

  test('its receivers stay as they are where another host plays it, however long this one hears nothing of them', async () => {
    await addHistory('lemhi', [0, 1], { speed: 1 });
    await add('yard', 'ingest');
    await planted(database).insertInto('receivers').values({ system_id: 'yard', alias: 'Y1' }).execute();
    await database.pool.query('insert into receiver_reports (rx_id, status) select id, 4 from receivers');
    const elsewhere = await otherLeases.take('replay', 'lemhi');
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const asked = vi.spyOn(database.db, 'selectFrom');
    const looks = () => asked.mock.calls.filter(([table]) => (table as unknown) === 'receivers').length;
    try {
      start();
      await expect.poll(() => fleet?.status().systems['lemhi']?.state, patience).toBe('waiting');
      // In small steps, each with a look: a host that slept would raise no alarm.
      for (let seconds = 0; seconds <= 11 * 60; seconds += 10) {
        vi.setSystemTime(Date.now() + 9_000);
        const before = looks();
        const lookAgain = () => {
          vi.advanceTimersByTime(1_000);
          return looks();
        };
        await expect.poll(lookAgain, { timeout: 30_000, interval: 100 }).toBeGreaterThan(before);
      }
      const statuses = () =>
        database.db
          .selectFrom('receivers')
          .innerJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
          .select(['system_id', 'status'])
          .orderBy('system_id')
          .execute();
      // Systems are looked at in this order, so a report about the yard follows the look at the other.
      await expect.poll(async () => (await statuses())[1], patience).toEqual({ system_id: 'yard', status: 0 });
      expect((await statuses())[0]).toEqual({ system_id: 'lemhi', status: 4 });
    } finally {
      asked.mockRestore();
      vi.useRealTimers();
      await fleet?.close();
      await elsewhere.lease?.release();
    }
  });

  test('settings that make no sense are told, not played', async () => {
    await addHistory('lemhi', [0, 1], { speed: 'fast' });
    start();
    await expect
      .poll(() => fleet?.status().systems['lemhi'], patience)
      .toMatchObject({
        state: 'failing',
        error: 'The replay setting speed is "fast": speed takes 0.1 to 500, from an ISO time.',
      });
    expect(heard('lemhi')).toEqual([]);
  });
});
