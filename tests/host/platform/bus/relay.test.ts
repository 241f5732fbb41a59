import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bus, type BusEvent, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { type ChannelListener, type DatabaseLine, openLine } from '../../../../host/platform/bus/database-line.ts';
import { databaseWire } from '../../../../host/platform/bus/database-wire.ts';
import { type Relay, type RelayBounds, startRelay, type Wire } from '../../../../host/platform/bus/relay.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { endBackend, linesOn } from '../../../support/database-attacks.ts';
import { freshContacts } from '../../../support/live-contacts.ts';
import { triedEngines, withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 30_000, interval: 10 };

/** What one process heard from others, and what it logged. */
type Process = { bus: Bus; relay: Relay; events: BusEvent[]; warnings: string[]; close(): Promise<void> };
let open: Process[];

function start(wire: Wire, bounds?: Partial<RelayBounds>, end: () => Promise<void> = () => Promise.resolve()): Process {
  const bus = createLocalBus();
  const events: BusEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg) });
  const relay = startRelay({ bus, wire, log }, bounds);
  const process: Process = {
    bus,
    relay,
    events,
    warnings,
    close: async () => {
      await relay.close();
      await end();
    },
  };
  open.push(process);
  return process;
}

const contactsOf = ({ events }: Process) => events.flatMap((event) => (event.kind === 'contacts' ? event.contacts : []));
const missedOf = ({ events }: Process) => events.flatMap((event) => (event.kind === 'missed' ? [event.mitasIds] : []));
const say = ({ bus }: Process, count = 1, mitasId = 'field') => {
  const contacts = freshContacts(count);
  bus.publish({ kind: 'contacts', mitasId, contacts });
  return contacts;
};

beforeEach(() => {
  open = [];
});
afterEach(async () => {
  for (const process of open) await process.close();
});

describe.each(triedEngines)('processes on one database hear of each other by it, on the %s engine (HOST-14)', (engine) => {
  let database: Database;
  let lines: DatabaseLine[];
  beforeEach(async () => {
    database = await withTestDatabase(engine);
    lines = [];
  });
  afterEach(async () => {
    for (const process of open) await process.close();
    open = [];
    for (const line of lines) await line.close();
    await database.close();
  });

  async function begin(bounds?: Partial<RelayBounds>): Promise<Process> {
    const line = openLine(database.pool.options, pino({ level: 'silent' }));
    lines.push(line);
    const process = start(databaseWire(line), bounds);
    await expect.poll(() => process.relay.isUp, patience).toBe(true);
    process.events.length = 0;
    return process;
  }

  test('what one publishes reaches the others once and does not come back, in slices of a notification', async () => {
    const never = { heartbeatMs: 3_600_000 };
    const [one, two, three] = [await begin(never), await begin(never), await begin(never)];
    const contacts = [...say(one, 5_000), ...say(one, 1)];
    one.bus.publish({
      kind: 'message',
      mitasId: 'field',
      message: { type: 'newRxState', payload: { rxId: 1, state: 4, ts: 1 } },
    });
    one.bus.publish({ kind: 'accountChanged', userId: 7 });
    one.bus.publish({ kind: 'sessionEnded', sessionId: 'read from the database' });
    const back = say(two);
    await expect
      .poll(() => [two, three].map((it) => it.events.some(({ kind }) => kind === 'accountChanged')), patience)
      .toEqual([true, true]);
    await expect.poll(() => contactsOf(one).length, patience).toBe(contacts.length + 1);
    expect(contactsOf(two).filter(({ code }) => code !== back[0]?.code)).toEqual(contacts);
    await expect.poll(() => contactsOf(three).length, patience).toBe(contacts.length + 1);
    expect([one, two, three].map((it) => [missedOf(it), it.warnings])).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
    expect(three.events.some(({ kind }) => kind === 'sessionEnded')).toBe(false);
  });

  test('who was cut hears that it missed something, and then everything again', async () => {
    const [one, two] = [await begin(), await begin()];
    for (const cut of await linesOn(database.url)) await endBackend(database.url, cut);
    await expect.poll(() => [missedOf(one).length, missedOf(two).length].every((count) => count > 0), patience).toBe(true);
    const contacts = [...say(one, 10), ...say(two, 10)];
    await expect.poll(() => [contactsOf(one).length, contactsOf(two).length], patience).toEqual([20, 20]);
    expect(contactsOf(two).toSorted((a, b) => a.code - b.code)).toEqual(contacts);
  });
});

