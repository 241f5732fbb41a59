import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';
import type { Field } from './support/field.ts';
import { fullBrowser } from './support/full-browser.ts';
import type { Operator } from './support/operator.ts';

/** ALM-23: alarms as notifications of the browser. */
test.use({ permissions: ['notifications'], launchOptions: fullBrowser });

type Shown = { title: string; body: string; tag: string };
type Noting = { shownAlarms?: Shown[]; pressLast?: () => void };

/** Records the notifications of the page, and lets the test press them as a person would. */
async function note(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noting = globalThis as Noting;
    noting.shownAlarms = [];
    globalThis.Notification = new Proxy(Notification, {
      construct(target, [title, options]: [string, { body: string; tag: string }]) {
        const made = new target(title, options);
        noting.shownAlarms?.push({ title, body: options.body, tag: options.tag });
        noting.pressLast = () => void made.dispatchEvent(new Event('click'));
        return made;
      },
    });
  });
}

const shownIn = (page: Page) => page.evaluate(() => (globalThis as Noting).shownAlarms ?? []);
const wish = (page: Page) => page.getByRole('button', { name: /Alarms to show/ });

async function choose(page: Page, name: string): Promise<void> {
  await wish(page).click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(wish(page)).toContainText(name);
}

/** Raises an alarm about a full memory; the host reports it with the next one. */
async function fillMemory(operator: Operator, field: Field, snoozed = false): Promise<void> {
  const raised = {
    system_id: field.mitasId,
    alarm_code_id: 4102,
    alias: 'Crest',
    site_name: 'North ridge',
    at: new Date(),
    snoozed,
  };
  await operator.database.db.insertInto('alarms').values(raised).execute();
}

const [low, good] = [9, 12.6];

/** Reports a voltage of Crest for which the host raises an alarm, until the page counts this many. */
async function report(field: Field, voltage: number, page: Page, count: number): Promise<void> {
  await expect(async () => {
    await field.report({ receiver: 'Crest', ts: Date.now(), voltage });
    await expect(page.getByRole('button', { name: `Alarms, ${count} new` })).toBeVisible({ timeout: 1_500 });
  }).toPass();
}

test('of two pages one shows an alarm, only what is wished, and the other goes on when that is closed', async ({
  page,
  context,
  field,
  operator,
}) => {
  const lineOf = (id: number, text: string): Shown => ({
    title: field.name,
    body: `'Crest' at 'North ridge' ${text}`,
    tag: `alarm ${field.mitasId} ${id}`,
  });
  await note(page);
  await enter(page, field.person, `/dashboard/${field.mitasId}/alarms?tab=settings`);
  await choose(page, 'Errors');
  const other = await context.newPage();
  await note(other);
  await other.goto(`/dashboard/${field.mitasId}/alarms?tab=settings`);
  await expect(wish(other), 'kept for all pages of this browser').toContainText('Errors');

  await fillMemory(operator, field);
  await report(field, low, page, 2);
  await expect(other.getByRole('button', { name: 'Alarms, 2 new' })).toBeVisible();
  await expect.poll(() => shownIn(page), 'the error, not the warning').toEqual([lineOf(1, 'memory is full!')]);
  expect(await shownIn(other), 'never twice in two tabs').toEqual([]);

  await fillMemory(operator, field, true);
  await report(field, good, page, 4);
  expect(await shownIn(page), 'none of a snoozed receiver').toHaveLength(1);

  await choose(other, 'Errors and warnings');
  await expect(wish(page), 'changed for both').toContainText('Errors and warnings');
  await page.close();
  await report(field, low, other, 5);
  await expect.poll(() => shownIn(other)).toEqual([lineOf(5, 'is experiencing low voltage.')]);

  await other.goto(`/dashboard/${field.mitasId}/receivers`);
  await expect(other.getByRole('button', { name: 'Alarms, 5 new' })).toBeVisible();
  await fillMemory(operator, field);
  await report(field, good, other, 7);
  await expect.poll(() => shownIn(other), 'on whatever screen').toEqual([lineOf(6, 'memory is full!')]);
  await other.evaluate(() => (globalThis as Noting).pressLast?.());
  await expect(other).toHaveURL(new RegExp(`/dashboard/${field.mitasId}/alarms$`));

  await other.getByRole('tab', { name: 'Settings' }).click();
  await choose(other, 'None');
  await fillMemory(operator, field);
  await report(field, low, other, 9);
  expect(await shownIn(other)).toHaveLength(1);
});

test('where the browser does not allow it the page says so, and what to do', async ({ page, context, field }) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve('denied');
  });
  await enter(page, field.person, `/dashboard/${field.mitasId}/alarms?tab=settings`);
  await wish(page).click();
  await page.getByRole('option', { name: 'All alarms', exact: true }).click();
  await expect(page.getByText('Your browser blocks notifications from this page.')).toBeVisible();
  await expect(wish(page)).toContainText('None');
});
