import type { Page } from '@playwright/test';
import { leftText } from '../../host/domain/commands/judge-command.ts';
import { type Linked, outagesBetween } from '../../host/drivers/simulator/outages.ts';
import { makeWorld } from '../../host/drivers/simulator/worlds.ts';
import type { SimulatedManners } from '../../host/platform/store/schema-commands.ts';
import { unsureText } from '#model/commands/command-words.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { planted } from '../support/planted.ts';
import { commandFlow } from './support/command-flow.ts';
import { CommandingHost } from './support/commanding-host.ts';
import { CommandPage } from './support/command-page.ts';
import { type Field, makeField } from './support/field.ts';
import { demo, enter, expect, watchForProblems } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import type { Operator } from './support/operator.ts';
import { test as own } from './support/own-product.ts';
import { choose } from './support/receivers-page.ts';

/**
 * SEND-1, SEND-2: the generated paths of the command machine on the real page, against the real host. The
 * line breaks, another host runs the commands, and its receivers answer as each path requires.
 */
/** One person for all paths; each path begins by opening the page again. */
type Study = { page: Page; field: Field; host: CommandingHost; problems: string[] };

const test = own.extend<object, { study: Study }>({
  study: [
    async ({ browser, operator, product }, use) => {
      const field = await makeField(operator, product.place.url);
      await planted(operator.database)
        .updateTable('systems')
        .set({ kind: 'simulated' })
        .where('id', '=', field.mitasId)
        .execute();
      const host = await CommandingHost.start(operator.database, field.mitasId);
      const context = await browser.newContext({ baseURL: product.place.url, serviceWorkers: 'block' });
      const problems = await watchForProblems(context);
      const page = await context.newPage();
      await page.clock.install();
      await enter(page, field.person);
      await use({ page, field, host, problems });
      await context.close();
      await host.close();
    },
    { scope: 'worker' },
  ],
});

const paths = await drivenPaths(commandFlow.samples, { wholeLeads: true, timers: true });

test('all that may become of a command is on a path', () => assertWholeFlow(commandFlow, paths));

/** Fails on console errors other than those of a cut line. */
function expectNoProblems({ problems }: Study): void {
  const unexpected = problems.splice(0).filter((text) => !/net::ERR_|WebSocket connection to/.test(text));
  expect(unexpected, 'the console has no error').toEqual([]);
}

for (const path of pathsToWalk(paths)) {
  test(pathText(path), async ({ line, study }) => {
    const stage = new CommandPage({ line, ...study }, path);
    try {
      await stage.open();
      await walk(commandFlow, path, stage, test.step);
      expectNoProblems(study);
    } finally {
      await stage.close();
    }
  });
}

test('the host is killed between sending and acknowledge: the page learns that it arrived, and nothing is sent twice', async ({
  line,
  product,
  study,
}) => {
  const { host } = study;
  const stage = new CommandPage({ line, ...study });
  await stage.open();
  const says = (text: string) => stage.until(() => expect(stage.mark).toHaveAttribute('title', text, { timeout: 100 }));
  await says('Reboot: Sent');
  await product.kill();
  await says(`Reboot: ${unsureText}`);
  await product.startAgain();
  await says('Reboot: Sent');
  host.answer({ kind: 'acknowledged' });
  await says('Reboot: Executing');
  host.answer({ kind: 'completed' });
  await says('Reboot: Completed');
  expect(await host.stand()).toEqual(['completed']);
  expect(host.count).toBe(1);
  expectNoProblems(study);
  await stage.close();
});

test('simulated receivers refuse and stay silent; where their host is killed, what may be done twice goes on (CMD-8)', async ({
  operator: { database },
  product,
  study: { page, field },
}) => {
  await planted(database).updateTable('systems').set({ kind: 'ingest' }).where('id', '=', field.mitasId).execute();
  await product.kill();
  await product.startAgain({ SIMULATOR: 'on' });
  const ask = async (text: string, ...values: unknown[]) => (await database.pool.query<{ alias: string }>(text, values)).rows;
  const alias = await steadyReceiver(database);
  const manner = (manners: SimulatedManners) =>
    ask(`update simulations set manners = $1 where system_id = 'demo'`, JSON.stringify(manners));

  await page.clock.resume();
  await enter(page, demo, '/dashboard/demo/receivers?commands=1');
  const send = async (name: string) => {
    await choose(page, alias, 'Send a command');
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const line = (text: string) => page.getByRole('list', { name: 'Commands' }).getByRole('listitem').filter({ hasText: text });
  await manner({ ackMs: 0, runMs: 0, retries: 1, error: 'The card is locked' });
  await send('Force refresh');
  await expect(line(`Force refresh of ${alias}: Failed, The card is locked`)).toBeVisible();

  await manner({ ackMs: null, runMs: null });
  const held = `update commands set ends_at = now() + interval '1 hour' where claim is not null and status = 'pending' returning *`;
  for (const [at, name] of ['Schedule refresh', 'Sync clock', 'Reboot'].entries()) {
    await send(name);
    await expect.poll(async () => (await ask(held)).length, `${name} is under way`).toBe(at + 1);
  }
  await ask(`update commands set ends_at = now() where type = 'rxScheduleRefresh' and status = 'pending'`);
  await expect(line(`Schedule refresh of ${alias}: Failed, No answer in time`)).toBeVisible();

  await manner({ ackMs: 0, runMs: 0 });
  await product.kill();
  await product.startAgain();
  const within = { timeout: 80_000 };
  await expect(line(`Sync clock of ${alias}: Completed`)).toBeVisible(within);
  await expect(line(`Reboot of ${alias}: Failed, ${leftText}`)).toBeVisible(within);
  expect((await ask(`select from commands where system_id = 'demo'`)).length, 'none was sent twice').toBe(4);
});

/** Returns a receiver of the study 'demo' whose link holds long enough, once it is online. */
async function steadyReceiver({ db }: Operator['database']): Promise<string> {
  const founded = () => db.selectFrom('simulations').select(['seed', 'live_from']).where('system_id', '=', 'demo').execute();
  await expect.poll(async () => (await founded()).length, 'the study is founded').toBe(1);
  const [{ seed, live_from } = { seed: 0, live_from: 0 }] = await founded();
  const world = makeWorld('demo', Number(seed), new Date(live_from).getTime());
  const holds = (link: Linked) => outagesBetween(world, link, Date.now(), Date.now() + 300_000).length === 0;
  const alias = world.receivers.find(holds)?.alias ?? '';
  const online = db
    .selectFrom('receivers')
    .innerJoin('receiver_reports', 'rx_id', 'id')
    .where('alias', '=', alias)
    .where('status', '=', receiverStatuses.online);
  await expect.poll(async () => (await online.select('alias').execute()).length, `${alias} is online`).toBe(1);
  return alias;
}
