import type { Page } from '@playwright/test';
import { makeSecondField } from './support/field.ts';
import { enter, expect, productUrl, submitLogin, test } from './support/fixtures.ts';

/** WCAG 2.4.2 and 2.4.3: the title of a page, and the focus when a person opens it. */

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test('the title tells screen and system, and the focus goes to the heading of the page that is come to', async ({
  page,
  field,
  operator,
}) => {
  const other = await makeSecondField(operator, productUrl(), field.person);
  await page.goto(`/dashboard/${field.mitasId}/modems`);
  await expect(page).toHaveTitle('Log in · Telemetry console');
  await expect(page.getByLabel('Username or Email')).toBeFocused();
  await submitLogin(page, field.person);
  await expect(page).toHaveTitle(`Modems · ${field.name} · Telemetry console`);
  await expect(heading(page, 'Modems')).toBeFocused();
  await link(page, 'Home').click();
  await expect(page).toHaveTitle(`Home · ${field.name} · Telemetry console`);
  await expect(heading(page, 'Home')).toBeFocused();
  // Two consecutive pages drawn by the same component.
  await link(page, 'Download').click();
  await expect(heading(page, 'Download')).toBeFocused();
  await link(page, 'Modems').focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Modems')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle(`Download · ${field.name} · Telemetry console`);
  await expect(heading(page, 'Download')).toBeFocused();

  await page.getByRole('banner').getByRole('button', { name: field.name }).click();
  await page.getByRole('dialog', { name: 'Connect to:' }).getByRole('button', { name: other.name }).click();
  await expect(page).toHaveTitle(`Download · ${other.name} · Telemetry console`);
  await expect(heading(page, 'Download')).toBeFocused();

  await page.getByRole('button', { name: /^Robin Field/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveTitle('Log in · Telemetry console');
  await expect(page.getByLabel('Username or Email')).toBeFocused();
});

test('the page that the console opens with leaves the focus alone', async ({ page, field }) => {
  // Its address changes at first, while the system is found.
  await enter(page, field.person, '/dashboard');
  await expect(heading(page, 'Home')).toBeVisible();
  await expect(page).toHaveTitle(`Home · ${field.name} · Telemetry console`);
  expect(await focused(page)).toBe('BODY');
  await page.goto('/nowhere');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Telemetry console');
  expect(await focused(page)).toBe('BODY');
});

test.describe('a title that cannot be loaded', () => {
  test.use({ expectErrors: ['net::ERR_', '401'] });
  test('takes nothing with it', async ({ page }) => {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/screens-'));
    await page.route('**/assets/screens-*.js', (route) => route.abort('connectionrefused'));
    await page.goto('/login');
    await failed;
    await submitLogin(page, { username: 'nobody', password: 'wrong-password' });
    await expect(page.getByText('Check your username and password.')).toBeVisible();
    await expect(page).toHaveTitle('Telemetry console');
  });
});
