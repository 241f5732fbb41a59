import type { Locator, Page } from '@playwright/test';
import { loadErrorText } from '#model/contract/failure.ts';
import { Colleague } from './support/colleague.ts';
import { alarmOffline, type Field } from './support/field.ts';
import { enter, expect, productUrl, test, ownContext } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import type { Operator } from './support/operator.ts';
import { visit } from './support/steps.ts';
import { planted } from '../support/planted.ts';

/** ALM-7, ALM-8, ALM-9: the bell, its notifications menu, and which alarms were seen. */

/** The bell, even while the open menu hides the page from assistive technology. */
const bell = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, includeHidden: true });
const menu = (page: Page): Locator => page.getByRole('dialog', { name: 'Alarms' });
const rows = (page: Page): Locator => menu(page).getByRole('listitem');
const snackbar = (page: Page): Locator => page.getByText('Could not mark the alarms as seen');
const minute = 60_000;

/** Raises one alarm per code, a minute apart, the last one a minute ago. */
async function raise(operator: Operator, field: Field, codes: readonly number[]): Promise<void> {
  const raised = codes.map((alarm_code_id, index) => ({
    system_id: field.mitasId,
    alarm_code_id,
    alias: 'Crest',
    site_name: 'North ridge',
    at: new Date(Date.now() - (codes.length - index) * minute),
  }));
  await operator.database.db.insertInto('alarms').values(raised).execute();
}

async function lastSeen(operator: Operator, { mitasId }: Field): Promise<number> {
  const { db } = operator.database;
  const query = db.selectFrom('memberships').select('last_seen_alarm_id as id').where('system_id', '=', mitasId);
  return (await query.executeTakeFirstOrThrow()).id;
}

async function setLastSeen(operator: Operator, { mitasId }: Field, id: number): Promise<void> {
  await planted(operator.database)
    .updateTable('memberships')
    .set({ last_seen_alarm_id: id })
    .where('system_id', '=', mitasId)
    .execute();
}

/** Marks the newest two of 27 alarms as unseen, as another page of the person would, for a step (ALM-25). */
async function unsee(page: Page, colleague: Colleague, { mitasId }: Field): Promise<void> {
  await visit(page, '/dashboard');
  await colleague.ofPerson('PATCH', '/last-seen', { lastSeenAlarmId: 25, mitasId, insteadOf: 27 });
}

/** Sends contacts until the page shows what they cause: the host notices a new system with a delay. */
async function speakUntil(field: Field, hasCome: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await field.hear({ receiver: 'Gully' });
    await hasCome();
  }).toPass();
}

test('what the list of the bell shows', async ({ page, field, operator, step }) => {
  await raise(operator, field, [...Array.from({ length: 24 }, () => 4101), 2100, 3100, 4300]);
  await planted(operator.database)
    .updateTable('alarms')
    .set({ at: new Date('2026-01-15T19:00:00Z') })
    .where('system_id', '=', field.mitasId)
    .where('alarm_code_id', '=', 2100)
    .execute();
  await setLastSeen(operator, field, 25);
  const colleague = await Colleague.open(field.person, field.mitasId);
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);

  await step('the bell opens the list, newest first, and what is new is seen a little later, here and on the host', async () => {
    await bell(page, 'Alarms, 2 new').click();
    await expect(rows(page)).toHaveCount(25);
    await expect(rows(page).nth(0)).toContainText("Voltage monitor 'Crest' at 'North ridge'");
    await expect(rows(page).nth(1)).toContainText("'Crest' at 'North ridge' memory is almost full.");
    await expect(rows(page).nth(3)).toContainText(/'Crest' at 'North ridge' has gone offline\.Offline since \d\d:\d\d4 min ago/);
    await expect(bell(page, 'Alarms, none new')).toBeVisible();
    await expect(menu(page).getByText('New')).toHaveCount(0);
    await expect(rows(page).nth(0)).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => lastSeen(operator, field)).toBe(27);
    expect(new URL(page.url()).pathname, 'the page behind it stays').toBe(`/dashboard/${field.mitasId}/receivers/stream`);

    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(bell(page, 'Alarms, none new')).toBeFocused();
    await page.reload();
    await expect(bell(page, 'Alarms, none new')).toBeVisible();
  });

  await step("the exact time, in the system's timezone, shows on hover and on focus", async () => {
    await unsee(page, colleague, field);
    await bell(page, 'Alarms, 2 new').click();
    const exact = rows(page).nth(2).getByText('2026-01-15 12:00:00 MST');
    await expect(exact).toHaveCSS('opacity', '0');
    await rows(page).nth(2).hover();
    await expect(exact).toHaveCSS('opacity', '1');
    await rows(page).nth(0).hover();
    await expect(exact).toHaveCSS('opacity', '0');
    await menu(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(rows(page).nth(2)).toBeFocused();
    await expect(exact).toHaveCSS('opacity', '1');
    await page.keyboard.press('Escape');
  });

  await step('on a desk the list is 400 px wide and 216 px high at most (ALM-13)', async () => {
    await unsee(page, colleague, field);
    await bell(page, 'Alarms, 2 new').click();
    await expect(rows(page)).toHaveCount(25);
    const list = menu(page).getByRole('list');
    await expect
      .poll(async () => {
        const box = await list.boundingBox();
        return [box?.width, box?.height];
      })
      .toEqual([400, 216]);
  });

  await colleague.close();
});

