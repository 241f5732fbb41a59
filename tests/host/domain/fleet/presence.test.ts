import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresence, type Presence } from '../../../../host/domain/fleet/presence.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { createLocalBus, type Bus, type BusEvent } from '../../../../host/platform/bus/bus.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { fileDatabase, newSystemId } from '../../../support/file-database.ts';
import { planted } from '../../../support/planted.ts';
import { PresenceClock } from '../../../support/presence-clock.ts';

const patience = { timeout: 30_000, interval: 20 };
const silentAfterMs = 60_000;
/** ALM-5: after how many minutes the systems raise an alarm. */
const missedAfterMs = 60_000;
const lookMs = 1_000;

const openDatabase = fileDatabase();
let database: Database;
let field: string;
let bus: Bus;
let events: BusEvent[];
let lines: string[];
let clock: PresenceClock;
let presence: Presence;

beforeEach(async () => {
  database = await openDatabase();
  field = newSystemId('field');
  bus = createLocalBus();
  events = [];
  lines = [];
  clock = new PresenceClock(field);
  bus.subscribe((event) => events.push(event));
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  presence = watchPresence({ database, bus, log, silentAfterMs, ...clock.host() });
});
afterEach(() => presence.close());

async function addReceiver(systemId: string, alias: string, more: { enabled?: boolean } = {}): Promise<number> {
  const db = planted(database);
  await db
    .insertInto('systems')
    .values({ id: systemId, common_name: systemId, kind: 'ingest', offline_alarm_minutes: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db
    .insertInto('receivers')
    .values({ system_id: systemId, alias, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const speak = (mitasId: string, rxId: number) => {
  bus.publish({ kind: 'heard', mitasId, rxIds: [rxId] });
};
const statusOf = async (rxId: number) =>
  (await database.db.selectFrom('receiver_reports').select('status').where('rx_id', '=', rxId).executeTakeFirst())?.status ?? 0;
const alarms = () =>
  database.db.selectFrom('alarms').select(['alarm_code_id', 'alias']).where('system_id', '=', field).orderBy('id').execute();
const statesTold = () =>
  events.flatMap((event) =>
    event.kind === 'message' && event.message.type === 'newRxState' ? [event.message.payload.state] : [],
  );
const alarmsTold = () => events.filter((event) => event.kind === 'message' && event.message.type === 'invalidate').length;

test('who falls silent goes offline and raises the alarm, who speaks again comes back; each is told once (RX-23, ALM-5)', async () => {
  const rxId = await addReceiver(field, 'R1');
  presence.follow([field]);
  speak(field, rxId);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  await clock.pass(silentAfterMs - 1);
  const other = await addReceiver(field, 'R2');
  speak(field, other);
  // The look that hears the other receiver finds that this one has not been silent for long enough.
  await expect.poll(() => statusOf(other), patience).toBe(4);
  expect(await statusOf(rxId)).toBe(4);
  await clock.pass(1);
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
  expect(await statusOf(other)).toBe(4);
  // No alarm yet, and the other receiver continues.
  expect(await alarms()).toEqual([]);
  speak(field, other);
  await clock.pass(silentAfterMs - 1);
  speak(field, other);
  expect(await alarms()).toEqual([]);
  await clock.pass(1);
  expect(await alarms()).toEqual([{ alarm_code_id: 4101, alias: 'R1' }]);
  speak(field, rxId);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  await presence.close();
  expect(await alarms()).toEqual([
    { alarm_code_id: 4101, alias: 'R1' },
    { alarm_code_id: 2100, alias: 'R1' },
  ]);
  expect(statesTold()).toEqual([4, 4, 0, 4]);
  expect(alarmsTold()).toBe(2);
});

test('who says in which other state it is, is in that while it speaks, and online by whatever else it sends (VIT-4)', async () => {
  const rxId = await addReceiver(field, 'R1');
  const ready = { rx_id: rxId, status: 2, status_time: new Date(clock.now) };
  await planted(database).insertInto('receiver_reports').values(ready).execute();
  presence.follow([field]);
  const second = watchPresence({
    database,
    bus: createLocalBus(),
    log: pino({ level: 'silent' }),
    silentAfterMs,
    ...clock.host(),
  });
  second.follow([field]);
  for (let times = 0; times < 3; times++) {
    bus.publish({ kind: 'heard', mitasId: field, rxIds: [rxId], isState: true });
    await clock.pass(silentAfterMs / 2);
  }
  // The other host looks too, and hears nothing from the receiver.
  await clock.look();
  expect(await statusOf(rxId)).toBe(2);
  speak(field, rxId);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  bus.publish({ kind: 'heard', mitasId: field, rxIds: [rxId], isState: true });
  await clock.pass(1.5 * silentAfterMs);
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
  await second.close();
});

test('who went offline a moment ago is still silent: it comes back when it is heard, not before', async () => {
  const rxId = await addReceiver(field, 'R1');
  presence.follow([field]);
  speak(field, rxId);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  await clock.pass(silentAfterMs);
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
  await clock.pass(missedAfterMs);
  const witness = await addReceiver(field, 'R2');
  speak(field, witness);
  await expect.poll(() => statusOf(witness), patience).toBe(4);
  // Closing waits for the look that hears the witness and judges both receivers.
  await presence.close();
  expect(await statusOf(rxId)).toBe(0);
  expect(await alarms()).toEqual([{ alarm_code_id: 4101, alias: 'R1' }]);
});

test('a receiver that came online by another host a moment ago is not silent, however long this one runs', async () => {
  presence.follow([field]);
  await clock.pass(2 * silentAfterMs);
  const rxId = await addReceiver(field, 'R1');
  const online = { rx_id: rxId, status: 4, status_time: new Date(clock.now - silentAfterMs / 2) };
  await planted(database).insertInto('receiver_reports').values(online).execute();
  const other = await addReceiver(field, 'R2');
  speak(field, other);
  await expect.poll(() => statusOf(other), patience).toBe(4);
  expect(await statusOf(rxId)).toBe(4);
  await clock.pass(silentAfterMs / 2);
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
});

test('a second host on the database does not take for silent who sends to the first', async () => {
  const rxId = await addReceiver(field, 'R1');
  const second = watchPresence({
    database,
    bus: createLocalBus(),
    log: pino({ level: 'silent' }),
    silentAfterMs,
    ...clock.host(),
  });
  const looked = vi.spyOn(database.db, 'selectFrom');
  const send = async () => {
    const contacts = [{ rxId, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts: clock.now }];
    // Heard before it is stored, so that no look of the first host falls between.
    speak(field, rxId);
    await insertContacts(database.pool, field, contacts);
  };
  try {
    presence.follow([field]);
    second.follow([field]);
    await send();
    await expect.poll(() => statusOf(rxId), patience).toBe(4);
    await clock.pass(silentAfterMs / 2);
    await send();
    await clock.pass(silentAfterMs / 2);
    const until = looked.mock.calls.length + 8;
    await expect.poll(() => looked.mock.calls.length, patience).toBeGreaterThanOrEqual(until);
    expect(statesTold()).toEqual([4]);
    const lookUps = looked.mock.calls.filter(([table]) => (table as unknown) === 'receivers_heard');
    expect(lookUps.length, 'it is looked up once, not at each look').toBe(1);
    // Both hosts notice the silence; the first to notice reports it.
    await clock.pass(silentAfterMs);
    await expect.poll(() => statusOf(rxId), patience).toBe(0);
    await clock.pass(missedAfterMs);
  } finally {
    looked.mockRestore();
    await second.close();
  }
  await presence.close();
  expect(await alarms()).toEqual([{ alarm_code_id: 4101, alias: 'R1' }]);
});

test('a receiver that nobody follows, or of a system that is followed no more, keeps its state', async () => {
  const left = newSystemId('left');
  const [rxId, witness] = [await addReceiver(left, 'R1'), await addReceiver(field, 'R2')];
  presence.follow([left]);
  presence.follow([field]);
  speak(left, rxId);
  speak(field, witness);
  await expect.poll(() => statusOf(witness), patience).toBe(4);
  presence.follow([field, left]);
  await clock.pass(silentAfterMs);
  await expect.poll(() => statusOf(witness), patience).toBe(0);
  expect(await statusOf(rxId)).toBe(0);
  expect(statesTold()).toEqual([4, 0]);
});

test('a receiver that is switched off is disabled without an alarm, and comes back as offline until it speaks (ALM-5)', async () => {
  const rxId = await addReceiver(field, 'R1');
  presence.follow([field]);
  speak(field, rxId);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  await planted(database).updateTable('receivers').set({ enabled: false }).where('id', '=', rxId).execute();
  await expect.poll(() => statusOf(rxId), patience).toBe(-1);
  await clock.pass(silentAfterMs);
  await planted(database).updateTable('receivers').set({ enabled: true }).where('id', '=', rxId).execute();
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
  expect(await alarms()).toEqual([]);
});

test('a system that fails is told of once and tried again, and stops no other', async () => {
  const failing = newSystemId('a-failing');
  const [broken, fine] = [await addReceiver(failing, 'R1'), await addReceiver(field, 'R2')];
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
    create trigger refuse before insert on receiver_reports for each row when (new.rx_id = ${broken}) execute function refuse()`);
  presence.follow([failing, field]);
  speak(failing, broken);
  speak(field, fine);
  await expect.poll(() => statusOf(fine), patience).toBe(4);
  await clock.pass(silentAfterMs);
  await expect.poll(() => statusOf(fine), patience).toBe(0);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ mitasId: failing, reason: 'planted' }]);
  expect(statesTold()).toEqual([4, 0]);
  await database.pool.query('drop function refuse cascade');
  speak(failing, broken);
  await expect.poll(() => statusOf(broken), patience).toBe(4);
});

test('closing waits for the look that is under way: nothing is written, said or looked for afterwards', async () => {
  const rxId = await addReceiver(field, 'R1');
  presence.follow([field]);
  const holder = await database.pool.connect();
  const waiting = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  let closed = false;
  let closing: Promise<unknown>;
  try {
    await holder.query('begin');
    await holder.query('insert into receiver_reports (rx_id) values ($1)', [rxId]);
    speak(field, rxId);
    await expect.poll(waiting, patience).toBe(1);
    closing = presence.close().then(() => (closed = true));
    // If closing did not wait for the look, it would be over before these answers arrive.
    expect(await waiting()).toBe(1);
    expect(closed).toBe(false);
    await holder.query('commit');
  } finally {
    holder.release(true);
  }
  await closing;
  expect([await statusOf(rxId), statesTold()]).toEqual([4, [4]]);
});

test('a closed one has no timer and hears nobody', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let listeners = 0;
    const counted: Bus = { ...bus, subscribe: () => (listeners++, () => void listeners--) };
    const watched = watchPresence({ database, bus: counted, log: pino({ level: 'silent' }) });
    expect([vi.getTimerCount(), listeners]).toEqual([1, 1]);
    await watched.close();
    expect([vi.getTimerCount(), listeners]).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('a look begins every second, and none while one is under way', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const asked = vi.spyOn(database.db, 'selectFrom');
  try {
    const watched = watchPresence({ database, bus, log: pino({ level: 'silent' }) });
    watched.follow([field]);
    await vi.advanceTimersByTimeAsync(lookMs - 1);
    expect(asked).toHaveBeenCalledTimes(0);
    // All at once: the first of these looks cannot end before the last one is due.
    vi.advanceTimersByTime(1 + 5 * lookMs);
    await watched.close();
    expect(asked).toHaveBeenCalledTimes(1);
  } finally {
    asked.mockRestore();
    vi.useRealTimers();
  }
});

test('a receiver that is switched off while it is offline has not come back: no alarm says so', async () => {
  const rxId = await addReceiver(field, 'R1');
  presence.follow([field]);
  speak(field, rxId);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  await clock.pass(silentAfterMs);
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
  await clock.pass(missedAfterMs);
  await planted(database).updateTable('receivers').set({ enabled: false }).where('id', '=', rxId).execute();
  await expect.poll(() => statusOf(rxId), patience).toBe(-1);
  // A look reports its changes before it ends.
  await presence.close();
  expect(statesTold()).toEqual([4, 0, -1]);
  expect(await alarms()).toEqual([{ alarm_code_id: 4101, alias: 'R1' }]);
  expect(alarmsTold()).toBe(1);
});

test('a system whose rows others hold keeps no other one waiting, and is told of once it can be', async () => {
  const [one, two] = [newSystemId('one'), newSystemId('two')];
  const [held, free] = [await addReceiver(one, 'R1'), await addReceiver(two, 'R1')];
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from receivers where id = $1 for update', [held]);
    presence.follow([one, two]);
    speak(one, held);
    speak(two, free);
    await expect.poll(() => statusOf(free), patience).toBe(4);
    expect(await statusOf(held)).toBe(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  speak(one, held);
  await expect.poll(() => statusOf(held), patience).toBe(4);
});

test('who is heard is told with the time, and how far apart who is away between uploads (RX-43, RX-44)', async () => {
  const rxId = await addReceiver(field, 'R1');
  const day = 86_400_000;
  const visit = (nights: number) => [
    { rx_id: rxId, system_id: field, status: 4, at: new Date(clock.now - nights * day) },
    { rx_id: rxId, system_id: field, status: 0, at: new Date(clock.now - nights * day + silentAfterMs) },
  ];
  await database.db.insertInto('receiver_state_events').values([4, 3, 2, 1].flatMap(visit)).execute();
  const told = () =>
    events.flatMap((event) => (event.kind === 'message' && event.message.type === 'rxHeard' ? event.message.payload : []));
  const came = clock.now;
  presence.follow([field]);
  speak(field, rxId);
  await expect.poll(told, patience).toEqual([{ rxId, ts: came, uploadsEveryMs: null }]);
  await expect.poll(() => statusOf(rxId), patience).toBe(4);
  await clock.pass(silentAfterMs);
  await expect.poll(() => statusOf(rxId), patience).toBe(0);
  await expect.poll(told, patience).toEqual([
    { rxId, ts: came, uploadsEveryMs: null },
    { rxId, ts: came, uploadsEveryMs: day },
  ]);
});
