import type { Locator, Page } from '@playwright/test';
import { type Field, makeSecondField } from './support/field.ts';
import { enter, expect, productUrl, test } from './support/fixtures.ts';
import type { Operator, Person } from './support/operator.ts';
import {
  desk,
  expectFineEverywhere as look,
  expectAccessible,
  expectNoSidewaysScroll,
  expectTouchTargets,
  phone,
} from './support/page-checks.ts';
import { chooseElsewhere } from './support/preferred-scheme.ts';
import { StreamPage } from './support/stream-page.ts';
import { visitAnew } from './support/steps.ts';
import { planted } from '../support/planted.ts';

/**
 * Every screen in both schemes, on a desktop and on a phone (LOOK-11, LOOK-12, LOOK-16): axe, width, and
 * touch targets.
 */

/** Makes a system the person's current one. */
async function connect(operator: Operator, person: Person, current: string | null): Promise<void> {
  await operator.database.db
    .updateTable('users')
    .set({ current_system_id: current })
    .where('username', '=', person.username)
    .execute();
}

/** Opens the popups of the screen's own buttons one by one, and checks each. */
async function lookAtOpened(page: Page): Promise<void> {
  const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
  // The menus of rows are checked in receivers-axe.
  const openers = page.locator("main button[aria-haspopup]:enabled:not([aria-label^='Actions of'])").filter({ visible: true });
  await expect(openers.first()).toBeVisible();
  for (let at = 0; at < (await openers.count()); at++) {
    await openers.nth(at).click();
    await expect(page.locator(opened)).toHaveCount(1);
    await test.step(`opened ${at}: ${await page.locator(opened).textContent()}`, () => look(page, opened));
    await page.keyboard.press('Escape');
    await expect(page.locator(opened)).toHaveCount(0);
  }
}

/** Checks the popups of a screen that was just visited. */
async function lookAtButtons(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await lookAtOpened(page);
}

