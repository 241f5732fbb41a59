import type { Page } from '@playwright/test';
import { thorough } from '../support/thorough.ts';
import { fullBrowser } from './support/full-browser.ts';
import { HeldCalls } from './support/held-calls.ts';
import { demo, enter, expect, submitLogin, test } from './support/fixtures.ts';
import { expectAccessible } from './support/page-checks.ts';

const thoroughTest = thorough(test);

/** SPEED-18, SPEED-19, LOOK-20: what a page does before its code has loaded, and what it requests ahead. */
test.use({ launchOptions: fullBrowser });

const code = '/assets/frame-*.js';
const early = (page: Page) => page.locator('#early');
const username = (page: Page) => page.getByRole('textbox', { name: 'Username or Email' });
const password = (page: Page) => page.getByRole('textbox', { name: 'Password' });

/** Opens the login while its code is still loading. */
async function openEarly(page: Page, path = '/login'): Promise<HeldCalls> {
  const held = await HeldCalls.at(page, code);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(early(page)).toBeVisible();
  return held;
}

for (const scheme of ['dark', 'light'] as const) {
  test(`the login stands before its code, and nothing moves when that comes: ${scheme}`, async ({ page }) => {
    await page.addInitScript((isDark) => localStorage.setItem('darkMode', String(isDark)), scheme === 'dark');
    const held = await openEarly(page);
    await expect(username(page)).toBeFocused();
    await expectAccessible(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme);
    const places = () =>
      page.getByRole('dialog').evaluate((dialog) =>
        [...dialog.querySelectorAll('h1, button, label, input')].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return [part.tagName, x, y, width, height, getComputedStyle(part).color];
        }),
      );
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    expect(before).toHaveLength(9);
    await held.letGo();
    await expect(early(page)).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    expect(await places()).toEqual(before);
  });
}

test('on a slow phone the first paint is the largest, and later files load a few at a time', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const plain = window.fetch;
    const count = { now: 0, most: 0, all: 0 };
    Object.assign(window, { count });
    window.fetch = async (input, init) => {
      count.now += 1;
      count.all += 1;
      count.most = Math.max(count.most, count.now);
      return plain(input, init).finally(() => (count.now -= 1));
    };
  });
  await page.goto('/login');
  await expect(early(page)).toHaveCount(0);
  const counted = () => page.evaluate(() => (window as unknown as { count: { now: number; most: number; all: number } }).count);
  await expect.poll(async () => (await counted()).all).toBeGreaterThan(30);
  expect((await counted()).most).toBeLessThanOrEqual(8);
  const paints = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const largest = new PerformanceObserver((list) =>
          resolve(
            [...performance.getEntriesByName('first-contentful-paint'), ...list.getEntries()].map(({ startTime }) => startTime),
          ),
        );
        largest.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(new Set(paints).size, `painted at ${paints.join(', ')} ms`).toBe(1);
});

thoroughTest('what is typed before the code comes is taken over, and the cursor stays', async ({ page }) => {
  const held = await openEarly(page);
  await page.keyboard.type('de');
  await page.keyboard.press('Tab');
  await page.keyboard.type('demo-word');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  await held.letGo();
  await expect(early(page)).toHaveCount(0);
  await expect(password(page)).toBeFocused();
  await page.keyboard.type('pass');
  await expect(password(page)).toHaveValue('demo-password');
  await username(page).press('End');
  await page.keyboard.type('mo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/demo\/dashboard$/);
});

thoroughTest('who has come to a button before the code comes is at that button when it is there', async ({ page }) => {
  const held = await openEarly(page);
  const forgot = page.getByRole('button', { name: 'Forgot password' });
  await forgot.focus();
  await held.letGo();
  await expect(early(page)).toHaveCount(0);
  await expect(forgot).toBeFocused();
});

test('Enter before the code comes logs in when it is there, and writes nothing into the address', async ({ page }) => {
  const held = await openEarly(page, '/dashboard/demo/alarms');
  await submitLogin(page, demo);
  await expect(early(page).getByRole('status')).toHaveText('Loading…');
  expect(new URL(page.url()).search).toBe('');
  await held.letGo();
  await expect(page).toHaveURL(/\/dashboard\/demo\/alarms$/);
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible();
});

test('a button that is pressed before the code comes does its work when it is there', async ({ page }) => {
  const held = await openEarly(page);
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await held.letGo();
  await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible();
});

test('without scripts the page says so, and its form writes nothing into the address', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.locator('noscript')).toBeVisible();
  expect(await page.locator('#early form').getAttribute('method')).toBe('dialog');
  await context.close();
});

