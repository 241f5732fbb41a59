import type { Locator, Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import { thorough } from '../support/thorough.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import type { Operator } from './support/operator.ts';
import { openReceivers, receiversPath, rowOf } from './support/receivers-page.ts';
import { visit, visitAnew } from './support/steps.ts';

const thoroughTest = thorough(test);

/**
 * FORM-12 to FORM-14: where the focus is during a call to the host, after the pressed control disappears, and
 * after what it opened closes.
 */

/** Presses twice by keyboard: during the call the button keeps the focus and does nothing. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.page().keyboard.press('Enter');
  await expect(button).toBeDisabled();
  await expect(button, 'while the host is asked').toBeFocused();
  await button.page().keyboard.press('Enter');
}

async function raiseMany(operator: Operator, field: Field, count: number): Promise<void> {
  const rx_id = field.receivers['Crest'] ?? 0;
  const raised = { system_id: field.mitasId, alarm_code_id: 4103, rx_id, alias: 'Crest', site_name: 'Ridge', snoozed: false };
  const alarms = Array.from({ length: count }, (_, at) => ({ ...raised, at: new Date(Date.now() - (count - at) * 60_000) }));
  await planted(operator.database).insertInto('alarms').values(alarms).execute();
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1 });

test.describe('older rows', () => {
  test.use({ expectErrors: ['net::ERR_'] });
  test('are asked for by a button that keeps the focus, and the first of them has it when it goes (FORM-13)', async ({
    page,
    field,
    operator,
  }) => {
    await raiseMany(operator, field, 120);
    await enter(page, field.person, `/dashboard/${field.mitasId}/alarms`);
    const rows = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem');
    await expect(rows).toHaveCount(50);
    const asked = await HeldCalls.at(page, '/alarms/history*');
    const older = page.getByRole('button', { name: /^(Show older|Loading…|Retry)$/ });
    await press(older);
    await asked.cut();
    await expect(page.getByRole('alert').filter({ hasText: 'Could not load older alarms' })).toBeVisible();
    await expect(older, 'it is Retry now').toBeFocused();
    await press(older);
    await asked.letGo();
    await expect(rows).toHaveCount(100);
    await expect(older).toBeEnabled();
    await expect(older).toBeFocused();
    await press(older);
    await asked.letGo();
    await expect(rows).toHaveCount(120);
    await expect(older).toHaveCount(0);
    await expect(rows.nth(100)).toBeFocused();
    expect(asked.waiting, 'each press asked once').toBe(0);
  });

  thoroughTest('older commands are asked for likewise (FORM-13)', async ({ page, field, operator }) => {
    const done = {
      system_id: field.mitasId,
      rx_id: field.receivers['Crest'] ?? 0,
      type: 'rxReboot',
      status: 'completed',
    } as const;
    const commands = Array.from({ length: 330 }, (_, at) => ({
      ...done,
      command_id: `command-${field.mitasId}-${at}`,
      asked_at: new Date(Date.now() - (330 - at) * 60_000),
      changed_at: new Date(Date.now() - (330 - at) * 60_000),
    }));
    await operator.database.db.insertInto('commands').values(commands).execute();
    await enter(page, field.person, `${receiversPath(field)}?commands=1`);
    const rows = page.getByRole('list', { name: 'Commands' }).getByRole('listitem');
    const older = page.getByRole('button', { name: /^(Show older|Loading…|Retry)$/ });
    await expect(older).toBeVisible();
    const before = await rows.count();
    const asked = await HeldCalls.at(page, '/commands?*');
    await press(older);
    await asked.cut();
    await expect(older, 'it asks for the same once more').toHaveText('Retry');
    await expect(older).toBeFocused();
    await press(older);
    await asked.letGo();
    await expect(rows).toHaveCount(330);
    await expect(older).toHaveCount(0);
    await expect(rows.nth(before)).toBeFocused();
  });
});

test('where the focus is while the host is asked, and when what was pressed is gone', async ({ page, field, step }) => {
  await openReceivers(page, field);
  await step('a page of the receivers that is come to has the focus at its heading (FORM-13)', async () => {
    await page.getByRole('button', { name: 'Retired' }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Retired receivers')).toBeFocused();
    await page.getByRole('main').getByRole('link', { name: 'All receivers', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'All receivers')).toBeFocused();
    await page.getByRole('link', { name: 'Gully', exact: true }).click();
    await expect(heading(page, 'Gully')).toBeFocused();
    await page.getByLabel('What you saw and did').fill('The mast leans');
    const add = page.getByRole('button', { name: 'Add note' });
    await add.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'The mast leans' })).toBeVisible();
    await expect(add).toBeFocused();
    const asked = await HeldCalls.at(page, '/notes/*');
    const remove = page.getByRole('button', { name: /^Delete the note of / });
    await press(remove);
    await asked.letGo();
    await expect(remove).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Field visits' }), 'its row is gone').toBeFocused();
  });

  await step('what takes a change back hands the focus to the row of the change (FORM-13)', async () => {
    await visitAnew(page, field, 'receivers');
    await page.getByRole('button', { name: 'New site' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('West bank');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await visit(page, `/dashboard/${field.mitasId}/advanced/activity`);
    await expect(heading(page, 'Activity')).toBeFocused();
    const row = page.getByRole('listitem').filter({ hasText: 'West bank' });
    const asked = await HeldCalls.at(page, '/changes/*/undo*');
    await press(row.getByRole('button', { name: /^Undo change/ }));
    await asked.letGo();
    await expect(row.filter({ hasText: 'undone since' })).toBeFocused();
  });

  await step('what was opened over the page gives the focus to its heading where the button is gone (FORM-14)', async () => {
    await visitAnew(page, field, `receivers?receiver=${field.receivers['Crest']}`);
    await expect(heading(page, 'Crest')).toBeFocused();
    await page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }).focus();
    await page.keyboard.press('Enter');
    await take(page, 'Retire');
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByText('There is no receiver')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await step('buttons of the alarms settings keep the focus while the host is asked (FORM-12)', async () => {
    await visitAnew(page, field, 'alarms?tab=settings');
    const minutes = page.getByRole('textbox', { name: 'Minutes offline before an alarm' });
    await expect(minutes).toHaveValue('5');
    const asked = await HeldCalls.at(page, '/alarms/test-mail', '/config/alarms', '/email-notifications', '/webhook');
    const mail = page.getByRole('button', { name: 'Send a test email' });
    await press(mail);
    await asked.letGo();
    await expect(mail).toBeEnabled();
    await expect(mail).toBeFocused();

    const report = page.getByRole('switch', { name: 'Daily report' });
    await report.focus();
    await page.keyboard.press('Space');
    await expect(mail).toBeDisabled();
    await expect(report).toBeFocused();
    await asked.letGo();
    await expect(mail).toBeEnabled();
    await expect(report).toBeFocused();

    await minutes.fill('7');
    await minutes.press('Enter');
    await expect(mail).toBeDisabled();
    await expect(minutes).toBeFocused();
    await asked.letGo();
    await expect(mail).toBeEnabled();
    await expect(minutes).toBeFocused();
    await minutes.fill('8');
    await press(page.getByRole('button', { name: 'Save minutes' }));
    await asked.letGo();
    await expect(mail).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Save minutes' })).toBeFocused();
    expect(asked.waiting, 'each press asked once').toBe(0);

    const webhook = page.getByRole('region', { name: 'System webhook' });
    await webhook.getByRole('button', { name: 'Set a webhook' }).focus();
    await page.keyboard.press('Enter');
    await webhook.getByLabel('Address').fill('https://example.com/');
    await webhook.getByLabel('Secret').fill('a-hidden-secret-of-it');
    await webhook.getByLabel('Secret').press('Enter');
    await expect(webhook.getByRole('button', { name: 'Save webhook' })).toBeDisabled();
    await expect(webhook.getByLabel('Secret')).toBeFocused();
  });
});

