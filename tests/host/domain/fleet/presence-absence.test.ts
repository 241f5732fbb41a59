import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { watchPresence, type Presence } from '../../../../host/domain/fleet/presence.ts';
import { createLocalBus, type Bus } from '../../../../host/platform/bus/bus.ts';
import { copyContacts, insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { setReceiverState } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { logLines } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';
import { PresenceClock } from '../../../support/presence-clock.ts';
import { addReceivers, addSystem } from '../../../support/test-host.ts';

const patience = { timeout: 30_000, interval: 20 };
const silentAfterMs = 60_000;
const hour = 3_600_000;
/** ALM-5: after how many minutes the system raises an alarm. */
const missedAfterMs = 60_000;
const [wentOffline, backOnline] = [4101, 2100];

const openDatabase = fileDatabase();
let database: Database;
let field: string;
let clock: PresenceClock;
let open: Presence[];
beforeEach(async () => {
  database = await openDatabase();
  field = newSystemId('field');
  await addSystem({ database }, field, [], { kind: 'ingest', offline_alarm_minutes: 1 });
  clock = new PresenceClock(field);
  open = [];
});
afterEach(async () => {
  for (const one of open) await one.close();
});

type Host = { bus: Bus; presence: Presence };
/** Starts a host on the database. */
function host(from = database): Host {
  const bus = createLocalBus();
  const presence = watchPresence({ database: from, bus, log: pino({ level: 'silent' }), silentAfterMs, ...clock.host() });
  open.push(presence);
  presence.follow([field]);
  return { bus, presence };
}
async function add(more: { enabled?: boolean } = {}): Promise<number> {
  const [rxId] = await addReceivers({ database }, field, ['R1'], more);
  return rxId;
}
const contactOf = (rxId: number, ts: number) => ({ rxId, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts });
const speak = ({ bus }: Host, rxId: number) => bus.publish({ kind: 'heard', mitasId: field, rxIds: [rxId] });
const status = async () => {
  const reports = database.db.selectFrom('receiver_reports').innerJoin('receivers', 'receivers.id', 'rx_id');
  return (await reports.select('status').where('system_id', '=', field).executeTakeFirst())?.status;
};
const alarms = async () => {
  const its = database.db.selectFrom('alarms').where('system_id', '=', field);
  const rows = await its.select('alarm_code_id').orderBy('id').execute();
  return rows.map(({ alarm_code_id }) => alarm_code_id);
};
const states = async () => {
  const its = database.db.selectFrom('receiver_state_events').where('system_id', '=', field);
  const rows = await its.select('status').orderBy('at').execute();
  return rows.map((row) => row.status);
};
const set = (values: { enabled?: boolean; retired_at?: Date }) =>
  planted(database).updateTable('receivers').set(values).where('system_id', '=', field).execute();

/** Adds a receiver and has it speak, so that it is online. */
async function online(): Promise<{ rxId: number; one: Host }> {
  const rxId = await add();
  const one = host();
  speak(one, rxId);
  await expect.poll(status, patience).toBe(4);
  return { rxId, one };
}

test('one that was created disabled and speaks for the first time has not come back (ALM-5)', async () => {
  const rxId = await add({ enabled: false });
  const one = host();
  await expect.poll(status, patience).toBe(-1);
  await set({ enabled: true });
  await expect.poll(status, patience).toBe(0);
  speak(one, rxId);
  await expect.poll(status, patience).toBe(4);
  await one.presence.close();
  expect(await alarms()).toEqual([]);
});

test('one that was switched off and on while it was silent has not come back (ALM-5)', async () => {
  const { rxId, one } = await online();
  await set({ enabled: false });
  await expect.poll(status, patience).toBe(-1);
  await clock.pass(silentAfterMs);
  await set({ enabled: true });
  await expect.poll(status, patience).toBe(0);
  speak(one, rxId);
  await expect.poll(status, patience).toBe(4);
  await one.presence.close();
  expect(await alarms()).toEqual([]);
});

test('one that went offline has come back, whatever lay between (ALM-5)', async () => {
  const { rxId, one } = await online();
  await clock.pass(silentAfterMs);
  await expect.poll(status, patience).toBe(0);
  await clock.pass(missedAfterMs);
  await set({ enabled: false });
  await expect.poll(status, patience).toBe(-1);
  speak(one, rxId);
  await set({ enabled: true });
  await expect.poll(status, patience).toBe(4);
  await one.presence.close();
  expect(await alarms()).toEqual([wentOffline, backOnline]);
});

test('while the database is away nobody is heard, and nobody is silent by that (RX-23)', async () => {
  const rxId = await add();
  let isAway = false;
  const one = host({
    ...database,
    get db() {
      if (isAway) throw new Error('away');
      return database.db;
    },
  });
  speak(one, rxId);
  await expect.poll(status, patience).toBe(4);
  isAway = true;
  await clock.pass(2 * silentAfterMs);
  isAway = false;
  await clock.look();
  await clock.pass(silentAfterMs - 1);
  expect([await status(), await alarms()]).toEqual([4, []]);
  await clock.pass(1);
  expect([await status(), await alarms()]).toEqual([0, []]);
  await clock.pass(missedAfterMs);
  expect(await alarms()).toEqual([wentOffline]);
});

test('a system that is followed again gets its time to speak (RX-23)', async () => {
  const { one } = await online();
  one.presence.follow([]);
  clock.now += 10 * silentAfterMs;
  one.presence.follow([field]);
  await clock.pass(silentAfterMs - 1);
  expect([await status(), await alarms()]).toEqual([4, []]);
  await clock.pass(1);
  expect([await status(), await alarms()]).toEqual([0, []]);
  await clock.pass(missedAfterMs);
  expect(await alarms()).toEqual([wentOffline]);
});

test('a machine that slept blames nobody for what it slept through (RX-23)', async () => {
  await online();
  await clock.look();
  clock.now += hour;
  await clock.look();
  await clock.pass(silentAfterMs - 1);
  expect([await status(), await alarms()]).toEqual([4, []]);
  await clock.pass(1);
  expect([await status(), await alarms()]).toEqual([0, []]);
  await clock.pass(missedAfterMs);
  expect(await alarms()).toEqual([wentOffline]);
});

test('of two hosts the one that heard it last is right: a silence is reported once (RX-23)', async () => {
  const { rxId, one } = await online();
  const other = host();
  // Contacts take 5 s to arrive: the stored time is earlier than the one the receiving host knows.
  for (const receiving of [one, other, one, other]) {
    await clock.pass(10_000);
    speak(receiving, rxId);
    await insertContacts(database.pool, field, [contactOf(rxId, clock.now - 5_000)]);
  }
  for (let second = 40; second <= 140; second += 2) {
    clock.now += second === 40 ? 20_000 : 2_000;
    await clock.look();
  }
  await clock.pass(missedAfterMs);
  await one.presence.close();
  await other.presence.close();
  expect([await status(), await alarms(), await states()]).toEqual([0, [wentOffline], [4, 0]]);
});

test('what sends old contacts to one host is not silent for another: they raise no alarms against each other (RX-23)', async () => {
  const { rxId, one } = await online();
  const other = host();
  for (let round = 0; round < 12; round += 1) {
    await clock.pass(silentAfterMs / 3);
    // It sends contacts stored a day ago, whose times do not show that it speaks.
    await insertContacts(database.pool, field, [contactOf(rxId, clock.now - 24 * hour)]);
    speak(one, rxId);
    await clock.look();
  }
  expect([await status(), await alarms(), await states()]).toEqual([4, [], [4]]);
  await clock.pass(silentAfterMs);
  await expect.poll(status, patience).toBe(0);
  await clock.pass(silentAfterMs);
  await one.presence.close();
  await other.presence.close();
  expect([await status(), await alarms(), await states()]).toEqual([0, [wentOffline], [4, 0]]);
});

test('one that fell silent before the clock was set back goes offline for all that (RX-23)', async () => {
  const { rxId, one } = await online();
  await clock.look();
  clock.now -= hour;
  speak(one, rxId);
  await clock.look();
  await clock.pass(silentAfterMs);
  expect([await status(), await alarms()]).toEqual([0, []]);
  await clock.pass(missedAfterMs);
  expect(await alarms()).toEqual([wentOffline]);
  speak(one, rxId);
  await expect.poll(status, patience).toBe(4);
});

test('a clock that was set back loses no state of the timeline (RX-42)', async () => {
  const { one } = await online();
  await clock.look();
  clock.now -= hour;
  for (const [enabled, expected] of [
    [false, -1],
    [true, 0],
    [false, -1],
  ] as const) {
    await set({ enabled });
    await expect.poll(status, patience).toBe(expected);
  }
  await one.presence.close();
  expect(await states()).toEqual([4, -1, 0, -1]);
});

test.each([
  ['retired', { retired_at: new Date() }],
  ['disabled', { enabled: false }],
])('one that is %s while it is looked at is not missed', async (_, values) => {
  const rxId = await add();
  await setReceiverState(database, field, { rxId, status: 4, ts: 1_000 }, 0);
  await set(values);
  const offline = { rxId, status: 0, ts: 2_000 };
  expect(await setReceiverState(database, field, offline, 4, { enabled: true })).toBe(false);
  expect(await states()).toEqual([4]);
});

test('one whose clock is far behind is online while it is heard, and silent when it is not (RX-23)', async () => {
  const rxId = await add();
  const one = host();
  const { log } = logLines();
  const intake = createIntake({ database, bus: one.bus, log, now: () => clock.now });
  const send = () => intake.accept(field, [contactOf(rxId, clock.now - 6 * 60_000)]);
  await send();
  await expect.poll(status, patience).toBe(4);
  await clock.pass(silentAfterMs / 2);
  await send();
  await clock.pass(silentAfterMs - 1);
  expect([await status(), await alarms()]).toEqual([4, []]);
  await clock.pass(1);
  expect([await status(), await alarms()]).toEqual([0, []]);
  await clock.pass(missedAfterMs);
  expect(await alarms()).toEqual([wentOffline]);
});

test('a file that is imported makes no receiver speak (RX-23)', async () => {
  const rxId = await add();
  const one = host();
  const heard: string[] = [];
  one.bus.subscribe(({ kind }) => heard.push(kind));
  await copyContacts(database.pool, field, [[contactOf(rxId, clock.now)]]);
  await clock.look();
  expect([await status(), heard]).toEqual([undefined, []]);
});
