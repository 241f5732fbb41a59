import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import { alarmOffline, type Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import type { Operator } from './support/operator.ts';
import { expectAccessible, expectFineEverywhere, expectNoSidewaysScroll, expectTouchTargets } from './support/page-checks.ts';
import { visitAnew } from './support/steps.ts';

/** ALP-1 to ALP-3: the page of alarms. */

const hour = 3_600_000;
const rows = (page: Page): Locator => page.getByRole('list', { name: 'Alarms' }).getByRole('listitem');
const pathOf = (field: Field, search = ''): string => `/dashboard/${field.mitasId}/alarms${search}`;
const settingsOf = (field: Field): string => pathOf(field, '?tab=settings');

/** Opens the page by way of another screen, for a step. */
const visitAlarms = (page: Page, field: Field, search = ''): Promise<void> => visitAnew(page, field, `alarms${search}`, null);

async function raise(operator: Operator, field: Field, alias: string, code: number, hoursAgo: number): Promise<void> {
  const rx_id = field.receivers[alias] ?? 0;
  const at = new Date(Date.now() - hoursAgo * hour);
  const raised = { system_id: field.mitasId, alarm_code_id: code, rx_id, alias, site_name: 'Ridge', at, snoozed: false };
  await planted(operator.database).insertInto('alarms').values(raised).execute();
}

/** Raises the alarms of a beacon that fell silent 30 minutes ago and was heard again 20 minutes ago. */
async function raiseBeacon(operator: Operator, field: Field): Promise<void> {
  const rx_id = field.receivers['Crest'] ?? 0;
  const raised = { system_id: field.mitasId, rx_id, alias: 'B 12', site_name: 'Ridge', snoozed: false };
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000);
  await planted(operator.database)
    .insertInto('alarms')
    .values([
      { ...raised, alarm_code_id: 4200, at: at(30) },
      { ...raised, alarm_code_id: 2200, at: at(20) },
    ])
    .execute();
}

