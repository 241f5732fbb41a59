import { demo, enter, expect, test } from './support/fixtures.ts';

/** Tests of a worker share a browser context; nothing that one test leaves there may reach the next. */
test.describe.configure({ mode: 'serial' });
test.use({ expectErrors: ['net::ERR_', 'WebSocket connection to'] });

test('a test logs in and leaves things behind', async ({ page, context }) => {
  await enter(page, demo);
  await page.evaluate(() => localStorage.setItem('left', 'behind'));
  await context.setOffline(true);
  expect((await context.cookies()).length).toBeGreaterThan(0);
});

test('the next finds nobody logged in, nothing stored, and the line whole', async ({ page, context }) => {
  expect(await context.cookies()).toEqual([]);
  await page.goto('/login');
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('left'))).toBeNull();
});