async function open(page: Page, person: Person, path: string, heading: string): Promise<void> {
  await enter(page, person, path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
}

test.use({ viewport: desk });
// Many checks of many pages, without any waiting.
test.setTimeout(480_000);

test('login, sign up and reset', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await look(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveAttribute('aria-invalid', 'true');
  await look(page);
});

test('Home, its dialogs, and its drawer on a phone', async ({ page, field, operator, step }) => {
  await connect(operator, field.person, field.mitasId);
  await field.hear(...fourContacts());
  await open(page, field.person, '/dashboard', 'Home');
  await step('home and its dialog', async () => {
    await expect(page.getByRole('button', { name: /^Quarry/ })).toBeVisible();
    await look(page);
    await page.getByRole('banner').getByRole('button', { name: field.name }).click();
    await expect(page.getByRole('dialog', { name: 'Connect to:' })).toBeVisible();
    await look(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await step('what the buttons of a screen open: Home', async () => {
    await visitAnew(page, field, 'dashboard', desk);
    await lookAtButtons(page, 'Home');
  });

  await step('the drawer on a phone', async () => {
    await visitAnew(page, field, 'dashboard', phone);
    await chooseElsewhere(page, 'light');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Receivers' }).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page);
  });
});

test('the live stream, and what its buttons open', async ({ page, field, operator, step }) => {
  await connect(operator, field.person, field.mitasId);
  const stream = await StreamPage.open(page, field);
  await step('the live stream, paused, its filters, its files and its table', async () => {
    await look(page);
    await field.hear(...fourContacts());
    await expect(stream.rows).toHaveCount(4);
    await page.getByRole('button', { name: 'Pause' }).click();
    await stream.chart.focus();
    await page.keyboard.press('End');
    await expect(stream.tooltip).toBeVisible();
    await look(page);
    await stream.openFilters();
    await look(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, '[role=menu]');
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Table' }).click();
    await expect(stream.chart).toBeHidden();
    await look(page);
  });

  await step('what the buttons of a screen open: Live stream', async () => {
    await field.hear(...fourContacts());
    await visitAnew(page, field, 'receivers/stream', desk);
    await lookAtButtons(page, 'Live stream');
  });
});

test('what the buttons of other screens open', async ({ page, field, step }) => {
  await field.hear(...fourContacts());
  await enter(page, field.person, `/dashboard/${field.mitasId}/alarms`);
  const screens = [
    ['Alarms', 'alarms'],
    ['Activity', 'advanced/activity'],
    ['Crest', `receivers?receiver=${field.receivers['Crest']}`],
  ] as const;
  for (const [heading, path] of screens)
    await step(`what the buttons of a screen open: ${heading}`, async () => {
      await visitAnew(page, field, path, desk);
      await lookAtButtons(page, heading);
    });

  await step('what the buttons of a screen open: All receivers', async () => {
    await visitAnew(page, field, `receivers?selected=${field.receivers['Crest']},${field.receivers['Gully']}`, desk);
    // A phone hides its filters until the person opens them.
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.setViewportSize(desk);
    await lookAtButtons(page, 'All receivers');
  });
});

test.describe('in place of a system', () => {
  test.use({ expectErrors: ['status of 403', 'status of 503'] });
  test('not found, invalid, unauthorized, offline and select system', async ({ page, field, operator }) => {
    const { person, mitasId }: Field = field;
    await connect(operator, person, mitasId);
    await open(page, person, '/dashboard', 'Home');
    const screens: [path: string, heading: string][] = [
      [`/dashboard/${mitasId}/nothing`, 'Page not found'],
      ['/nothing', 'Page not found'],
      ['/dashboard/no%20name/dashboard', 'Oops! This domain does not exist.'],
      ['/dashboard/demo/dashboard', 'You are not authorized to view this MITAS'],
    ];
    for (const [path, heading] of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await look(page);
    }
    const other = await makeSecondField(operator, productUrl(), person);
    await operator.admin(['systems', 'set', other.mitasId, '--offline']);
    await page.goto(`/dashboard/${other.mitasId}/dashboard`);
    await expect(page.getByRole('heading', { name: 'MITAS is offline' })).toBeVisible();
    await look(page);
    await connect(operator, person, null);
    await page.goto('/dashboard');
    await expect(page.getByText('Choose the system to connect to')).toBeVisible();
    await look(page);
  });
});

test.describe('the notifications', () => {
  test.use({ expectErrors: ['net::ERR_'] });
  test('none, new beside seen, and those that could not be loaded', async ({ page, field, operator }) => {
    await connect(operator, field.person, field.mitasId);
    const { db } = operator.database;
    const alarms = [2100, 3100, 4101, 4300, 3101, 2102].map((alarm_code_id) => {
      return { system_id: field.mitasId, alarm_code_id, alias: 'Crest', site_name: 'North ridge' };
    });
    const menu = page.getByRole('dialog', { name: 'Alarms' });
    await open(page, field.person, '/dashboard', 'Home');
    await page.getByRole('button', { name: 'Alarms, none new' }).click();
    await expect(menu).toContainText('No alarms!');
    await look(page, '[role=dialog]');

    await db.insertInto('alarms').values(alarms).execute();
    await planted(operator.database)
      .updateTable('memberships')
      .set({ last_seen_alarm_id: 3 })
      .where('system_id', '=', field.mitasId)
      .execute();
    // While marking fails, the alarms stay new.
    await page.route('**/api/app/client/last-seen', (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByRole('button', { name: 'Alarms, 3 new' }).click();
    await expect(page.getByText('Could not mark the alarms as seen')).toBeVisible();
    await expect(menu.getByText('New')).toHaveCount(3);
    for (const row of [0, 5]) {
      await menu.getByRole('listitem').nth(row).focus();
      await look(page, '[role=dialog]');
    }

    await page.route('**/alarms?*', (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByRole('button', { name: 'Alarms, none new' }).click();
    await expect(menu.getByRole('alert')).toBeVisible();
    await look(page, '[role=dialog]');
  });
});

test.describe('what cannot be loaded', () => {
  test.use({ expectErrors: ['net::ERR_', 'Failed to fetch dynamically imported module'] });
  test('a system, a part of the page, and the message that tells of it', async ({ page, field, operator }) => {
    await connect(operator, field.person, field.mitasId);
    await page.route('**/assets/home-view-*.js', (route) => route.abort('connectionrefused'));
    await page.route('**/api/app/client/dark-mode', (route) => route.abort('connectionrefused'));
    await enter(page, field.person);
    await expect(page.getByText('An error occurred loading an app component')).toBeVisible();
    await page.getByRole('button', { name: 'Switch to light' }).click();
    // The focus keeps the message open until it is checked.
    await page.getByRole('button', { name: 'Dismiss' }).focus();
    await look(page);
    await page.route('**/api/mitashost/**', (route) => route.abort('connectionrefused'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Could not load the system' })).toBeVisible();
    await look(page);
  });
});

function fourContacts() {
  const receivers = ['Crest', 'Gully', 'Hollow', 'Marsh'];
  return receivers.map((receiver, index) => ({ receiver, code: index + 1, ts: Date.now() - 5_000 + index }));
}

test("with the system's colours every control shows what it is (LOOK-40)", async ({ page, field, operator, step }) => {
  await connect(operator, field.person, field.mitasId);
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers`);

  await step('a switch that is on or off, a box of a row, and the item of a menu that the keys are at', async () => {
    await visitAnew(page, field, 'receivers');
    const toggle = page.getByRole('switch', { name: 'Crest enabled' });
    await expectOtherLook(page, toggle, () => toggle.click());
    const box = page.getByRole('checkbox', { name: /^Select Crest/ }).locator('xpath=ancestor::label');
    await expectOtherLook(page, box, () => box.click());
    await page.getByRole('button', { name: 'Actions of Crest' }).click();
    const item = page.getByRole('menuitem').nth(1);
    await expectOtherLook(page, item, () => item.focus());
  });

  await step('what is pressed, chosen or current', async () => {
    await visitAnew(page, field, 'receivers/stream');
    const minute = page.locator('label').filter({ hasText: '1 min' });
    await expectOtherLook(page, minute, () => minute.click());
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Statistics' });
    await expectOtherLook(page, link, () => link.click());
    await visitAnew(page, field, 'advanced/detection-settings');
    const preset = page.getByRole('button', { name: 'Strict', exact: true });
    await expectOtherLook(page, preset, () => preset.click());
    const tab = page.getByRole('tab', { name: 'Reprocessing' });
    await expectOtherLook(page, tab, () => tab.click());
  });

  await step('a button that cannot be pressed yet', async () => {
    await visitAnew(page, field, 'receivers');
    await page.getByRole('button', { name: 'New site' }).click();
    const dialog = page.getByRole('dialog', { name: 'New site' });
    await expectOtherLook(page, dialog.getByRole('button', { name: 'Create site' }), () =>
      dialog.getByLabel('Name').fill('West bank'),
    );
    await page.keyboard.press('Escape');
  });
});

/** Expects that the action changes the control's look, even without the pointer on it. */
async function expectOtherLook(page: Page, control: Locator, act: () => Promise<void>): Promise<void> {
  const looks = async (): Promise<string> => {
    await page.mouse.move(0, 0);
    return (await control.screenshot({ animations: 'disabled' })).toString('base64');
  };
  const before = await looks();
  await act();
  await expect.poll(looks).not.toBe(before);
}
