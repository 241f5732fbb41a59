import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { csrfHeader } from '#model/contract/call.ts';
import { activityPage } from '#model/contract/activity-calls.ts';
import { type Field, makeSecondField } from './support/field.ts';
import { enter, expect, productUrl, test, watchForProblems, ownContext } from './support/fixtures.ts';
import type { Operator, Person } from './support/operator.ts';
import { messageOf, undoOffer, undoTool } from './support/message.ts';
import { expectAccessible, expectFineEverywhere, expectTouchTargets } from './support/page-checks.ts';
import { visit, visitAnew } from './support/steps.ts';

/**
 * A person's changes show on everybody's page, can be undone, and appear in Activity (CHG-9, CHG-13, CHG-17,
 * CHG-19, CHG-21).
 */

const row = (page: Page, alias: string): Locator => page.getByRole('button', { name: new RegExp(`^${alias}`) });
const enabled = (page: Page, alias: string): Locator => page.getByRole('switch', { name: `${alias} enabled` });
const change = (page: Page, words: string): Locator => page.getByRole('listitem').filter({ hasText: words });

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Rename ${from}`, exact: true }).click();
  await page.getByRole('textbox', { name: `New name of ${from}` }).fill(to);
  await page.keyboard.press('Enter');
}

/** Opens a page of another person in their own browser, with the same checks for problems. */
async function otherPage(browser: Browser, person: Person, path: string): Promise<{ page: Page; close(): Promise<void> }> {
  const context: BrowserContext = await browser.newContext({ baseURL: productUrl() });
  const problems = await watchForProblems(context);
  const page = await context.newPage();
  await enter(page, person, path);
  return {
    page,
    async close() {
      await context.close();
      expect(problems, 'the other console has no error').toEqual([]);
    },
  };
}

async function joined(operator: Operator, field: Field, role: string): Promise<Person> {
  return operator.addPerson({ [field.mitasId]: role });
}

test('a rename and a switch are in front of the other person at once, and each takes back their own by key', async ({
  page,
  browser,
  field,
  operator,
}) => {
  await enter(page, field.person);
  const other = await otherPage(browser, await joined(operator, field, 'researcher'), `/dashboard/${field.mitasId}/dashboard`);
  await expect(row(other.page, 'Crest')).toBeVisible();
  await rename(page, 'Crest', 'Ridge');
  await expect(row(page, 'Ridge')).toBeVisible();
  await expect(row(other.page, 'Ridge')).toBeVisible();
  await enabled(other.page, 'Gully').click();
  await expect(row(page, 'Gully')).toContainText('Disabled');
  await expect(enabled(page, 'Gully')).not.toBeChecked();

  // The person who renamed undoes the name, not the other person's switch.
  await expect(undoTool(page, 'Undo: Rename Crest')).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(messageOf(page)).toContainText('Undone: Rename Crest');
  await expect(row(page, 'Crest')).toBeVisible();
  await expect(row(other.page, 'Crest')).toBeVisible();
  await expect(enabled(page, 'Gully')).not.toBeChecked();
  await expect(undoTool(page, 'Redo: Rename Crest')).toBeEnabled();
  await page.keyboard.press('Control+y');
  await expect(row(other.page, 'Ridge')).toBeVisible();
  await expect(undoTool(other.page, 'Undo: Disable Gully')).toBeEnabled();
  await other.page.keyboard.press('Control+z');
  await expect(enabled(page, 'Gully')).toBeChecked();
  await other.close();
});

test('what one changes on Home is undone from the bar, from the menu and from the message', async ({ page, field, step }) => {
  await enter(page, field.person);

  await step('undo and redo are in the bar, on a phone in the menu, and say what they take back (CHG-31)', async () => {
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription('Nothing to undo');
    await rename(page, 'Crest', 'Ridge');
    await bar.getByRole('button', { name: 'Undo: Rename Crest' }).click();
    await expect(messageOf(page)).toContainText('Undone: Rename Crest');
    await expect(row(page, 'Crest')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    await expect(bar.getByRole('button', { name: 'Redo: Rename Crest' })).toBeEnabled();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(bar.getByRole('button', { name: /^(Undo|Redo)/ })).toHaveCount(0);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expectAccessible(page);
    await page.getByRole('navigation').getByRole('button', { name: 'Redo: Rename Crest' }).click();
    await expect(row(page, 'Ridge')).toBeVisible();
    await expect(menu, 'the menu is closed').toBeFocused();
  });

  await step('keys that belong to a text that is typed take nothing back', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, `/dashboard/${field.mitasId}/dashboard`);
    await rename(page, 'Marsh', 'Fen');
    await expect(row(page, 'Fen')).toBeVisible();
    await expect(undoTool(page, 'Undo: Rename Marsh'), 'there is something to take back').toBeEnabled();
    await page.getByRole('button', { name: 'Rename Gully' }).click();
    const name = page.getByRole('textbox', { name: 'New name of Gully' });
    await name.pressSequentially('Glen');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');
    await expect(name).toBeHidden();
    await expect(row(page, 'Fen')).toBeVisible();
    await expect(row(page, 'Gully')).toBeVisible();
  });
});

test('the snackbar offers to undo, and stays as long as it has the focus', { tag: ownContext }, async ({ page, field }) => {
  await page.clock.install();
  await enter(page, field.person);
  await enabled(page, 'Crest').click();
  const undo = undoOffer(page);
  await expect(page.getByText('Crest is disabled')).toBeVisible();
  await undo.focus();
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(enabled(page, 'Crest')).toBeChecked();
  await expect(undo).toBeHidden();
  await enabled(page, 'Crest').click();
  await expect(undo).toBeVisible();
  await page.clock.runFor(9_000);
  await expect(undo).toBeHidden();
  await expect(enabled(page, 'Crest')).not.toBeChecked();
});

test.describe('what the host refuses', () => {
  test.use({ expectErrors: ['status of 409'] });
  test('says why and is shown as it was; what cannot be saved is flagged before (ERR-13, RX-3)', async ({ page, field }) => {
    await enter(page, field.person);
    await page.getByRole('button', { name: 'Rename Crest' }).click();
    const name = page.getByRole('textbox', { name: 'New name of Crest' });
    await expect(page.getByText('5/45')).toBeVisible();
    await name.fill(' ');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('0/45')).toBeVisible();
    await name.fill('x'.repeat(46));
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Save the name' })).toBeDisabled();
    await name.press('Enter');
    await name.fill('Gully');
    await name.press('Enter');
    await expect(page.getByText('There is a receiver of this name already')).toBeVisible();
    await expect(row(page, 'Crest')).toBeVisible();
    await expect(row(page, 'Gully')).toHaveCount(1);
  });
});

test('a viewer sees what changes and no control that would be refused', async ({ page, browser, field, operator }) => {
  await enter(page, await joined(operator, field, 'viewer'), `/dashboard/${field.mitasId}/dashboard`);
  await expect(row(page, 'Crest')).toBeVisible();
  const other = await otherPage(browser, field.person, '/dashboard');
  await rename(other.page, 'Crest', 'Ridge');
  await rename(other.page, 'North ridge', 'High ridge');
  await expect(row(page, 'Ridge')).toBeVisible();
  await expect(page.getByRole('region', { name: 'High ridge' })).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(0);
  await page.goto(`/dashboard/${field.mitasId}/advanced/activity`);
  await expect(change(page, 'renamed Crest to Ridge')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Undo|Redo) change/ })).toHaveCount(0);
  await other.close();
});

test('Activity is live, is asked by person, thing and time, is kept as CSV, and takes back from the row', async ({
  page,
  browser,
  field,
  operator,
}) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/activity`);
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save CSV' })).toBeVisible();
  const other = await otherPage(browser, await joined(operator, field, 'researcher'), `/dashboard/${field.mitasId}/dashboard`);
  await rename(other.page, 'Crest', 'Ridge');
  await expect(change(page, 'renamed Crest to Ridge')).toBeVisible();
  await expect(change(page, 'renamed Crest to Ridge').getByRole('button')).toHaveCount(0);

  // Undoes and redoes the person's own change from its row.
  const home = await page.context().newPage();
  await home.goto(`/dashboard/${field.mitasId}/dashboard`);
  await enabled(home, 'Gully').click();
  await change(page, 'disabled Gully')
    .getByRole('button', { name: /^Undo change/ })
    .click();
  await expect(enabled(home, 'Gully')).toBeChecked();
  await expect(change(page, 'enabled Gully')).toBeVisible();
  await expect(change(page, 'disabled Gully').first()).toContainText('undone since');
  await change(page, 'enabled Gully')
    .getByRole('button', { name: /^Redo change/ })
    .click();
  await expect(enabled(home, 'Gully')).not.toBeChecked();

  // The filters are in the address, and also apply to changes that arrive live.
  await page.goto(`/dashboard/${field.mitasId}/advanced/activity?entity=receiver&id=${field.receivers['Crest']}&by=x`);
  await expect(page.getByText('‘by=x’ is ignored')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes' }).getByRole('listitem')).toHaveCount(1);
  await rename(other.page, 'Ridge', 'Crown');
  await expect(change(page, 'renamed Ridge to Crown')).toBeVisible();
  await enabled(other.page, 'Gully').click();
  await rename(other.page, 'Crown', 'Crest');
  await expect(change(page, 'renamed Crown to Crest')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: /Who/ }).click();
  await page.getByRole('option', { name: 'The host itself' }).click();
  await expect(page).toHaveURL(/\?by=0&entity=receiver&id=\d+$/);
  await expect(page.getByText('No changes match the filters')).toBeVisible();
  await expect(page.getByText('is ignored')).toBeHidden();
  await page.goto(`/dashboard/${field.mitasId}/advanced/activity?by=2147483647&entity=receiver&id=2147483647`);
  await expect(page.getByText('‘by=2147483647’ is ignored: no person 2147483647 has changed anything')).toBeVisible();
  await expect(page.getByText('‘id=2147483647’ is ignored: there is no receiver 2147483647')).toBeVisible();
  await expect(page).toHaveURL(/\?by=2147483647&entity=receiver&id=2147483647$/);
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/advanced\/activity$/);
  await expect(change(page, 'renamed Crown to Crest')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^revision,timeUTC-0[67]:00,who,through,undoes,what,entity,id,name,before,after$/);
  expect(lines[1]).toMatch(/,console,,renamed Crown to Crest,receiver,\d+,Crown,Crown,Crest$/);
  await other.close();
});

