import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchPresence } from '../../../../host/domain/fleet/presence.ts';
import { startReplay } from '../../../../host/drivers/replay/replay-driver.ts';
import type { ReplayDriver } from '../../../../host/domain/fleet/index.ts';
import { ReplayPlayer } from '../../../../host/drivers/replay/replay-player.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { type Leases, openLeases } from '../../../../host/platform/leases/leases.ts';
import { createLocalBus, type Bus } from '../../../../host/platform/bus/bus.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import type { Contact } from '#model/entities/contact.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { planted } from '../../../support/planted.ts';

const log = pino({ level: 'silent' });
const patience = { timeout: 30_000, interval: 5 };
const history = Date.UTC(2018, 9, 2, 12);

const emptied = emptiedDatabase();
let database: Database;
let rxId: number;
beforeEach(async () => {
  database = await emptied();
  await planted(database).insertInto('systems').values({ id: 'lemhi', common_name: 'Lemhi', kind: 'replay' }).execute();
  const made = { system_id: 'lemhi', alias: 'CA1' };
  ({ id: rxId } = await planted(database).insertInto('receivers').values(made).returning('id').executeTakeFirstOrThrow());
});
afterEach(() => void vi.restoreAllMocks());

/**
 * Counts database queries from now on, except those by which `watchRefusals` checks every few seconds whether
 * the host may still connect.
 */
function countedQueries(): () => number {
  const [queries, connections] = [vi.spyOn(database.pool, 'query'), vi.spyOn(database.pool, 'connect')];
  return () => {
    const looks = queries.mock.calls.filter(([text]: unknown[]) => text === 'select 1').length;
    // A query of the pool also takes a connection, so each counts as two, and so does each check.
    return queries.mock.calls.length + connections.mock.calls.length - 2 * looks;
  };
}

/** Stores contacts at these seconds of the history, each with its own code. */
async function addHistory(seconds: readonly number[]): Promise<void> {
  const contacts = seconds.map((second, code) => ({
    rxId,
    ant: 1,
    freq: 150.05,
    code,
    type: 8,
    power: -80,
    ts: Math.round(history + second * 1_000),
  }));
  await insertContacts(database.pool, 'lemhi', contacts);
}

describe('the pages of a replay', () => {
  test('are found without sorting the rest of the history, and miss nothing, in sparse and in crowded hours', async () => {
    const sparse = Array.from({ length: 20_000 }, (_, at) => at * 60);
    const end = 20_000 * 60;
    const crowded = Array.from({ length: 30_000 }, (_, at) => end + 3_600 + at / 10);
    const oneSecond = Array.from({ length: 9_000 }, () => end + 10_800);
    const late = [end + 100 * 86_400];
    const all = [...sparse, ...crowded, ...oneSecond, ...late];
    await addHistory(all);
    const asked = vi.spyOn(database.pool, 'query');
    const player = (await ReplayPlayer.open(database.pool, 'lemhi', { speed: 500, from: new Date(history).toISOString() }, 0))!;
    const codes: number[] = [];
    for (let now = 0; codes.length < all.length + 1; now += 25_000)
      codes.push(...(await player.due(now)).map(({ code }) => code));
    expect(codes.slice(0, all.length).toSorted((one, other) => one - other)).toEqual(all.map((_, code) => code));
    expect(codes.slice(0, 20_000), 'in order').toEqual(sparse.map((_, code) => code));
    expect(codes[all.length], 'and over again').toBe(0);

    const pages = asked.mock.calls
      .map((call) => call as unknown as [text: unknown, values: [string, Date, Date, number]])
      .filter(([text]) => typeof text === 'string' && text.includes(' from contacts where '));
    const within = pages.map(([, [, from, to]]) => {
      const [first, last] = [from, to].map((instant) => (instant.getTime() - history) / 1_000) as [number, number];
      return all.filter((second) => second >= first && second < last).length;
    });
    // A page sorts little more than its own rows; a second is never split.
    expect(Math.max(...within)).toBeLessThanOrEqual(9_000 + 4_000);
    expect(pages.length).toBeLessThan(60);
    expect(pages.length, 'it was these that were looked at').toBeGreaterThan(all.length / (9_000 + 4_000));
  });

  test('are none where there is nothing', async () => {
    expect(await ReplayPlayer.open(database.pool, 'lemhi', { speed: 1 }, 0)).toBeNull();
  });

  test('are none where every receiver is retired, and begin where one was heard that is not (RX-37)', async () => {
    await addHistory([0, 10, 20]);
    await planted(database).updateTable('receivers').set({ retired_at: new Date() }).execute();
    const open = () => ReplayPlayer.open(database.pool, 'lemhi', { speed: 1 }, 0);
    expect(await open()).toBeNull();
    const made = { system_id: 'lemhi', alias: 'CA2' };
    ({ id: rxId } = await planted(database).insertInto('receivers').values(made).returning('id').executeTakeFirstOrThrow());
    await addHistory([7_200]);
    expect(await (await open())!.due(0)).toMatchObject([{ rxId, ts: 0 }]);
  });

  test('of a history whose contacts are gone are looked for once in 3 s, and not while nobody waits for them', async () => {
    await addHistory(Array.from({ length: 20_000 }, (_, at) => at * 60));
    const player = (await ReplayPlayer.open(database.pool, 'lemhi', { speed: 1 }, 0))!;
    await database.pool.query('delete from contacts');
    const asked = vi.spyOn(database.pool, 'query');
    const asking = async (now: number, isWanted = true) => {
      const before = asked.mock.calls.length;
      expect(await player.due(now, () => isWanted)).toEqual([]);
      return asked.mock.calls.length - before;
    };
    const [one, rest] = [await asking(0, false), await asking(0)];
    expect(one, 'one stretch').toBeLessThan(rest / 3);
    expect([await asking(200), await asking(2_999)]).toEqual([0, 0]);
    expect(await asking(3_000)).toBeGreaterThan(one);
  });
});