test('an alarm that is raised while the list is open joins it, and is seen in its turn', async ({ page, field, operator }) => {
  await enter(page, field.person);
  await bell(page, 'Alarms, none new').click();
  await expect(menu(page)).toContainText('No alarms!...yet');
  const line = /^'Gully' at 'North ridge' has come back online!(New)?Online since \d\d:\d\d(just now|\d+ s ago)/;
  await alarmOffline(operator, field, 'Gully');
  await speakUntil(field, () => expect(rows(page)).toHaveText([line, /has gone offline/], { timeout: 1_500 }));
  await expect(menu(page).getByText('New')).toHaveCount(0);
  await expect(bell(page, 'Alarms, none new')).toBeVisible();
  await expect.poll(() => lastSeen(operator, field)).toBe(2);
});

test('what was seen is unseen again, in every page of the person, and listed among what can be undone (ALM-25)', async ({
  page,
  field,
  operator,
  browser,
}) => {
  await raise(operator, field, [4101, 2100, 4101]);
  await setLastSeen(operator, field, 1);
  await enter(page, field.person);
  const other = await (await browser.newContext({ baseURL: productUrl() })).newPage();
  await other.clock.install();
  await enter(other, field.person);
  await bell(page, 'Alarms, 2 new').click();
  for (const one of [page, other]) await expect(bell(one, 'Alarms, none new')).toBeVisible();
  await bell(other, 'Alarms, none new').click();
  await expect(menu(other).getByRole('button', { name: /^Mark as / }), 'of what another page saw').toHaveCount(0);
  const marking = menu(page).getByRole('button', { name: /^Mark as / });
  await marking.click();
  for (const one of [page, other]) await expect(bell(one, 'Alarms, 2 new')).toBeVisible();
  await expect(menu(page).getByText('New')).toHaveCount(2);
  await other.clock.fastForward(4_000);
  await expect(menu(other).getByText('New'), 'an open list does not see them again').toHaveCount(2);
  expect(await lastSeen(operator, field)).toBe(1);
  await expect(marking).toBeFocused();
  await expect(marking).toHaveText('Mark as seen');
  await marking.press('Enter');
  for (const one of [page, other]) await expect(bell(one, 'Alarms, none new')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Advanced' }).click();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('button', { name: 'Undo and redo' }).click();
  await page.getByRole('menuitem', { name: 'Undo: saw 2 alarms' }).click();
  for (const one of [page, other]) await expect(bell(one, 'Alarms, 2 new')).toBeVisible();
  await page.getByRole('button', { name: 'Undo and redo' }).click();
  await page.getByRole('menuitem', { name: 'Redo: saw 2 alarms' }).click();
  await expect.poll(() => lastSeen(operator, field)).toBe(3);
  await other.context().close();
});

test.describe('when calls do not come through', () => {
  test.use({ expectErrors: ['net::ERR_'] });

  test('what the list of the bell says then, and keeps', async ({ page, field, operator, step }) => {
    await raise(operator, field, [4101, 2100]);
    await setLastSeen(operator, field, 1);
    await enter(page, field.person);

    await step('a mark that cannot be kept is told and taken back, and made when the list is opened again', async () => {
      const calls = await HeldCalls.at(page, '/api/app/client/last-seen');
      await bell(page, 'Alarms, 1 new').click();
      await expect(bell(page, 'Alarms, none new')).toBeVisible();
      await calls.cut();
      await expect(snackbar(page)).toBeVisible();
      await expect(bell(page, 'Alarms, 1 new')).toBeVisible();
      await expect(rows(page)).toHaveText([/has come back online!New.*1 min ago/, /has gone offline\..*2 min ago/]);
      await expect(rows(page).nth(0)).toHaveAttribute('aria-disabled', 'false');
      await page.keyboard.press('Escape');
      await bell(page, 'Alarms, 1 new').click();
      await calls.letGo();
      await expect(bell(page, 'Alarms, none new')).toBeVisible();
      await expect.poll(() => lastSeen(operator, field)).toBe(2);
      await page.unroute('**/api/app/client/last-seen');
    });

    await step('the list says that it failed, loads on Retry, and keeps what it has when it fails again (LOOK-9)', async () => {
      let isCut = true;
      await page.route('**/alarms?*', async (route) => (isCut ? route.abort('connectionfailed') : route.fallback()));
      await page.goto('/dashboard');
      await bell(page, 'Alarms, none new').click();
      await expect(menu(page).getByRole('alert')).toContainText('An error occurred');
      await expect(menu(page)).toContainText('Could not load the alarms');
      isCut = false;
      await menu(page).getByRole('button', { name: 'Retry' }).click();
      await expect(rows(page)).toHaveCount(2);
      await expect(menu(page).getByRole('alert')).toHaveCount(0);

      isCut = true;
      await alarmOffline(operator, field, 'Gully');
      await speakUntil(field, () => expect(menu(page)).toContainText('Last known alarms', { timeout: 1_500 }));
      await expect(rows(page), 'what was there stays').toHaveCount(2);
    });
  });

  test('the list says that it loads', async ({ page, field, operator }) => {
    await raise(operator, field, [4101]);
    const code = await HeldCalls.at(page, '/assets/alarm-list-*.js');
    await enter(page, field.person);
    await bell(page, 'Alarms, 1 new').click();
    await expect(menu(page).getByRole('status', { name: 'Loading alarms' })).toBeVisible();
    await code.letGo();
    await expect(rows(page)).toHaveCount(1);
    await expect(menu(page).getByRole('status')).toHaveCount(0);
  });

  test('what the bell opens comes when it is asked for, and the bell has the focus when it goes', async ({
    page,
    field,
    operator,
  }) => {
    await raise(operator, field, [4101]);
    const code = await HeldCalls.at(page, '/assets/alarms-popover-*.js');
    await enter(page, field.person);
    await bell(page, 'Alarms, 1 new').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status', { name: 'Loading alarms' })).toBeVisible();
    await expect(menu(page)).toBeHidden();
    await code.letGo();
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(bell(page, /^Alarms, /)).toBeFocused();
  });

  test.describe('whose code does not come', () => {
    test.use({ expectErrors: ['net::ERR_', 'Failed to fetch dynamically imported module'] });
    for (const part of ['alarm-list', 'alarms-popover'])
      test(`marks nothing as seen, as nobody saw it: ${part} (ALM-9)`, { tag: ownContext }, async ({ page, field, operator }) => {
        await raise(operator, field, [4101]);
        await page.route(`**/assets/${part}-*.js`, (route) => route.abort('connectionfailed'));
        await page.clock.install();
        await enter(page, field.person);
        await bell(page, 'Alarms, 1 new').click();
        await expect(page.getByRole('alert').filter({ hasText: loadErrorText })).toBeVisible();
        await page.clock.runFor(5_000);
        await expect(bell(page, 'Alarms, 1 new')).toBeVisible();
        expect(await lastSeen(operator, field)).toBe(0);
        await page.keyboard.press('Escape');
      });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the list comes from below, within the screen, and goes by a tap beside it', async ({ page, field, operator }) => {
    await raise(
      operator,
      field,
      Array.from({ length: 25 }, () => 3101),
    );
    await enter(page, field.person);
    await bell(page, 'Alarms, 25 new').tap();
    await expect(rows(page)).toHaveCount(25);
    await expect.poll(async () => Math.round((await menu(page).boundingBox())?.width ?? 0)).toBe(390);
    await expect.poll(async () => Math.round((await menu(page).boundingBox())?.y ?? 0)).toBeGreaterThan(100);
    const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThanOrEqual(44);
    await rows(page).nth(24).scrollIntoViewIfNeeded();
    await expect(rows(page).nth(24)).toBeInViewport();
    await page.touchscreen.tap(195, 40);
    await expect(menu(page)).toBeHidden();
    await expect(bell(page, 'Alarms, none new')).toBeVisible();
  });
});