test('a time that changes are filtered by, as it is typed', async ({ page, field, operator, step }) => {
  await enter(page, field.person);
  const freshActivity = (search = '') => visitAnew(page, field, `advanced/activity${search}`, null);

  await step(
    'a time to filter by is typed by the clocks of the system, and counts once it is whole and left (CHG-21, CHG-28, CHG-30)',
    async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await freshActivity('?from=2026-11-01T08:30:00Z');
      const from = page.getByRole('group', { name: 'From', exact: true });
      const part = (name: RegExp) => from.getByRole('spinbutton', { name });
      // An hour that Boise's clocks show twice.
      const heading = page.getByRole('heading', { name: 'Activity', level: 1 });
      const typeInto = async (name: string, digits: string) => {
        const group = page.getByRole('group', { name, exact: true });
        await group.getByRole('spinbutton', { name: /year/i }).click();
        await page.keyboard.type(digits);
      };
      await expect(part(/hour/i)).toHaveText('01');
      await expectAccessible(page);
      await expectTouchTargets(page);
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await expect(page).toHaveURL(/\/advanced\/activity$/);
      await typeInto('From', '202405011');
      await page.keyboard.type('025');
      const chosen = (name = 'from') => new URL(page.url()).searchParams.get(name);
      const bothChosen = () => [chosen('from'), chosen('to')];
      expect(chosen(), 'one that is typed and not left is none').toBeNull();
      await page.keyboard.press('Enter');
      await expect.poll(() => chosen()).toBe('2024-05-01T16:25:00Z');
      await expect(part(/minute/i), 'typing goes on').toBeFocused();
      await typeInto('To', '202405011040');
      await heading.click();
      await expect.poll(bothChosen).toEqual(['2024-05-01T16:25:00Z', '2024-05-01T16:40:00Z']);
      // Back discards a time that was typed over the one in the address, and the typed time does not undo
      // Back.
      const to = page.getByRole('group', { name: 'To', exact: true });
      await to.getByRole('spinbutton', { name: /minute/i }).click();
      await page.keyboard.type('45');
      await page.goBack();
      await expect.poll(bothChosen).toEqual(['2024-05-01T16:25:00Z', null]);
      await heading.click();
      expect(bothChosen()).toEqual(['2024-05-01T16:25:00Z', null]);
      // Clearing also removes unfinished typing.
      await typeInto('To', '2026');
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await expect.poll(bothChosen).toEqual([null, null]);
      await expect(part(/month/i)).toHaveText('mm');
    },
  );

  await step(
    'a time is meant by the clocks that the system has by now, not by those it had when the page came (CHG-21)',
    async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await freshActivity();
      const type = async (name: string, digits: string) => {
        const group = page.getByRole('group', { name, exact: true });
        await group.getByRole('spinbutton', { name: /year/i }).click();
        await page.keyboard.type(digits);
      };
      const chosen = () => new URL(page.url()).search;
      // A time still being typed when the timezone changes was meant in the old one, and is dropped.
      await type('To', '202405011110');
      await operator.admin(['systems', 'set', field.mitasId, '--timezone', 'Asia/Tokyo']);
      await expect(page.getByText('Times in GMT+9')).toBeVisible();
      await type('From', '202405011025');
      await page.keyboard.press('Enter');
      await expect.poll(chosen).toBe('?from=2024-05-01T01:25:00Z');
    },
  );
});

