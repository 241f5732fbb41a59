import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { selectContactFeed } from '../../src/machines/socket/socket-selectors.ts';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { change } from '../../host/platform/changes/change.ts';
import type { Database } from '../../host/platform/store/database.ts';
import { endBackend, linesOn } from '../support/database-attacks.ts';
import { ingest } from '../support/host-load.ts';
import { type ConsoleLine, consoleLine, until } from '../support/live-stage.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '../support/nats-server.ts';
import { type Product, startProduct } from '../support/product.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { withTestDatabase } from '../support/test-database.ts';
import { addPerson, addSystem, testPassword } from '../support/test-host.ts';

const patienceMs = 30_000;

let database: Database;
let hosts: [Product, Product];
let key: string;
let lines: [ConsoleLine, ConsoleLine];
let rxId: number;
let sent = 0;

/** Starts two hosts that communicate in this way, and a console at each. */
async function begin(env: Record<string, string>): Promise<void> {
  sent = 0;
  database = await withTestDatabase();
  const ada = await addPerson({ database }, 'ada');
  await addSystem({ database }, 'field', [[ada, 1]]);
  const made = await change(database, { systemId: 'field', by: null, through: 'host' }, (writer) =>
    writer.create('receiver', { alias: 'R1' }),
  );
  rxId = made.reply;
  key = (await createReceiverKey(database, 'field', 'field laptop')).key;
  const all = { DATABASE_URL: database.url, SIMULATOR: 'off', ...env };
  hosts = await Promise.all([startProduct({ env: all }), startProduct({ env: all })]);
  const up = [200, 'up'];
  await vi.waitFor(async () => expect(await healths()).toEqual([up, up]), { timeout: patienceMs });
  lines = [await openConsole(hosts[0]), await openConsole(hosts[1])];
}

async function end(): Promise<void> {
  for (const line of lines ?? []) line.stop();
  await Promise.all((hosts ?? []).map((host) => host.stop()));
  await database?.close();
}

/** Opens a live console of the system at one of the hosts. */
async function openConsole(host: Product): Promise<ConsoleLine> {
  const token = await new TestBrowser(host.url).logIn('ada', testPassword);
  const line = consoleLine({
    port: host.wsPort,
    origin: host.url,
    mitasId: 'field',
    accessToken: () => token,
    delays: {
      replyTimeout: 20_000,
      quiet: 20_000,
      silence: 20_000,
      storedWait: 20_000,
      connectTimeout: 20_000,
      hiddenLimit: 600_000,
    },
  });
  line.subscribe();
  await until('the line to be live', () => isWhole(line), patienceMs);
  return line;
}

const isWhole = ({ socket }: ConsoleLine) => {
  const feed = selectContactFeed(socket.getSnapshot())?.getSnapshot();
  return feed?.matches({ up: { wanted: 'live' } }) === true && feed.context.stream.state.name === 'following';
};

/** Returns what the hosts report about themselves. */
const healths = () =>
  Promise.all(
    hosts.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/health`);
      return [answer.status, ((await answer.json()) as { bus: string }).bus];
    }),
  );

/** Sends current contacts, each with its own time or power, to one of the hosts. */
async function send(host: Product, count: number): Promise<void> {
  const now = Date.now();
  const bodies = Array.from({ length: count }, () => {
    sent += 1;
    return JSON.stringify({
      receiver: 'R1',
      ant: 1 + (sent % 2),
      freq: 150.5,
      code: 1 + (sent % 500),
      type: 18,
      power: -60 - (sent % 60),
      ts: now - sent,
    });
  });
  expect((await ingest(host.url, 'field', key, bodies.join('\n'))).status).toBe(200);
}

/** Waits until both consoles show every contact sent, each once. */
async function expectAllShown(): Promise<void> {
  const shown = () => lines.map(({ window }) => window.size);
  await expect.poll(shown, { timeout: patienceMs, interval: 20 }).toEqual([sent, sent]);
}

describe('consoles of two host processes on one database (HOST-14)', () => {
  beforeAll(() => begin({}), 240_000);
  afterAll(end);

  test('see the contacts that came in at the other host, each once', async () => {
    await send(hosts[0], 300);
    await send(hosts[1], 1);
    await expectAllShown();
    expect(lines.map(({ window }) => window.tally.duplicate)).toEqual([0, 0]);
  });

  test('hear of states that the other host wrote', async () => {
    const statesOf = ({ messages }: ConsoleLine) =>
      messages.flatMap((event) =>
        event.type === 'message.received' && event.message.type === 'newRxState' ? [event.message.payload] : [],
      );
    await expect
      .poll(() => lines.map((line) => statesOf(line).map(({ rxId: of, state }) => [of, state])), { timeout: patienceMs })
      .toEqual([[[rxId, 4]], [[rxId, 4]]]);
  });

  test('lose no contact and show none twice while the connections between the hosts are cut', async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = await linesOn(database.url);
      const cut = before[round % before.length];
      await Promise.all([cut === undefined ? undefined : endBackend(database.url, cut), send(hosts[0], 40), send(hosts[1], 40)]);
      await send(hosts[0], 1);
      await expect.poll(async () => (await linesOn(database.url)).length, { timeout: patienceMs, interval: 20 }).toBe(2);
    }
    await expectAllShown();
    await until('both to be whole', () => lines.every(isWhole), patienceMs);
  });
});

describe.runIf(await hasNatsServer())(
  'consoles of two hosts that hear of each other by NATS (HOST-14) [needs nats-server]',
  () => {
    let server: NatsServer;
    beforeAll(async () => {
      server = await startNatsServer();
      await begin({ BUS_URL: server.url });
    }, 240_000);
    afterAll(async () => {
      await end();
      await server?.kill();
    });
    test('lose no contact and show none twice while it is away; the hosts say so, and go on', async () => {
      await send(hosts[0], 300);
      await send(hosts[1], 1);
      await expectAllShown();
      await server.kill();
      await expect.poll(healths, { timeout: patienceMs }).toEqual([
        [200, 'down'],
        [200, 'down'],
      ]);
      const before = lines[0].window.size;
      await send(hosts[0], 40);
      await expect.poll(() => lines[0].window.size, { timeout: patienceMs }).toBe(before + 40);
      await server.start();
      await send(hosts[1], 40);
      await expectAllShown();
      await expect.poll(healths, { timeout: patienceMs }).toEqual([
        [200, 'up'],
        [200, 'up'],
      ]);
      expect(hosts.map((host) => host.output().includes(server.password))).toEqual([false, false]);
    });
  },
);
