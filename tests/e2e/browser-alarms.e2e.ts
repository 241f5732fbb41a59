import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';
import type { Field } from './support/field.ts';
import type { Operator } from './support/operator.ts';

/** ALM-23: alarms that the browser shows by itself. */
test.use({ permissions: ['notifications'] });

type Shown = { title: string; body: string; tag: string };
type Noting = { shownAlarms?: Shown[]; pressLast?: () => void };

/** Notes what the browser is asked to show, and lets the test press it as a person would. */
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
const wish = (page: Page) => page.getByRole('button', { name: /Alarms that are shown/ });

async function choose(page: Page, name: string): Promise<void> {
  await wish(page).click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(wish(page)).toContainText(name);
}

/** Raises an alarm of that code, as the host does, and has the host say so. */
async function raise(operator: Operator, field: Field, alarm_code_id: number, snoozed = false): Promise<void> {
  await operator.database.db
    .insertInto('alarms')
    .values({ system_id: field.mitasId, alarm_code_id, alias: 'Crest', site_name: 'North ridge', at: new Date(), snoozed })
    .execute();
  await field.hear({ receiver: 'Gully' });
}

test('of two pages one shows an alarm, only what is wished, and the other goes on when that is closed', async ({
  page,
  context,
  field,
  operator,
}) => {
  await note(page);
  await enter(page, field.person, `/dashboard/${field.mitasId}/alarms`);
  await choose(page, 'Errors');
  const other = await context.newPage();
  await note(other);
  await other.goto(`/dashboard/${field.mitasId}/alarms`);
  await expect(wish(other), 'kept for all pages of this browser').toContainText('Errors');

  const bell = (of: Page, count: number) => of.getByRole('button', { name: `Alarms, ${count} new` });
  await raise(operator, field, 4102);
  await expect(bell(page, 1)).toBeVisible();
  await expect(bell(other, 1)).toBeVisible();
  await expect
    .poll(() => shownIn(page))
    .toEqual([{ title: field.name, body: "'Crest' at 'North ridge' memory is full!", tag: `alarm ${field.mitasId} 1` }]);
  expect(await shownIn(other), 'never twice in two tabs').toEqual([]);

  await raise(operator, field, 3100);
  await raise(operator, field, 4102, true);
  await expect(bell(page, 3)).toBeVisible();
  expect(await shownIn(page), 'neither a warning nor one of a snoozed receiver').toHaveLength(1);

  await choose(other, 'Errors and warnings');
  await expect(wish(page), 'changed for both').toContainText('Errors and warnings');
  await page.close();
  await raise(operator, field, 3100);
  await expect
    .poll(() => shownIn(other))
    .toEqual([{ title: field.name, body: "'Crest' at 'North ridge' memory is almost full.", tag: `alarm ${field.mitasId} 4` }]);
  await other.goto(`/dashboard/${field.mitasId}/receivers`);
  await raise(operator, field, 4102);
  await expect.poll(() => shownIn(other)).toHaveLength(1);
  await other.evaluate(() => (globalThis as Noting).pressLast?.());
  await expect(other).toHaveURL(new RegExp(`/dashboard/${field.mitasId}/alarms$`));

  await choose(other, 'None');
  await raise(operator, field, 4102);
  await expect(bell(other, 6)).toBeVisible();
  expect(await shownIn(other)).toHaveLength(1);
});

test('where the browser does not allow it the page says so, and what to do', async ({ page, context, field }) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve('denied');
  });
  await enter(page, field.person, `/dashboard/${field.mitasId}/alarms`);
  await wish(page).click();
  await page.getByRole('option', { name: 'All alarms', exact: true }).click();
  await expect(page.getByText('The browser does not let this page show notifications.')).toBeVisible();
  await expect(wish(page)).toContainText('None');
});