test('what the page of alarms lists, filters and saves', async ({ page, field, operator, step }) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/dashboard`);
  await page.getByRole('navigation').getByRole('link', { name: 'Alarms', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No alarms!' })).toBeVisible();

  await raise(operator, field, 'Hollow', 3101, 7);
  await raise(operator, field, 'Hollow', 2102, 6);
  await raise(operator, field, 'Crest', 4101, 5);
  await raise(operator, field, 'Crest', 2100, 3);
  await raise(operator, field, 'Gully', 4102, 2);
  await page.reload();

  await step('what went wrong, how long it lasted, and the filters of the address', async () => {
    await expect(rows(page), 'a recovery is in the row of its alarm (ALP-8)').toHaveCount(3);
    await expect(rows(page).nth(1)).toContainText(/Offline from \d\d:\d\d to \d\d:\d\d/);
    await page.getByRole('checkbox', { name: 'Single lines' }).click();
    await expect(page).toHaveURL(/\?lines=single$/);
    await expect(rows(page)).toHaveCount(5);
    await expect(rows(page).nth(0)).toContainText('for 2 h');
    await expect(rows(page).nth(2)).toContainText("'Crest' at 'Ridge' has gone offline.");
    await expect(rows(page).nth(2)).toContainText('lasted 2 h');
    await expectAccessible(page);

    await page.getByRole('checkbox', { name: 'Ongoing' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\?lasting=yes&lines=single$/);
    await page.getByRole('button', { name: /Level$/ }).click();
    await page.getByRole('option', { name: 'Warnings' }).click();
    await expect(page.getByRole('heading', { name: 'No alarms match the filters' })).toBeVisible();
    await expect(page).toHaveURL(/\?level=3&lasting=yes&lines=single$/);
    await page.goBack();
    await page.goBack();
    await expect(rows(page)).toHaveCount(5);

    await rows(page).nth(0).getByRole('link', { name: "'Gully'" }).click();
    await expect(page).toHaveURL(/\/receivers\?receiver=\d+$/);
  });

  await step('all that is asked for is saved as a file', async () => {
    await visitAlarms(page, field, '?level=3');
    await expect(rows(page)).toHaveCount(1);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save CSV' }).click()]);
    expect(file.suggestedFilename()).toMatch(/ alarms .*\.csv$/);
  });

  await step('what the file holds is what the table shows and the database has', async () => {
    await visitAlarms(page, field, '?lines=single');
    await expect(rows(page)).toHaveCount(5);
    const shown = await rows(page).evaluateAll((items) =>
      items.map((item) => ({
        id: item.id.replace('alarm-', ''),
        at: item.querySelector('time')?.dateTime ?? '',
        line: item.querySelector('p')?.textContent,
        isLasting: item.dataset['lasting'] === 'true',
      })),
    );
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save CSV' }).click()]);
    const text = await readFile(await file.path(), 'utf8');
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    const names = head.split(',');
    const saved = lines.map((line) =>
      Object.fromEntries(line.split(',').map((cell, at) => [names[at]?.replace(/UTC.*/, ''), cell])),
    );
    const { rows: stored } = await operator.database.pool.query<{ id: string; at: Date; code: string; ended: Date | null }>(
      `select id::text, alarm_code_id::text as code, at, (
         select min(later.at) from alarms as later where later.rx_id = alarms.rx_id and later.id > alarms.id
           and (alarms.alarm_code_id, later.alarm_code_id) in ((4101, 2100), (3101, 2102))) as ended
       from alarms where system_id = $1 order by id desc`,
      [field.mitasId],
    );
    expect(saved.map(({ id, code }) => [id, code])).toEqual(stored.map(({ id, code }) => [id, code]));
    expect(saved.map(({ lastedSeconds }) => lastedSeconds)).toEqual(
      stored.map(({ at, ended }) => (ended === null ? '' : String(Math.round((ended.getTime() - at.getTime()) / 1_000)))),
    );
    expect(shown.map(({ id, line, isLasting }) => [id, line, isLasting ? 'yes' : 'no'])).toEqual(
      saved.map(({ id, alarm, lasting }) => [id, alarm, lasting]),
    );
    expect(shown.map(({ at }) => at)).toEqual(stored.map(({ at }) => at.toISOString()));
  });

  await step('below the line of an alarm the page and the bell say what is so, where and since when (ALP-6)', async () => {
    const line = "Beacon 'B 12' at 'Ridge'";
    await raiseBeacon(operator, field);
    await page.goto(pathOf(field, '?lines=single'));
    const [silent, heard] = [/^Silent at Crest since \d\d:\d\d$/, /^Heard again at Crest since \d\d:\d\d$/];
    await expect(rows(page).getByRole('paragraph').filter({ hasText: 'Beacon' })).toHaveText([line, line]);
    await expect(rows(page).nth(0).getByText(heard)).toBeVisible();
    await expect(
      rows(page)
        .nth(1)
        .getByText(/^Silent at Crest from \d\d:\d\d to \d\d:\d\d$/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Alarms, 7 new' }).click();
    const bell = page.getByRole('dialog').getByRole('listitem');
    await expect(bell.filter({ hasText: line }).getByText(heard)).toBeVisible();
    await expect(bell.nth(1).getByText(silent)).toBeVisible();
    await page.keyboard.press('Escape');
    await rows(page).nth(1).getByRole('link', { name: 'Crest' }).click();
    await expect(page).toHaveURL(new RegExp(`\\/receivers\\?receiver=${field.receivers['Crest']}$`));
  });
});

test('how the page of alarms fits on desks and phones', async ({ page, field, operator, step }) => {
  await raise(operator, field, 'Crest', 4101, 5);
  await enter(page, field.person, pathOf(field));

  await step('the filters take one line (LOOK-28)', async () => {
    await visitAlarms(page, field, '?level=4');
    const labels = ['Level', 'Alarm', 'Receiver', 'Snooze', 'From', 'Until'];
    const filters = page.getByRole('region', { name: 'Filters' });
    const seen = [...labels.map((label) => filters.getByText(label, { exact: true }).first()), filters.getByText('Ongoing')];
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const counts = async () => {
        const boxes = await Promise.all(seen.map((one) => one.boundingBox()));
        const middles = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2);
        const beginnings = middles.filter((y, at) => at === 0 || Math.abs(y - (middles[at - 1] ?? 0)) > 40);
        return beginnings.map((y) => middles.filter((other) => Math.abs(other - y) <= 40).length);
      };
      await expect.poll(counts, `lines of filters at ${width}`).toEqual([7]);
      await expectNoSidewaysScroll(page);
    }
  });

  await step('on a phone, and with the filters unfolded, in both schemes, as wide as a desk, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visitAlarms(page, field);
    await expect(rows(page)).toHaveCount(1);
    const checkbox = page.getByRole('checkbox', { name: 'Ongoing' });
    await expect(checkbox, 'the filters are folded').toBeHidden();
    await expect(rows(page).getByText('for 5 h')).toBeVisible();
    const height = async () => (await rows(page).first().boundingBox())?.height;
    await expect.poll(height, 'no higher than three lines').toBeLessThanOrEqual(76);
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await checkbox.click();
    await expect(page.getByRole('button', { name: 'Filters: 1' })).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: /Level$/ }).click();
    await expectFineEverywhere(page, '[role=listbox]');
    await page.keyboard.press('Escape');
    await expectFineEverywhere(page);
  });
});

test('an administrator sets the minutes, everybody their mails, and others see why not', async ({
  page,
  field,
  operator,
  browser,
}) => {
  const admin = await operator.addPerson({ [field.mitasId]: 'administrator' });
  await enter(page, admin, pathOf(field, '?level=4'));
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page, 'the filters stay (ALP-7)').toHaveURL(/\?level=4&tab=settings$/);
  await expect(page.getByRole('region', { name: 'Filters' })).toHaveCount(0);
  const minutes = page.getByRole('textbox', { name: 'Minutes offline before an alarm' });
  await expect(minutes).toHaveValue('5');
  await minutes.fill('0');
  await expect(page.getByRole('button', { name: 'Save minutes' })).toBeDisabled();
  await minutes.fill('12');
  await page.getByRole('button', { name: 'Save minutes' }).click();
  await expect(messageOf(page)).toContainText('Offline alarm minutes changed');
  await page.reload();
  await expect(minutes).toHaveValue('12');

  const mails = page.getByRole('switch', { name: 'Emails', exact: true });
  const was = await mails.isChecked();
  await mails.click();
  await expect(mails).toBeChecked({ checked: !was });
  await page.reload();
  await expect(mails).toBeChecked({ checked: !was });

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await enter(other, await operator.addPerson({ [field.mitasId]: 'viewer' }), settingsOf(field));
  await expect(other.getByText('Only administrators and owners can change this.')).toBeVisible();
  await expect(other.getByText('12 minutes')).toBeVisible();
  await context.close();
});

test('what an owner changes on the page of alarms', async ({ page, field, operator, step }) => {
  await alarmOffline(operator, field, 'Gully');
  await enter(page, field.person, pathOf(field));

  await step('an alarm that comes is shown unasked, and its receiver is snoozed from its row', async () => {
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('for 1 min');
    await expect(async () => {
      await field.hear({ receiver: 'Gully' });
      await expect(rows(page)).toContainText('lasted 1 min', { timeout: 1_500 });
    }).toPass();
    await expect(rows(page)).toHaveCount(1);

    await rows(page).getByRole('button', { name: 'Snooze Gully' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Snooze', exact: true }).click();
    await expect(rows(page).getByRole('button', { name: /^Gully: Snoozed until .*Change$/ })).toBeVisible();
  });

  await step('the minutes are taken back like any other change (ALM-5, CHG-18)', async () => {
    await visitAlarms(page, field, '?tab=settings');
    const minutes = page.getByRole('textbox', { name: 'Minutes offline before an alarm' });
    await minutes.fill('12');
    await page.getByRole('button', { name: 'Save minutes' }).click();
    await expect(messageOf(page)).toContainText('Offline alarm minutes changed');
    await expect(minutes).toHaveValue('12');
    await page.getByRole('heading', { name: 'Alarms', level: 1 }).click();
    await page.keyboard.press('Control+z');
    await expect(minutes).toHaveValue('5');
  });

  await step('what another page changed of the mails stays, and is shown with what is saved (MAIL-18)', async () => {
    await visitAlarms(page, field, '?tab=settings');
    const daily = page.getByRole('switch', { name: 'Daily report' });
    await expect(daily).toBeChecked();
    // Unsubscribes as the link in an email does, without a message to this page.
    await planted(operator.database)
      .updateTable('memberships')
      .set({ email_reports: false })
      .where('system_id', '=', field.mitasId)
      .execute();
    await page.getByRole('switch', { name: 'Alarms', exact: true }).click();
    await expect(messageOf(page)).toContainText('Email settings changed');
    await expect(daily).not.toBeChecked();
    const { rows: kept } = await operator.database.pool.query(
      'select distinct email_alarms, email_reports from memberships where system_id = $1',
      [field.mitasId],
    );
    expect(kept).toEqual([{ email_alarms: false, email_reports: false }]);
  });
});

test.describe('what does not come', () => {
  test.use({ expectErrors: ['ERR_FAILED'] });

  test('to the page of alarms is said there, with Retry', async ({ page, field, operator, step }) => {
    await enter(page, field.person, pathOf(field));

    await step('is not said to be none, and comes by Retry (LOOK-9)', async () => {
      try {
        const none = page.getByRole('heading', { name: 'No alarms!' });
        await expect(none).toBeVisible();
        await alarmOffline(operator, field, 'Gully');
        const path = '**/alarms/history*';
        await page.route(path, (route) => route.abort());
        await expect(async () => {
          await field.hear({ receiver: 'Gully' });
          await expect(page.getByText('Could not load newer alarms')).toBeVisible({ timeout: 1_500 });
        }).toPass();
        await expect(none).toBeHidden();
        await page.unroute(path);
        await page.getByRole('button', { name: 'Retry' }).first().click();
        await expect(rows(page).first()).toContainText("'Gully'");
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });

    await step('is told once while the host does not answer, with one Retry of all that is missing (ERR-18)', async () => {
      try {
        const paths = ['**/config/alarms', '**/webhook'];
        for (const path of paths) await page.route(path, (route) => route.abort());
        await page.goto(settingsOf(field));
        const failed = page.getByRole('alert').filter({ hasText: 'Could not load' });
        const missing = page.getByText(/^Could not load the (setting|webhook)$/);
        await expect(missing).toHaveCount(2, { timeout: 60_000 });
        await expect(failed).toHaveText(/^Could not load the \w+.*Retry loads everything that is missing\.Retry$/);
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1);
        await expectFineEverywhere(page);
        for (const path of paths) await page.unroute(path);
        await failed.getByRole('button', { name: 'Retry' }).press('Enter');
        await expect(missing).toHaveCount(0);
        await expect(page.getByText('No webhook.')).toBeVisible();
        await expect(page.getByText(/5 minutes|Minutes offline/)).toBeVisible();
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });

    await step('keeps its Retry of all, and the focus, where more is missing later (ERR-18)', async () => {
      try {
        const later = Promise.withResolvers<void>();
        await page.route('**/config/alarms', (route) => route.abort());
        await page.route('**/webhook', async (route) => {
          await later.promise;
          await route.abort();
        });
        await page.goto(settingsOf(field));
        const failed = page.getByRole('alert').filter({ hasText: 'Could not load' });
        const retry = failed.getByRole('button', { name: 'Retry' });
        const said = /^Could not load the setting.*Retry loads everything that is missing\.Retry$/;
        await expect(failed).toHaveText(said, { timeout: 60_000 });
        await retry.focus();
        later.resolve();
        await expect(page.getByText('Could not load the webhook', { exact: true })).toBeVisible({ timeout: 60_000 });
        await expect(failed, 'what was read out is not read again').toHaveText(said);
        await expect(retry).toBeFocused();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await retry.press('Enter');
        await expect(page.getByText(/5 minutes|Minutes offline/)).toBeVisible();
        await expect(page.getByText('No webhook.')).toBeVisible();
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });

    await step('of the minutes is said, with Retry', async () => {
      try {
        const path = '**/config/alarms';
        await page.route(path, (route) => route.abort());
        await page.goto(settingsOf(field));
        const failed = page.getByRole('alert').filter({ hasText: 'Could not load the setting' });
        await expect(failed).toBeVisible({ timeout: 60_000 });
        await expectFineEverywhere(page);
        await page.unroute(path);
        await failed.getByRole('button', { name: 'Retry' }).press('Enter');
        await expect(page.getByText(/5 minutes|Minutes offline/)).toBeVisible();
        await expect(page.getByRole('region', { name: 'Offline alarm' }), 'Retry is gone (FORM-13)').toBeFocused();
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  });
});
