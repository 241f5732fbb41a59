import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../host/platform/store/database.ts';
import type { SimulatedManners } from '../../host/platform/store/schema-commands.ts';
import { type CommandConsole, commandConsole } from '../support/command-console.ts';
import { newCommandId } from '../support/command-stage.ts';
import { type Product, startProduct } from '../support/product.ts';
import { TestBrowser } from '../support/test-browser.ts';
import { withTestDatabase } from '../support/test-database.ts';

const patience = { timeout: 60_000, interval: 50 };

let database: Database;
/** The first simulates until it is killed. */
let hosts: [Product, Product];
let consoles: [CommandConsole, CommandConsole];
let browser: TestBrowser;
let token: string;
let rxIds: number[];

/** Sets how the receivers treat commands from now on. */
async function manner(manners: SimulatedManners): Promise<void> {
  await database.pool.query(`update simulations set manners = $1 where system_id = 'demo'`, [JSON.stringify(manners)]);
}

async function noted(commandId: string): Promise<{ status: string; error: string | null; claim: string | null }> {
  const found = database.db.selectFrom('commands').select(['status', 'error', 'claim']);
  return found.where('command_id', '=', commandId).executeTakeFirstOrThrow();
}

describe('commands where two host processes share a database (CMD-8)', () => {
  beforeAll(async () => {
    database = await withTestDatabase();
    const env = { DATABASE_URL: database.url, DEMO: 'on' };
    const first = await startProduct({ env });
    const simulates = `select count(*)::integer as n from leases where task = 'simulation'`;
    const leased = async () => (await database.pool.query<{ n: number }>(simulates)).rows[0]?.n;
    await vi.waitFor(async () => expect(await leased()).toBe(2), patience);
    hosts = [first, await startProduct({ env })];
    browser = new TestBrowser(hosts[1].url);
    token = await browser.logIn('demo', 'demo-password');
    consoles = [await commandConsole(hosts[0], token, 'demo'), await commandConsole(hosts[1], token, 'demo')];
    const online = `select rx_id from receiver_reports join receivers on receivers.id = rx_id where status = 4 and system_id = 'demo'`;
    const read = async () => (await database.pool.query<{ rx_id: number }>(online)).rows.map(({ rx_id }) => rx_id);
    await vi.waitFor(async () => expect((rxIds = await read()).length).toBeGreaterThan(2), patience);
  }, 240_000);
  afterAll(async () => {
    for (const console of consoles ?? []) console.close();
    await Promise.all((hosts ?? []).map((host) => host.stop()));
    await database?.close();
  });

  test('one that comes in at the other host is carried out, and the consoles of both hear of it', async () => {
    await manner({ ackMs: 0, runMs: 50, retries: 1 });
    const commandIds = rxIds.map(newCommandId);
    consoles[1].say({ type: 'rxScheduleRefresh', payload: rxIds, commandIds });
    for (const console of consoles)
      for (const commandId of commandIds)
        await expect
          .poll(() => console.wordsOf(commandId), patience)
          .toEqual(['pending', 'ack', 'executing', 'retrying', 'completed']);
    const { json } = await browser.send('GET', `/api/mitashost/demo/commands?rxId=${rxIds[0]}`, { token });
    expect(json).toMatchObject({
      commands: [{ commandType: 'rxScheduleRefresh', status: 'completed', attemptNumber: 2 }],
    });
  });

  test('when the host is killed between sending and acknowledge, the other one says how it stands, and nothing is done twice', async () => {
    await manner({ ackMs: 600_000, runMs: 0 });
    const [reboot, clock] = [newCommandId(), newCommandId()];
    const rxId = rxIds[0] as number;
    consoles[1].say({ type: 'rxReboot', payload: [rxId], commandIds: [reboot] });
    consoles[1].say({ type: 'rxSyncClock', payload: [rxId], commandIds: [clock] });
    for (const id of [reboot, clock]) await expect.poll(async () => (await noted(id)).claim, patience).not.toBeNull();
    // However long the other host takes to notice.
    await database.pool.query(`update commands set ends_at = now() + interval '1 hour' where ends_at is not null`);
    await manner({ ackMs: 0, runMs: 50 });
    hosts[0].child.kill('SIGKILL');
    await expect.poll(() => consoles[1].wordsOf(clock), patience).toEqual(['pending', 'ack', 'executing', 'completed']);
    const left = 'failed: The host stopped while the command was running. Check the receiver';
    await expect.poll(() => consoles[1].wordsOf(reboot), patience).toEqual(['pending', left]);
    const { json } = await browser.send('POST', '/api/mitashost/demo/commands/find', {
      token,
      body: { commandIds: [reboot, clock, newCommandId()] },
    });
    const { commands } = json as { commands: { commandId: string; status: string }[] };
    expect(new Map(commands.map(({ commandId, status }) => [commandId, status]))).toEqual(
      new Map([
        [reboot, 'failed'],
        [clock, 'completed'],
      ]),
    );
  });
});
