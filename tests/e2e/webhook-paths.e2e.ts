import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { startWebhookServer } from '../support/webhook-server.ts';
import { betweenPaths, leavePath, untilBetween } from './support/between-paths.ts';
import { Colleague } from './support/colleague.ts';
import { makeField } from './support/field.ts';
import { enter, expect, test as plain, unexpectedIn, watchForProblems } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { messageOf } from './support/message.ts';
import { openOperator } from './support/operator.ts';
import { OwnProduct } from './support/own-product.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { visit as goTo } from './support/steps.ts';
import { webhookFlow } from './support/webhook-flow.ts';
import { hiddenSecret, plantWebhook, webhookPart, WebhookStage, type WebhookStudy } from './support/webhook-stage.ts';

/** ALP-4: the generated paths of the webhook's settings, against a real host that posts to a real server. */

/** An administrator's page, for all paths, with a host that may post to this machine. */
type Visit = WebhookStudy & { problems: string[] };

const test = plain.extend<object, { visit: Visit }>({
  visit: [
    async ({ browser }, use) => {
      const server = await startWebhookServer();
      const folder = await mkdtemp(join(tmpdir(), 'webhook-authority-'));
      const authority = join(folder, 'authority.pem');
      await writeFile(authority, server.cert);
      const reach = { INNER_ADDRESSES: '127.0.0.1', NODE_EXTRA_CA_CERTS: authority };
      const product = await OwnProduct.start({ SIMULATOR: 'off', ...reach });
      const operator = await openOperator(product.dataDir);
      const { url } = product.place;
      const field = await makeField(operator, url);
      const [own, other] = [0, 1].map(() => operator.addPerson({ [field.mitasId]: 'administrator' }));
      const colleague = await Colleague.open(await other!, field.mitasId, url);
      const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
      const problems = await watchForProblems(context);
      const page = await context.newPage();
      await enter(page, await own!, betweenPaths(field));
      await untilBetween(page);
      await use({ page, field, operator, colleague, server, problems });
      await context.close();
      await colleague.close();
      await operator.close();
      await product.discard();
      server.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

test.afterEach(async ({ visit: { page, field, problems } }) => {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await leavePath(page, field);
  const unexpected = unexpectedIn(problems.splice(0), [/net::ERR_|status of (400|429|500)/]);
  expect(unexpected, 'the console has no error').toEqual([]);
});

const paths = await drivenPaths(webhookFlow.samples, { wholeLeads: true });

test('all that may become of a webhook is on a path', () => assertWholeFlow(webhookFlow, paths));

for (const path of pathsToWalk(paths)) {
  test(pathText(path), async ({ visit }) => {
    await plantWebhook(visit, false);
    await walk(webhookFlow, path, await WebhookStage.open(visit), test.step);
  });
}

test('what a host refuses is said in its words; what is set, replaced and removed is taken back by an undo', async ({
  visit,
}) => {
  await plantWebhook(visit, false);
  const { page } = visit;
  await goTo(page, `/dashboard/${visit.field.mitasId}/alarms?tab=settings`);
  const part = webhookPart(page);
  await part.getByRole('button', { name: 'Set a webhook' }).click();
  const [address, secret] = [part.getByLabel('Address'), part.getByLabel('Secret')];
  const save = part.getByRole('button', { name: 'Save webhook' });
  await address.fill('http://hooks.example.org/');
  await expect(part.getByText(/^An address that starts with https/)).toBeVisible();
  await address.fill('https://[::/hidden-path');
  await secret.fill('too short');
  await expect(save).toBeDisabled();
  await secret.fill(hiddenSecret);
  await save.click();
  await expect(part.getByRole('alert')).toHaveText('This is no address');
  await address.fill('https://10.0.0.1/hidden-path');
  await save.click();
  await expect(messageOf(page)).toContainText('Webhook saved');
  await expect(part.getByText('Alarms are posted to 10.0.0.1')).toBeVisible();
  await part.getByRole('button', { name: 'Send a test' }).click();
  await expect(part.getByRole('alert')).toContainText('Its address is in a private network, where this host does not send.');
  await part.getByRole('button', { name: 'Remove' }).click();
  await expect(part.getByText('No webhook.')).toBeVisible();
  await expect(messageOf(page)).toContainText('Webhook removed');
  await messageOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(part.getByText('Alarms are posted to 10.0.0.1')).toBeVisible();
});

test('what becomes of its messages is renewed by the clock, also after that could not be asked for', async ({ visit }) => {
  await plantWebhook(visit, true);
  const page = await visit.page.context().newPage();
  await page.clock.install();
  await page.goto(`/dashboard/${visit.field.mitasId}/alarms?tab=settings`);
  const part = webhookPart(page);
  await expect(part.getByText('Nothing delivered yet.')).toBeVisible();
  const { db } = visit.operator.database;
  await db.updateTable('webhooks').set({ failing_since: new Date(), last_failure: 'It answered 500.' }).execute();
  await page.clock.runFor(15_000);
  await expect(part.getByRole('alert')).toContainText('It answered 500.');
  await page.route('**/webhook', (route) => route.abort('connectionfailed'));
  await page.clock.runFor(15_000);
  await expect(part.getByText(/Could not refresh the delivery status/)).toBeVisible();
  await page.unroute('**/webhook');
  await db.updateTable('webhooks').set({ failing_since: null, last_failure: null, last_sent_at: new Date() }).execute();
  await page.clock.runFor(15_000);
  await expect(part.getByText(/^Last delivered/)).toBeVisible();
  await expect(part.getByRole('alert')).toHaveCount(0);
});

test('it is accessible with its form and without, in both schemes and widths; others see none', async ({ visit, browser }) => {
  await plantWebhook(visit, true);
  const { field, operator } = visit;
  const page = await visit.page.context().newPage();
  await page.goto(`/dashboard/${field.mitasId}/alarms?tab=settings`);
  const part = webhookPart(page);
  await expect(part.getByText(/^Alarms are posted to/)).toBeVisible();
  await expectFineEverywhere(page);
  await part.getByRole('button', { name: 'Replace' }).click();
  await expect(part.getByLabel('Address')).toBeFocused();
  await expectFineEverywhere(page);

  const others = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await others.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await enter(
    other,
    await operator.addPerson({ [field.mitasId]: 'researcher' }),
    `/dashboard/${field.mitasId}/alarms?tab=settings`,
  );
  await other.getByRole('button', { name: 'Send a test email' }).click();
  await expect(other.getByText('This host has no mail server: it sends no mail.')).toBeVisible();
  await expect(webhookPart(other)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('webhook'))).toEqual([]);
  await others.close();
});