describe('a replay', () => {
  let bus: Bus;
  let played: Contact[];
  let told: { played: number; recorded: number }[];
  let replay: ReplayDriver;
  let isWatched: boolean;
  let looks: number;
  let now: number;
  let leases: Leases;

  beforeEach(() => {
    leases = openLeases({ database, log });
    bus = createLocalBus();
    played = [];
    told = [];
    isWatched = false;
    looks = 0;
    now = Date.UTC(2026, 0, 1);
    bus.subscribe((event) => event.kind === 'contacts' && played.push(...event.contacts));
    bus.subscribe((event) => {
      if (event.kind === 'message' && event.message.type === 'replayed') told.push(event.message.payload);
    });
  });
  afterEach(async () => {
    await replay.close();
    await leases.close();
  });

  const start = () =>
    (replay = startReplay({
      database,
      bus,
      leases,
      log,
      systemId: 'lemhi',
      intake: createIntake({ database, bus, log }),
      settings: { speed: 1, from: new Date(history).toISOString() },
      isWatched: () => {
        looks++;
        return isWatched;
      },
      lingerMs: 5_000,
      now: () => now,
    }));
  const steps = async (count: number) => {
    const until = looks + count;
    await expect.poll(() => looks, patience).toBeGreaterThanOrEqual(until);
  };

  test('plays nothing of a receiver that was retired, also what was read ahead, until it is restored (RX-37)', async () => {
    await addHistory(Array.from({ length: 200 }, (_, at) => at));
    isWatched = true;
    start();
    await expect.poll(() => played.length, patience).toBe(1);
    const retire = (retired_at: Date | null) => planted(database).updateTable('receivers').set({ retired_at }).execute();
    await retire(new Date());
    now += 10_000;
    await steps(3);
    expect(played).toHaveLength(1);
    await retire(null);
    now += 1_000;
    await expect.poll(() => played.length, patience).toBe(2);
  });

  test('tells once a second when what it plays was recorded (LIVE-33)', async () => {
    await addHistory(Array.from({ length: 200 }, (_, at) => at / 2));
    isWatched = true;
    start();
    await expect.poll(() => told, patience).toEqual([{ played: now, recorded: history }]);
    now += 500;
    await expect.poll(() => played.length, patience).toBe(2);
    now += 9_500;
    await expect.poll(() => played.length, patience).toBe(21);
    await expect.poll(() => told.slice(1), patience).toEqual([{ played: now, recorded: history + 10_000 }]);
  });

  test('asks for no contacts again and again when every receiver was retired meanwhile', async () => {
    await addHistory(Array.from({ length: 200 }, (_, at) => at));
    isWatched = true;
    start();
    await expect.poll(() => played.length, patience).toBe(1);
    await planted(database).updateTable('receivers').set({ retired_at: new Date() }).execute();
    const asked = vi.spyOn(database.pool, 'query');
    await steps(10);
    // The queries of the round in progress, and of the next one, which finds no contacts.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(6);
  });

  test('does nothing until somebody watches, rests when nobody does any more, and goes on where it was (RPL-2)', async () => {
    await addHistory(Array.from({ length: 200 }, (_, at) => at));
    const work = countedQueries();
    start();
    await steps(5);
    expect([work(), played, replay.status()]).toEqual([0, [], { state: 'waiting' }]);

    isWatched = true;
    await expect.poll(() => played.length, patience).toBe(1);
    now += 10_000;
    await expect.poll(() => played.length, patience).toBe(11);
    expect(replay.status()).toEqual({ state: 'running' });

    // A page reload finds it unchanged.
    isWatched = false;
    await steps(2);
    now += 3_000;
    await expect.poll(() => played.length, patience).toBe(14);
    now += 5_000;
    await expect.poll(() => replay.status(), patience).toEqual({ state: 'waiting' });
    const before = work();
    const rested = played.length;
    now += 3_600_000;
    await database.pool.query('select 1');
    await steps(5);
    expect([work(), played.length]).toEqual([before, rested]);

    isWatched = true;
    await expect.poll(() => played.length, patience).toBe(rested + 1);
    expect(played.at(-1)).toMatchObject({ code: rested, ts: now });
    now += 2_000;
    await expect.poll(() => played.length, patience).toBe(rested + 3);
    expect(played.map(({ code }) => code)).toEqual(played.map((_, at) => at));
  });

  test('hurries after nothing after a rest that was shorter than a stopped clock is', async () => {
    await addHistory(Array.from({ length: 200 }, (_, at) => at));
    isWatched = true;
    start();
    await expect.poll(() => played.length, patience).toBe(1);
    isWatched = false;
    await steps(2);
    now += 5_000;
    await expect.poll(() => replay.status(), patience).toEqual({ state: 'waiting' });
    const rested = played.length;
    now += 15_000;
    isWatched = true;
    await expect.poll(() => played.length, patience).toBeGreaterThan(rested);
    expect(played.slice(rested)).toMatchObject([{ code: rested, ts: now }]);
  });

  test('leaves its receivers as they are while it rests (RX-23)', async () => {
    let isResting = false;
    let looked = 0;
    const presence = watchPresence({
      database,
      bus,
      log,
      now: () => now,
      silentAfterMs: 60_000,
      isResting: () => {
        looked++;
        return isResting;
      },
    });
    replay = { status: () => ({ state: 'waiting' }), playedContacts: async () => [], close: () => presence.close() };
    presence.follow(['lemhi']);
    const speak = () => bus.publish({ kind: 'heard', mitasId: 'lemhi', rxIds: [rxId] });
    const status = async () => (await database.db.selectFrom('receiver_reports').select('status').executeTakeFirst())?.status;
    const lookAgain = async () => {
      const until = looked + 2;
      await expect.poll(() => looked, patience).toBeGreaterThanOrEqual(until);
    };
    speak();
    await expect.poll(status, patience).toBe(4);
    isResting = true;
    await lookAgain();
    now += 3_600_000;
    await lookAgain();
    expect(await status()).toBe(4);
    isResting = false;
    await lookAgain();
    for (let seconds = 0; seconds < 50; seconds += 25) {
      now += 25_000;
      await lookAgain();
    }
    expect(await status(), 'it has had no time yet to speak').toBe(4);
    now += 20_000;
    await expect.poll(status, patience).toBe(0);
  });
});