test('what was changed stands in the menu of what can be undone, and in Activity', async ({ page, field, step }) => {
  await enter(page, field.person);

  await step('what this page can undo and redo stands in a menu, and each is taken by itself (CHG-29)', async () => {
    await rename(page, 'Crest', 'Ridge');
    await expect(undoTool(page, 'Undo: Rename Crest'), 'the host has it, so that it is the first').toBeEnabled();
    await rename(page, 'Gully', 'Ravine');
    await expect(row(page, 'Ravine')).toBeVisible();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    const button = page.getByRole('button', { name: 'Undo and redo' });
    await button.click();
    const items = page.getByRole('menuitem');
    await expect(items).toHaveText(['renamed Gully to Ravine', 'renamed Crest to Ridge']);
    await items.filter({ hasText: 'Crest' }).click();
    await expect(change(page, 'renamed Ridge to Crest').first()).toBeVisible();
    await button.click();
    const redo = page.getByRole('group', { name: /^Redo/ }).getByRole('menuitem');
    await expect(redo).toHaveText(['undid: renamed Ridge to Crest']);
    await expect(page.getByRole('group', { name: /^Undo/ }).getByRole('menuitem')).toHaveText(['renamed Gully to Ravine']);
    await redo.click();
    await expect(change(page, 'renamed Crest to Ridge').first()).toContainText('Change');
    await button.click();
    await expect(items).toHaveText(['renamed Crest to Ridge', 'renamed Gully to Ravine']);
    await expectFineEverywhere(page, '[role=menu]');
    await items.first().press('Escape');
    await expect(items).toHaveCount(0);
    await expectFineEverywhere(page);
    await page.reload();
    await expect(change(page, 'renamed Crest to Ridge').first()).toBeVisible();
    await expect(button, 'it belongs to the page, and ends with it').toHaveCount(0);
  });

  await step('Activity and a name that is changed, in both schemes, on a desk and on a phone', async () => {
    await visit(page, `/dashboard/${field.mitasId}/dashboard`);
    await rename(page, 'Hollow', 'Dell');
    await page.getByRole('button', { name: 'Rename Marsh' }).click();
    // The focus keeps the message with its Undo button open.
    await messageOf(page).getByRole('button', { name: 'Undo' }).focus();
    await expectFineEverywhere(page);
    await visit(page, `/dashboard/${field.mitasId}/advanced/activity?by=x`);
    await expect(change(page, 'renamed Hollow to Dell')).toBeVisible();
    await expectFineEverywhere(page);
  });
});

