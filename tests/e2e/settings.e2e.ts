import { browserTimezone } from './support/browser-timezone.ts';
import { enter, expect, productUrl, test } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { visit } from './support/steps.ts';

test('what one chooses in Settings is kept', async ({ page, field, step }) => {
  const settings = `/dashboard/${field.mitasId}/receivers/settings`;
  await enter(page, field.person, settings);

  await step('it leads to where one is logged in', async () => {
    await visit(page, settings);
    await page.getByRole('link', { name: 'See where you are logged in, and end sessions' }).click();
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible();
  });

  await step('one chooses one’s mails; all are off together (MAIL-9)', async () => {
    await visit(page, settings);
    const mails = page.getByRole('region', { name: 'Emails from this system' });
    const all = mails.getByRole('switch', { name: 'Emails', exact: true });
    const spotted = mails.getByRole('switch', { name: 'Tag spotted' });
    await expect(all).toBeChecked();
    await all.click();
    await expect(all).not.toBeChecked();
    await expect(spotted).toBeDisabled();
    await all.click();
    await expect(all).toBeChecked();
    await expect(spotted).toBeEnabled();
    const before = await spotted.isChecked();
    await spotted.click();
    await expect(spotted).toBeChecked({ checked: !before });
    await page.reload();
    await expect(spotted).toBeChecked({ checked: !before });
  });

  await step('one chooses CSV for Excel beside one’s profile, where the settings are the same (FILE-17, NAV-36)', async () => {
    await visit(page, settings);
    const mine = page.getByRole('region', { name: 'My Settings' });
    const names = ['Timezone', 'Emails from this system', 'CSV files'];
    for (const name of names) await expect(mine.getByRole('region', { name })).toBeVisible();
    await expect(mine.getByRole('region', { name: 'Timezone' })).toContainText(
      /It changes no time that you see: pages, emails and files use the system's timezone, [A-Z]/,
    );
    await visit(page, `/dashboard/${field.mitasId}/account/profile`);
    for (const name of names) await expect(mine.getByRole('region', { name })).toBeVisible();
    await expectFineEverywhere(page);
    const excel = mine.getByRole('switch', { name: 'CSV for Excel' });
    await expect(excel).not.toBeChecked();
    await excel.click();
    await expect(messageOf(page)).toContainText('CSV files are saved for Excel');
    await visit(page, settings);
    await expect(excel).toBeChecked();
    await page.reload();
    await expect(excel).toBeChecked();
    await excel.click();
    await expect(messageOf(page)).toContainText('CSV files are saved without a byte order mark');
  });

  await step('one chooses a timezone, or takes the browser’s; it is kept (SYS-20)', async () => {
    await visit(page, settings);
    const timezone = page.getByRole('region', { name: 'Timezone' });
    const automatic = timezone.getByRole('checkbox', { name: 'Automatic' });
    await expect(automatic).toBeChecked();
    const guessed = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect(timezone.getByRole('textbox', { name: 'Timezone of this browser' })).toHaveValue(
      new RegExp(`^${guessed} \\(UTC`),
    );
    await expectFineEverywhere(page);
    await automatic.click();
    await expect(messageOf(page)).toContainText('Timezone changed');
    const zone = timezone.getByRole('combobox', { name: 'Timezone' });
    await zone.fill('katmandu');
    await page.getByRole('option', { name: /^Asia\/Katmandu \(UTC\+05:45\)$/ }).click();
    await expect(zone).toHaveValue(/\(UTC\+05:45\)$/);
    await page.reload();
    await expect(zone).toHaveValue(/\(UTC\+05:45\)$/);
    await automatic.click();
    await expect(timezone.getByRole('textbox', { name: 'Timezone of this browser' })).toHaveValue(new RegExp(`^${guessed} `));
  });
});

test('the timezone of the browser becomes that of somebody who comes with another (ACC-17)', async ({
  page,
  field,
  operator,
}) => {
  const person = operator.database.db.updateTable('users').where('username', '=', field.person.username);
  await person.set({ timezone: 'UTC' }).execute();
  await enter(page, field.person);
  const kept = operator.database.db.selectFrom('users').select('timezone').where('username', '=', field.person.username);
  await expect.poll(async () => (await kept.executeTakeFirst())?.timezone).toBe(browserTimezone);
});

test('the clock sync interval is set by an Administrator, and seen by a Viewer (SYS-8, SYS-21)', async ({
  browser,
  page,
  field,
  operator,
}) => {
  const other = await browser.newPage({ baseURL: productUrl() });
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  await enter(other, viewer, `/dashboard/${field.mitasId}/receivers/settings`);
  const seen = other.getByRole('region', { name: 'About this system' });
  await expect(seen).toContainText('Clock sync intervalHourly');
  await expect(other.getByRole('button', { name: /Clock sync interval/ })).toHaveCount(0);
  const administrator = await operator.addPerson({ [field.mitasId]: 'administrator' });
  await enter(page, administrator, `/dashboard/${field.mitasId}/receivers/settings`);
  const facts = page.getByRole('region', { name: 'About this system' });
  await expect(facts).toContainText('Clock sync intervalHourly');
  await page.getByRole('button', { name: /Clock sync interval/ }).click();
  await expect(page.getByRole('option')).toHaveText(['Never', '15 mins', 'Hourly', 'Daily']);
  await page.getByRole('option', { name: '15 mins' }).click();
  await expect(messageOf(page)).toContainText('Clock sync interval changed');
  await expect(facts).toContainText('Clock sync interval15 mins');
  await expect(seen).toContainText('Clock sync interval15 mins');
  await other.close();
});