test('the page of receivers that the console opens with leaves the focus alone', async ({ page, field }) => {
  await enter(page, field.person, `${receiversPath(field)}?retired=1`);
  await expect(heading(page, 'Retired receivers')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

/** The first enabled item, where the focus begins. */
const firstLine = (page: Page): Locator => page.getByRole('menuitem', { disabled: false }).first();

/** Moves down a menu to an item, and presses it. */
async function take(page: Page, name: RegExp | string): Promise<void> {
  const line = page.getByRole('menuitem', { name, exact: true });
  await expect(firstLine(page)).toBeFocused();
  await expect(async () => {
    if (!(await line.evaluate((element) => element === document.activeElement))) await page.keyboard.press('ArrowDown');
    await expect(line).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Enter');
}

/** What the items of a menu open, and the keys that close it. */
const ledTo: readonly { lines: readonly (RegExp | string)[]; opened: string | null; keys: readonly string[] }[] = [
  { lines: [], opened: null, keys: ['Escape'] },
  { lines: ['Send a command'], opened: null, keys: ['Escape'] },
  { lines: ['Send a command', 'Sync clock'], opened: null, keys: [] },
  { lines: ['Send a command', 'Erase memory'], opened: 'Erase memory of Crest?', keys: ['Escape'] },
  { lines: ['Send a command', 'Erase memory'], opened: 'Erase memory of Crest?', keys: ['Tab', 'Enter'] },
  { lines: ['Rename'], opened: 'Name', keys: ['Enter'] },
  { lines: ['Choose colour'], opened: 'Colour', keys: ['Escape'] },
  { lines: ['Move to another site'], opened: null, keys: ['Escape'] },
  { lines: ['Copy'], opened: 'Copy Crest?', keys: ['Enter'] },
  { lines: ['Retire'], opened: 'Retire Crest?', keys: ['Escape'] },
];

/** Walks each item by keyboard alone, from the menu's button, which `reach` focuses. */
async function walkMenu(page: Page, reach: () => Promise<void>, expectHome: (after: string) => Promise<void>): Promise<void> {
  for (const { lines, opened, keys } of ledTo) {
    await reach();
    await page.keyboard.press('Enter');
    for (const line of lines) await take(page, line);
    const over = page.getByRole(/^(Erase|Delete|Retire)/.test(opened ?? '') ? 'alertdialog' : 'dialog', { name: opened ?? '' });
    if (opened !== null) await expect(over.locator(':focus').or(over.and(page.locator(':focus')))).toBeVisible();
    else if (keys.length > 0) await expect(firstLine(page)).toBeFocused();
    for (const key of keys) await page.keyboard.press(key);
    const way = `${lines.join(', ') || 'the menu'}, by ${keys.join(', ') || 'itself'}`;
    await expectHome(way);
    await expect(page.getByRole('menu').or(over), way).toHaveCount(0);
  }
}

test.describe('what was opened over the page', () => {
  test("gives the focus back to the menu's button, whatever the menu led to (FORM-14)", async ({ page, field }) => {
    await field.asks('Crest');
    await enter(page, field.person, `${receiversPath(field)}?receiver=${field.receivers['Crest']}`);
    const button = page.getByRole('main').getByRole('button', { name: 'Actions', exact: true });
    await walkMenu(
      page,
      () => button.focus(),
      (after) => expect(button, after).toBeFocused(),
    );
  });

  test('gives it back to the row of the list, or the button in it (FORM-14)', async ({ page, field }) => {
    await field.asks('Crest');
    await openReceivers(page, field);
    await page.getByRole('button', { name: 'Enabled' }).focus();
    for (const key of ['Tab', 'ArrowDown']) await page.keyboard.press(key);
    const row = rowOf(page, 'Crest');
    const button = row.getByRole('button', { name: 'Actions of Crest', exact: true });
    await walkMenu(
      page,
      async () => {
        if (await row.evaluate((element) => element === document.activeElement)) await page.keyboard.press('ArrowLeft');
        await expect(button).toBeFocused();
      },
      (after) => expect(row.and(page.locator(':focus, :focus-within')), after).toBeVisible(),
    );
  });

  thoroughTest('gives it once: a window that is resized later moves no focus (FORM-14)', async ({ page, field }) => {
    await enter(page, field.person, `${receiversPath(field)}?receiver=${field.receivers['Crest']}`);
    const button = page.getByRole('main').getByRole('button', { name: 'Actions', exact: true });
    await button.press('Enter');
    await expect(firstLine(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await button.evaluate((element) => element.remove());
    await page.setViewportSize({ width: 1000, height: 700 });
    const focused = page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return document.activeElement?.tagName;
    });
    expect(await focused).toBe('BODY');
  });

  for (const [from, to] of [
    [390, 1440],
    [1440, 390],
  ] as const)
    thoroughTest(
      `gives it back where the window went from ${from} to ${to} pixels meanwhile (FORM-14)`,
      async ({ page, field }) => {
        await page.setViewportSize({ width: from, height: 844 });
        for (const [path, name, role] of [
          [`receivers?receiver=${field.receivers['Crest']}`, /^Actions$/, 'menuitem'],
          ['advanced/activity', /What$/, 'option'],
        ] as const) {
          const address = `/dashboard/${field.mitasId}/${path}`;
          await (role === 'menuitem' ? enter(page, field.person, address) : page.goto(address));
          const button = page.getByRole('main').getByRole('button', { name });
          await button.focus();
          await page.keyboard.press('Enter');
          await expect(page.getByRole(role).first()).toBeFocused();
          await page.setViewportSize({ width: to, height: 844 });
          await expect(page.getByRole(role).first()).toBeFocused();
          await page.keyboard.press('Escape');
          await expect(page.getByRole(role)).toHaveCount(0);
          await expect(button).toBeFocused();
          await page.setViewportSize({ width: from, height: 844 });
        }
      },
    );
});
