import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BusEvent, createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { openNats } from '../../../../host/platform/bus/nats-wire.ts';
import { startRelay } from '../../../../host/platform/bus/relay.ts';
import { freshContacts } from '../../../support/live-contacts.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '../../../support/nats-server.ts';

const patience = { timeout: 30_000, interval: 10 };

let server: NatsServer;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts a process that is connected to others by NATS. */
function start(scope = 'one') {
  const bus = createLocalBus();
  const events: BusEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  const wire = openNats(server.url, scope, log);
  const relay = startRelay({ bus, wire, log });
  open.push(async () => {
    await relay.close();
    await wire.close();
  });
  const contacts = () => events.flatMap((event) => (event.kind === 'contacts' ? event.contacts : []));
  const missed = () => events.filter(({ kind }) => kind === 'missed').length;
  const say = (count: number) => {
    const said = freshContacts(count);
    bus.publish({ kind: 'contacts', mitasId: 'field', contacts: said });
    return said;
  };
  return { relay, contacts, missed, say, logged };
}
type Process = ReturnType<typeof start>;
async function up(...processes: Process[]): Promise<void> {
  await expect.poll(() => processes.every(({ relay }) => relay.isUp), patience).toBe(true);
}
const warningsOf = ({ logged }: Process) =>
  logged.map((line) => JSON.parse(line) as { level: number; msg: string }).filter(({ level }) => level >= 40);

describe.runIf(await hasNatsServer())('by NATS [needs nats-server]', () => {
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server?.kill());

  test('processes on one database hear of each other by NATS, and those of another one do not (HOST-14)', async () => {
    const [one, two, other] = [start(), start(), start('other')];
    await up(one, two, other);
    const said = [...one.say(20_000), ...one.say(1)];
    const elsewhere = other.say(1);
    await expect.poll(() => two.contacts().length, patience).toBe(said.length);
    expect(two.contacts()).toEqual(said);
    expect([one.contacts(), other.contacts()]).toEqual([said, elsewhere]);
  });

  test('while the server is away nothing stands still, and when it is back it is known what was missed', async () => {
    const [one, two] = [start(), start()];
    await up(one, two);
    const before = [one.missed(), two.missed()];
    await server.kill();
    await expect.poll(() => [one.relay.isUp, two.relay.isUp], patience).toEqual([false, false]);
    const late = one.say(5);
    expect(one.contacts()).toEqual(late);
    const three = start();
    await expect.poll(() => warningsOf(three).length, patience).toBe(1);
    await server.start();
    await up(one, two, three);
    expect([one.missed() > (before[0] ?? 0), two.missed() > (before[1] ?? 0)]).toEqual([true, true]);
    // Contacts sent while the server was away either arrive or count as missed, as one process reconnects
    // first.
    const said = one.say(3);
    const heard = () => two.contacts().filter((contact) => !late.some(({ code }) => code === contact.code));
    await expect.poll(heard, patience).toEqual(said);
    for (const process of [one, two, three]) {
      expect(warningsOf(process).filter(({ msg }) => msg.startsWith('NATS'))).toHaveLength(1);
      expect(process.logged.join('')).not.toContain(server.password);
    }
  });
});
