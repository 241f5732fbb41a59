import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchPresence, type Presence } from '../../../../host/domain/fleet/presence.ts';
import { nothingSaid } from '../../../../host/domain/vitals/wire-status.ts';
import { writeVitals } from '../../../../host/domain/vitals/index.ts';
import { change } from '../../../../host/platform/changes/change.ts';
import { type Bus, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { planted } from '../../../support/planted.ts';
import { PresenceClock } from '../../../support/presence-clock.ts';
import { addReceivers, addSystem } from '../../../support/test-host.ts';

const patience = { timeout: 30_000, interval: 20 };
const silentAfterMs = 60_000;
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const [wentOffline, backOnline] = [4101, 2100];

const openDatabase = fileDatabase();
let database: Database;
let field: string;
let clock: PresenceClock;
let bus: Bus;
let presence: Presence;
let isResting: boolean;
let rxId: number;
beforeEach(async () => {
  database = await openDatabase();
  field = newSystemId('field');
  await addSystem({ database }, field, [], { kind: 'ingest', offline_alarm_minutes: 1 });
  rxId = await add('R1');
  clock = new PresenceClock(field);
  isResting = false;
  begin();
});
afterEach(() => presence.close());

/** Starts a host that watches the receivers. */
function begin(): void {
  bus = createLocalBus();
  const watched = clock.host();
  const rests = (systemId: string) => watched.isResting(systemId) || isResting;
  presence = watchPresence({ database, bus, log: pino({ level: 'silent' }), silentAfterMs, ...watched, isResting: rests });
  presence.follow([field]);
}
async function add(alias: string): Promise<number> {
  const [added] = await addReceivers({ database }, field, [alias]);
  return added;
}
const status = async (of = rxId) =>
  (await database.db.selectFrom('receiver_reports').select('status').where('rx_id', '=', of).executeTakeFirst())?.status;
const alarms = async () => {
  const its = database.db.selectFrom('alarms').where('system_id', '=', field);
  const rows = await its.select('alarm_code_id').orderBy('id').execute();
  return rows.map(({ alarm_code_id }) => alarm_code_id);
};
async function speak(of = rxId): Promise<void> {
  bus.publish({ kind: 'heard', mitasId: field, rxIds: [of] });
  await expect.poll(() => status(of), patience).toBe(4);
}
/** Has the receiver report its state by its own clock, which is `offMs` off. */
async function say(said: number, offMs: number): Promise<void> {
  const vitals = { ...nothingSaid, rxId, ts: clock.now + offMs, status: said };
  await inTransaction(database, (within) => writeVitals(within, field, [vitals], clock.now));
  await clock.look();
}
/** Makes the receiver go from online to offline. */
async function goes(): Promise<void> {
  await speak();
  await clock.pass(silentAfterMs);
  await expect.poll(() => status(), patience).toBe(0);
}

test('one that was retired before it was told, and restored, alarms nobody for that time (RX-38)', async () => {
  await goes();
  const by = { systemId: field, by: null, through: 'host' } as const;
  await change(database, by, (writer) => writer.retire(rxId));
  await clock.pass(10 * minute);
  await change(database, by, (writer) => writer.restore(rxId));
  await clock.pass(10 * minute);
  expect(await alarms()).toEqual([]);
  await goes();
  await clock.pass(minute);
  expect(await alarms()).toEqual([wentOffline]);
});

test.each<[string, () => Promise<void>]>([
  [
    'the replay rested',
    async () => {
      isResting = true;
      await clock.pass(10 * minute);
      isResting = false;
    },
  ],
  ['the machine slept', async () => void (clock.now += 10 * hour)],
  [
    'the host was away',
    async () => {
      await presence.close();
      clock = new PresenceClock(field, clock.now + 10 * minute);
      begin();
    },
  ],
])('one that is missed has its time to be heard after %s (RX-23)', async (_, pause) => {
  await goes();
  await pause();
  await clock.look();
  expect(await alarms()).toEqual([]);
  await speak();
  expect(await alarms()).toEqual([]);
  await goes();
  await pause();
  await clock.look();
  await clock.pass(minute);
  expect(await alarms()).toEqual([wentOffline]);
  await speak();
  expect(await alarms()).toEqual([wentOffline, backOnline]);
});

test('who is missed for hours is told of, however often the host is away (ALM-15)', async () => {
  await planted(database).updateTable('systems').set({ offline_alarm_minutes: 60 }).where('id', '=', field).execute();
  await goes();
  clock.now += hour;
  await clock.look();
  await clock.pass(silentAfterMs - 1);
  expect(await alarms()).toEqual([]);
  await clock.pass(1);
  expect(await alarms()).toEqual([wentOffline]);
});

test('who is missed is told of also where the clock is set back meanwhile (ALM-15)', async () => {
  await goes();
  clock.now -= 24 * hour;
  await clock.pass(10 * minute);
  expect([await status(), await alarms()]).toEqual([0, [wentOffline]]);
});

test('one with a fast clock that is back within the minutes alarms nobody (ALM-5, RX-43)', async () => {
  await goes();
  await clock.pass(10 * second);
  await say(4, 10 * minute);
  expect(await alarms()).toEqual([]);
});

test.each([
  ['slow', -3 * hour],
  ['fast', 10 * minute],
])('one with a %s clock that says it goes is missed from when that arrives (ALM-5, RX-43)', async (_, offMs) => {
  await say(4, offMs);
  await clock.pass(10 * second);
  await say(0, offMs);
  await clock.pass(10 * second);
  await say(4, offMs);
  expect(await alarms()).toEqual([]);
  await clock.pass(10 * second);
  await say(0, offMs);
  await clock.pass(minute);
  expect(await alarms()).toEqual([wentOffline]);
});

test('where one alarm has to wait, all states are kept, and the others are told of (ALM-15)', async () => {
  const other = await add('R2');
  await speak(other);
  await goes();
  await expect.poll(() => status(other), patience).toBe(0);
  await inTransaction(database, async ({ db }) => {
    await sql`select from receiver_reports where rx_id = ${rxId} for update`.execute(db);
    await clock.pass(minute);
    expect(await alarms()).toEqual([wentOffline]);
  });
  await clock.look();
  expect(await alarms()).toEqual([wentOffline, wentOffline]);
});

test('where no alarm can be written, all states are kept (RX-23)', async () => {
  const other = await add('R2');
  await goes();
  await speak(other);
  await inTransaction(database, async ({ db }) => {
    await sql`lock table alarms in exclusive mode`.execute(db);
    await clock.pass(minute);
    await expect.poll(() => status(other), patience).toBe(0);
    expect(await alarms()).toEqual([]);
  });
  await expect.poll(alarms, patience).toContain(wentOffline);
});