test('a From after its To stays as it is typed, counts for nothing, and says so at the fields (CHG-28)', async ({
  page,
  browser,
  field,
  operator,
}) => {
  const other = await otherPage(browser, await joined(operator, field, 'researcher'), `/dashboard/${field.mitasId}/dashboard`);
  await rename(other.page, 'Crest', 'Ridge');
  const reversed = 'from=2024-05-01T16:30:00Z&to=2024-05-01T16:25:00Z';
  await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/activity?${reversed}`);
  const end = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(end('From').getByRole('spinbutton', { name: /minute/i })).toHaveText('30');
  await expect(end('To').getByRole('spinbutton', { name: /minute/i })).toHaveText('25');
  const words = page.getByText('From is after To: both times were ignored');
  await expect(words.first()).toBeVisible();
  await expect(end('From').getByRole('spinbutton', { name: /minute/i })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expect(change(page, 'renamed Crest to Ridge')).toBeVisible();
  await rename(other.page, 'Ridge', 'Crown');
  await expect(change(page, 'renamed Ridge to Crown')).toBeVisible();
  // Corrects the time in place.
  await end('To')
    .getByRole('spinbutton', { name: /minute/i })
    .click();
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await expect(words.first()).toBeHidden();
  await expect(page.getByText('No changes match the filters')).toBeVisible();
  await expect(page).toHaveURL(({ search }) => search === '?from=2024-05-01T16:30:00Z&to=2024-05-01T16:45:00Z');
  await other.close();
});

test.describe('what the host has not answered', () => {
  test.use({ expectErrors: ['net::ERR_'] });

  test(
    'is shown and marked, asks before it is lost, and is saved when the host answers (CHG-14, CHG-20)',
    { tag: ownContext },
    async ({ page, field, operator }) => {
      await page.clock.install();
      const calls = `**/api/mitashost/${field.mitasId}/receivers/*/enabled`;
      await page.route(calls, (route) => route.abort('connectionrefused'));
      await enter(page, field.person);
      const line = page.getByRole('listitem').filter({ has: row(page, 'Crest') });
      await enabled(page, 'Crest').click();
      await expect(line).toContainText('Not saved yet');
      await expect(enabled(page, 'Crest')).not.toBeChecked();

      // On a phone the mark is below the name, so the name is not cut off.
      await page.setViewportSize({ width: 390, height: 844 });
      const name = line.getByTitle('Crest');
      const isWhole = () => name.evaluate((element) => element.scrollWidth <= element.clientWidth);
      await expect.poll(isWhole, 'the whole name is read').toBe(true);
      await page.setViewportSize({ width: 1280, height: 800 });

      await page.getByRole('button', { name: /^Robin/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      const asked = page.getByRole('alertdialog', { name: 'Log out with unsaved changes?' });
      await expect(asked).toContainText('1 change is not saved yet');
      await expectFineEverywhere(page, '[role=alertdialog]');
      await asked.getByRole('button', { name: 'Stay' }).click();
      await expect(asked).toBeHidden();

      const closing = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      expect((await closing).type()).toBe('beforeunload');
      await (await closing).dismiss();

      await page.unroute(calls);
      await expect(async () => {
        // The next try follows the page's clock, its answer follows real time; short steps keep the message
        // from expiring.
        await page.clock.runFor(1_000);
        await expect(page.getByText('Crest is disabled')).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(line).not.toContainText('Not saved yet');
      const { db } = operator.database;
      const stored = db
        .selectFrom('receivers')
        .select('enabled')
        .where('id', '=', field.receivers['Crest'] ?? 0);
      expect(await stored.executeTakeFirst()).toEqual({ enabled: false });
    },
  );

  test.describe('by whoever may not any more', () => {
    test.use({ expectErrors: ['net::ERR_', 'status of 403'] });
    test(
      'who is made a viewer meanwhile sees no control any more, and is told that it was refused',
      { tag: ownContext },
      async ({ page, browser, field, operator }) => {
        // Two people log in and a command runs before the next try, which may be half a minute away.
        test.slow();
        await page.clock.install();
        const person = await joined(operator, field, 'researcher');
        const other = await otherPage(browser, field.person, '/dashboard');
        const calls = `**/api/mitashost/${field.mitasId}/receivers/*/enabled`;
        await page.route(calls, (route) => route.abort('connectionrefused'));
        await enter(page, person, `/dashboard/${field.mitasId}/dashboard`);
        const line = page.getByRole('listitem').filter({ has: row(page, 'Crest') });
        await enabled(page, 'Crest').click();
        await expect(line).toContainText('Not saved yet');
        await operator.admin(['roles', 'grant', person.username, field.mitasId, 'viewer']);
        await expect(page.getByRole('switch')).toHaveCount(0);
        await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(0);
        await page.unroute(calls);
        const told = page.getByRole('status').locator('[data-variant=error][data-open=true]');
        // The call waits for the line or for its next try; short steps keep the outcome's message from
        // expiring.
        await expect(async () => {
          await page.clock.runFor(1_000);
          await expect(told).toContainText('Your role in this system does not allow this', { timeout: 500 });
        }).toPass();
        await expect(line).not.toContainText('Not saved yet');
        await expect(row(page, 'Crest')).not.toContainText('Disabled');
        await expect(enabled(other.page, 'Crest')).toBeChecked();
        await other.close();
      },
    );
  });

  test('what was changed or asked, until the host answers', async ({ page, field, operator, step }) => {
    const other = await makeSecondField(operator, productUrl(), field.person);
    await enter(page, field.person, `/dashboard/${field.mitasId}/dashboard`);
    await expect(row(page, 'Crest')).toBeVisible();

    await step('Activity whose pages do not come says so with a Retry, at first and further down', async () => {
      // More than one page of changes, made by the console's own calls.
      const csrf = await page.request.get('/api/public/csrf-token');
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const { accessToken } = (await (await page.request.get('/api/public/access-token')).json()) as { accessToken: string };
      const headers = { [csrfHeader]: csrfToken, authorization: `Bearer ${accessToken}` };
      for (let each = 0; each < activityPage + 2; each++) {
        const reply = await page.request.patch(`/api/mitashost/${field.mitasId}/receivers/${field.receivers['Hollow']}/name`, {
          headers,
          data: { oldName: 'Hollow', newName: `Hollow ${each}` },
        });
        expect(reply.status()).toBe(200);
      }
      // Changes include how people joined the system.
      const told = await page.request.get(`/api/mitashost/${field.mitasId}/changes?after=0`, { headers });
      const { revision } = (await told.json()) as { revision: number };
      const calls = `**/api/mitashost/${field.mitasId}/activity*`;
      await page.route(calls, (route) => route.abort('connectionrefused'));
      await visit(page, `/dashboard/${field.mitasId}/advanced/activity`);
      const failed = page.getByRole('alert').filter({ hasText: 'Could not load the changes' });
      await expect(failed).toContainText('The host did not answer');
      await page.unroute(calls);
      await failed.getByRole('button', { name: 'Retry' }).click();
      const listed = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
      await expect(listed).toHaveCount(activityPage);
      await page.route(calls, (route) => route.abort('connectionrefused'));
      await page.getByRole('button', { name: 'Show older' }).click();
      const older = page.getByRole('alert').filter({ hasText: 'Could not load older changes' });
      await expect(older).toBeVisible();
      await page.unroute(calls);
      await older.getByRole('button', { name: 'Retry' }).click();
      await expect(listed).toHaveCount(revision);
      await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
    });

    await step('asks also when the browser goes back to another system, and when the host takes its time', async () => {
      await visit(page, `/dashboard/${other.mitasId}/dashboard`);
      await page.getByRole('button', { name: other.name }).click();
      await page.getByRole('dialog').getByRole('button', { name: field.name }).click();
      await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
      // No answer, and no message of a lost line.
      await page.route(`**/api/mitashost/${field.mitasId}/receivers/*/enabled`, () => {});
      await enabled(page, 'Crest').click();
      await expect(page.getByRole('listitem').filter({ has: row(page, 'Crest') })).toContainText('Not saved yet');

      const asked = page.getByRole('alertdialog', { name: 'Switch with unsaved changes?' });
      await page.goBack();
      await expect(asked).toContainText('1 change is not saved yet');
      await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
      await asked.getByRole('button', { name: 'Stay' }).click();
      await expect(asked).toBeHidden();
      await expect(row(page, 'Crest')).toBeVisible();

      await page.getByRole('button', { name: field.name }).click();
      await page.getByRole('dialog').getByRole('button', { name: other.name }).click();
      await asked.getByRole('button', { name: 'Switch and lose it' }).click();
      await expect(page).toHaveURL(`/dashboard/${other.mitasId}/dashboard`);
      await expect(row(page, 'Crest')).toBeVisible();
      await expect(asked).toBeHidden();
    });

    await step('after a backup was restored it is sent only when the person says so', async () => {
      const calls = `**/api/mitashost/${field.mitasId}/receivers/*/enabled`;
      await page.route(calls, (route) => route.abort('connectionrefused'));
      await visit(page, `/dashboard/${field.mitasId}/dashboard`);
      await rename(page, 'Marsh', 'Bog');
      await expect(page.getByText('Marsh is now called Bog')).toBeVisible();
      await enabled(page, 'Crest').click();
      await enabled(page, 'Gully').click();
      await expect(page.getByText('Not saved yet')).not.toHaveCount(0);
      await operator.database.db
        .updateTable('system_revisions')
        .set({ epoch: 'after-the-restore' })
        .where('system_id', '=', field.mitasId)
        .execute();
      const held = page.getByRole('region', { name: 'Not saved yet' });
      await expect(held.getByRole('listitem')).toHaveText([/^Crest is disabled/, /^Gully is/]);
      await held.scrollIntoViewIfNeeded();
      await expectFineEverywhere(page);
      const leftOf = (alias: string) =>
        row(page, alias)
          .getByText('Disabled', { exact: true })
          .evaluate((word) => word.getBoundingClientRect().left);
      expect(await leftOf('Crest'), 'the mark moves no column').toBeCloseTo(await leftOf('Quarry'), 0);
      await page.unroute(calls);
      await held.getByRole('listitem').nth(1).getByRole('button', { name: 'Drop' }).click();
      await expect(enabled(page, 'Gully')).toBeChecked();
      await held.getByRole('button', { name: 'Send' }).click();
      await expect(held).toBeHidden();
      await expect(enabled(page, 'Crest')).not.toBeChecked();
    });
  });
});
