import { loadErrorText } from '#model/contract/failure.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { openReceivers } from './support/receivers-page.ts';

/**
 * Components drawn by `later`, whose code loads when they are first drawn: drawn again after the code loaded
 * or failed to load.
 */

const code = '/assets/new-site-dialog-*.js';
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'New site' });
const open = (page: Page): Promise<void> => page.getByRole('button', { name: 'New site' }).click();

test('code that comes once is drawn at once, wherever it is drawn again', async ({ page, field }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/new-site-dialog-')) asked.push(request.url());
  });
  const held = await HeldCalls.at(page, code);
  await openReceivers(page, field);
  await open(page);
  await expect.poll(() => asked.length).toBe(1);
  // The component is removed while its code loads; the next drawing uses the same code.
  await page.getByRole('button', { name: 'Retired' }).click();
  await expect(page.getByRole('heading', { name: 'Retired receivers', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'All receivers' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await open(page);
  await held.letGo();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const isThere = await page.getByRole('button', { name: 'New site' }).evaluate(async (button) => {
    (button as HTMLElement).click();
    await new Promise(requestAnimationFrame);
    return document.querySelector('[role=dialog]') !== null;
  });
  expect(isThere, 'by the next frame').toBe(true);
  expect(asked).toHaveLength(1);
});

test.describe('code that cannot come', () => {
  test.use({ expectErrors: ['net::ERR_', 'Failed to fetch dynamically imported module'] });
  test('is an error in the place of the part, and each time that it is drawn again', async ({ page, field }) => {
    await openReceivers(page, field);
    const error = page.getByRole('heading', { name: loadErrorText, level: 2 });
    await page.route(`**${code}`, (route) => route.abort('connectionrefused'));
    for (const time of ['first', 'second']) {
      await open(page);
      await expect(error, time).toBeVisible();
      await expect(page.getByRole('heading', { name: 'All receivers' }), 'what is below goes on').toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(error).toHaveCount(0);
    }
  });
});