/** A wire within this process that loses, refuses or delays payloads as the test says. */
class FaultyWire {
  readonly #listeners: ChannelListener[] = [];
  /** Decides what happens to payloads sent. */
  next: () => Promise<'carried' | 'lost'> = () => Promise.resolve('carried');

  end(): Wire {
    return {
      maxBytes: 7_900,
      listen: (listener) => {
        this.#listeners.push(listener);
        queueMicrotask(() => listener.begun());
      },
      send: async (payloads) => {
        if ((await this.next()) === 'lost') return;
        for (const payload of payloads) for (const listener of this.#listeners) listener.heard(payload);
      },
    };
  }
}

describe('whatever a wire does (HOST-14)', () => {
  let wire: FaultyWire;
  const quick = { gatherMs: 1, retryMs: 5, heartbeatMs: 3_600_000 };
  const begin = async (bounds: Partial<RelayBounds> = {}) => {
    const process = start(wire.end(), { ...quick, ...bounds });
    await expect.poll(() => process.relay.isUp, patience).toBe(true);
    process.events.length = 0;
    return process;
  };
  beforeEach(() => {
    wire = new FaultyWire();
  });

  test('a payload that did not come is missed as soon as the next one does', async () => {
    const [one, two] = [await begin(), await begin()];
    say(one);
    await expect.poll(() => contactsOf(two).length, patience).toBe(1);
    let lost = 0;
    wire.next = () => Promise.resolve(lost++ === 0 ? 'lost' : 'carried');
    say(one);
    await expect.poll(() => lost, patience).toBe(1);
    say(one);
    await expect.poll(() => contactsOf(two).length, patience).toBe(2);
    expect(two.events.map(({ kind }) => kind)).toEqual(['contacts', 'missed', 'contacts']);
  });

  test('what could not be sent is said to be missed once that can be said, and warned of once', async () => {
    const [one, two] = [await begin(), await begin()];
    let refused = 0;
    wire.next = () => (refused++ < 3 ? Promise.reject(new Error('refused')) : Promise.resolve('carried'));
    say(one, 1, 'river');
    await expect.poll(() => missedOf(two).flat(), patience).toContain('river');
    expect(one.warnings).toEqual([expect.stringContaining('could not be notified')]);
    const contacts = say(one);
    await expect.poll(() => contactsOf(two), patience).toEqual(contacts);
  });

  test('more than can wait is not kept: it is said to be missed, and warned of', async () => {
    const [one, two] = [await begin({ maxWaiting: 100 }), await begin()];
    let release = () => {};
    let held = 0;
    const holding = new Promise<'carried'>((resolve) => (release = () => resolve('carried')));
    wire.next = () => (held++, holding);
    const first = say(one, 1, 'field');
    await expect.poll(() => held, patience).toBe(1);
    say(one, 60, 'river');
    say(one, 60, 'lake');
    const last = say(one, 5, 'field');
    release();
    await expect.poll(() => contactsOf(two), patience).toEqual([...first, ...last]);
    expect(missedOf(two)).toEqual([['river', 'lake']]);
    expect(one.warnings).toEqual([expect.stringContaining('more is published')]);
  });

  test('one that ends without a word is missed; one that ends says first what it has to say', async () => {
    const [one, two] = [await begin({ heartbeatMs: 20 }), await begin({ heartbeatMs: 20 })];
    const contacts = say(one, 300);
    await one.close();
    await expect.poll(() => contactsOf(two), patience).toEqual(contacts);
    const three = await begin({ heartbeatMs: 20 });
    say(three);
    await expect.poll(() => contactsOf(two).length, patience).toBe(301);
    const before = missedOf(two).length;
    wire.next = () => Promise.resolve('lost');
    await expect.poll(() => missedOf(two).length, patience).toBeGreaterThan(before);
  });

  test('what is not understood stops nothing', async () => {
    const [one, two] = [await begin(), await begin()];
    await wire.end().send(['no JSON', '["another version",1]']);
    const contacts = say(one);
    await expect.poll(() => contactsOf(two), patience).toEqual(contacts);
    expect(missedOf(two)).toEqual([]);
  });
});