test.describe('code that cannot be had', () => {
  test.use({ expectErrors: ['net::ERR_'] });
  test('is said, also to who is logged in', async ({ page }) => {
    await page.route(`**${code}`, (route) => route.abort('connectionrefused'));
    await page.goto('/login');
    await expect(page.getByRole('alert').filter({ hasText: 'The console could not be loaded' })).toBeVisible();
    await enter(page, demo, '/dashboard/demo/alarms');
    await expect(page.getByRole('alert')).toHaveText(/^The console could not be loaded/);
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});

test.describe('code that fails', () => {
  test.use({ expectErrors: ['does not provide an export'] });
  test('is said as code that cannot be had is', async ({ page }) => {
    await page.route(`**${code}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto('/login');
    await expect(page.getByRole('alert').filter({ hasText: 'The console could not be loaded' })).toBeVisible();
  });
});

test('who may have a session never sees the login on the way, but the page has its colours', async ({ page }) => {
  const held = await HeldCalls.at(page, code);
  const entered = enter(page, demo, '/dashboard/demo/alarms');
  await expect(early(page)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(
    await early(page)
      .locator('> div')
      .evaluate((page) => getComputedStyle(page).backgroundColor),
  ).toBe('rgb(13, 16, 14)');
  await held.letGo();
  await entered;
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible();
  await expect(early(page)).toHaveCount(0);
});

thoroughTest('the font comes after the first paint; what stood in its place was as wide', async ({ page }) => {
  const held = await HeldCalls.at(page, '/assets/source-sans-3-latin-*.woff2');
  await page.goto('/login');
  const width = () =>
    page.getByRole('button', { name: 'Forgot password' }).evaluate((part) => part.getBoundingClientRect().width);
  const isThere = () =>
    page.evaluate(() => [...document.fonts].some(({ family, status }) => /Source/.test(family) && status === 'loaded'));
  await expect(username(page)).toBeVisible();
  const before = await width();
  expect(await isThere()).toBe(false);
  await held.letGo();
  await expect.poll(isThere).toBe(true);
  await page.evaluate(() => document.fonts.ready);
  const after = await width();
  expect(after).not.toBe(before);
  expect(after / before).toBeGreaterThan(0.95);
  expect(after / before).toBeLessThan(1.05);
});

test('Home is there before somebody has logged in, and is asked for with who it is', async ({ page }) => {
  await page.goto('/login');
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).responseEnd > 0)
        .map(({ name }) => /\/(assets\/(?:session|shell|parts|home-view)|api\/public\/csrf)/.exec(name)?.[1])
        .filter((name) => name !== undefined),
    );
  await expect
    .poll(async () => new Set(await fetched()))
    .toEqual(new Set(['api/public/csrf', 'assets/home-view', 'assets/parts', 'assets/session', 'assets/shell']));
  const person = await HeldCalls.at(page, '/api/app/client/account');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await submitLogin(page, demo);
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining(['/api/mitashost/demo/config', '/api/mitashost/demo/receiver-sites']));
  expect(asked.filter((path) => path === '/api/public/csrf-token')).toEqual([]);
  await person.letGo();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  expect(asked.filter((path) => path === '/api/mitashost/demo/config')).toHaveLength(1);
});

test('after a reload the live line is opened with the question who is logged in, and once', async ({ page, field }) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
  await expect(page.locator('main canvas').first()).toBeVisible();
  const person = await HeldCalls.at(page, '/api/app/client/account');
  const lines: string[] = [];
  page.on('websocket', (line) => lines.push(line.url()));
  await page.reload();
  await expect.poll(() => lines).toHaveLength(1);
  await person.letGo();
  await expect(page.locator('main canvas').first()).toBeVisible();
  expect(lines).toHaveLength(1);
});

test('who is logged in is asked before the code comes, and each question once', async ({ page, field }) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/alarms`);
  const alarms = page.getByRole('heading', { name: 'Alarms', level: 1 });
  await expect(alarms).toBeVisible();
  const held = await HeldCalls.at(page, code);
  const ofSystem = `/api/mitashost/${field.mitasId}`;
  const session = ['/api/app/client/account', '/api/app/client/mitas', `${ofSystem}/config`, `${ofSystem}/receiver-sites`];
  // Under load the live line may open late and request the systems a second time.
  const once = session.filter((path) => path !== '/api/app/client/mitas');
  const token = '/api/public/access-token';
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const askedOf = (paths: readonly string[]) => asked.filter((path) => paths.includes(path)).sort();

  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => askedOf(session), 'with the token that the tab has').toEqual(session.toSorted());
  await held.letGo();
  await expect(alarms).toBeVisible();
  expect(askedOf([...once, token])).toEqual(once.toSorted());

  await page.evaluate(() => sessionStorage.clear());
  asked.length = 0;
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => askedOf([...session, token]), 'a new tab gets one first').toEqual([...session, token].toSorted());
  await held.letGo();
  await expect(alarms).toBeVisible();
  expect(askedOf([...once, token])).toEqual([...once, token].toSorted());
});

test('a session that another tab ends while the code is on its way is not opened', async ({ page, field }) => {
  const path = `/dashboard/${field.mitasId}/alarms`;
  await enter(page, field.person, path);
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible();
  const other = await page.context().newPage();
  const held = await HeldCalls.at(other, code);
  const answered = other.waitForResponse('**/receiver-sites');
  await other.goto(path, { waitUntil: 'commit' });
  await answered;
  await page.getByRole('button', { name: /^Robin Field/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(username(page)).toBeVisible();
  await held.letGo();
  await expect(username(other)).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Alarms' })).toHaveCount(0);
});
