import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Response } from '@playwright/test';
import { pino } from 'pino';
import { readEnvironment } from '../../host/platform/environment.ts';
import { type Host, startHost } from '../../host/host.ts';
import { unreachableText } from '../../src/machines/auth/auth-selectors.ts';
import { freePort } from '../../scripts/free-port.ts';
import { putPreparedData } from '../support/prepared-data.ts';
import { thorough } from '../support/thorough.ts';
import { demo, expect, logIn, submitLogin, test as plain } from './support/fixtures.ts';
import { Front } from './support/front.ts';
import { StreamPage } from './support/stream-page.ts';

/**
 * A browser that returns with the service worker of its first visit: the host serves a page with its current
 * policy; only while the host is away does the stored page appear.
 */
let folder: string;
let port: number;
let host: Host;
const stream = '/dashboard/demo/receivers/stream';

/** Starts the host at its address, by default with a new websocket port each time. */
async function start(wsPort?: string): Promise<void> {
  const environment = { PORT: `${port}`, WS_PORT: wsPort ?? `${await freePort()}`, DATA_DIR: folder, SIMULATOR: 'off' };
  host = await startHost(readEnvironment(environment), { log: pino({ level: 'silent' }) });
}

const test = plain.extend({ baseURL: async ({}, use) => use(`http://127.0.0.1:${port}`) });
const thoroughTest = thorough(test);
test.use({ serviceWorkers: 'allow' });
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-return-'));
  await putPreparedData(folder);
  port = await freePort();
  await start();
});
test.afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Makes a first visit; resolves when the service worker has stored everything and answers from the next page
 * on.
 */
async function visit(page: Page, url = '/login'): Promise<void> {
  await page.goto(url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Opens a page through the service worker. */
async function comeBack(page: Page, url: string): Promise<Response> {
  const response = await page.goto(url);
  expect(response?.fromServiceWorker(), 'the service worker answers').toBe(true);
  return response!;
}

const policyOf = (response: Response): string => response.headers()['content-security-policy'] ?? '';
const loginDialog = (page: Page) => page.getByRole('dialog', { name: 'Telemetry console' });

test('the live line opens after the host came back with another websocket port', async ({ page }) => {
  await visit(page);
  await logIn(page);
  await page.goto(stream);
  await new StreamPage(page).isStreaming();

  await page.goto('about:blank');
  await host.close();
  await start();
  await comeBack(page, stream);
  await new StreamPage(page).isStreaming();
});

test.describe('while the host is away', () => {
  test.use({ expectErrors: ['net::ERR_'] });

  test('the kept page says so, has the policy of the last visit, and goes on when the host is back', async ({ page }) => {
    await visit(page);
    await logIn(page);
    await page.goto('about:blank');
    await host.close();
    await start();
    const last = policyOf(await comeBack(page, '/dashboard'));
    expect(last).toContain(new URL(host.wsUrl).port);
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

    await page.goto('about:blank');
    await host.close();
    const kept = await comeBack(page, stream);
    expect(policyOf(kept)).toBe(last);
    await expect(page.getByText(unreachableText)).toBeVisible();
    await start();
    await comeBack(page, stream);
    await new StreamPage(page).isStreaming();
  });

  test('a page that was loaded meanwhile comes by itself, and says so until then (SYS-17)', async ({ page }) => {
    await visit(page);
    await logIn(page);
    await page.goto('about:blank');
    await host.close();
    await comeBack(page, stream);
    await expect(page.getByText(unreachableText)).toBeVisible();
    await start(new URL(host.wsUrl).port);
    await new StreamPage(page).isStreaming();
  });
});

test.describe('while the network is away', () => {
  test.use({ expectErrors: ['net::ERR_'] });

  test('a page that was loaded again comes at once when it is back (SYS-17)', async ({ page }) => {
    await visit(page);
    await logIn(page);
    await comeBack(page, stream);
    await new StreamPage(page).isStreaming();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText(unreachableText)).toBeVisible();
    const came = page.waitForResponse((response) => response.url().endsWith('/api/app/client/account'), { timeout: 3_000 });
    await page.context().setOffline(false);
    await came;
    await new StreamPage(page).isStreaming();
  });
});

test.describe('behind a proxy', () => {
  let front: Front;
  test.beforeEach(async () => {
    front = await Front.start(host.httpUrl);
  });
  test.afterEach(() => front.close());

  test('a page is asked for once, and nothing else that is kept', async ({ page }) => {
    await visit(page, `${front.url}/login`);
    await expect(loginDialog(page)).toBeVisible();
    // The second request fills the store: on a first visit no service worker could have stored the page.
    await expect.poll(() => front.asked).toEqual(['/login', '/index.html']);
    for (const screen of ['/login', '/', '/reset-password?token=x']) await comeBack(page, front.url + screen);
    expect(front.asked.slice(2)).toEqual(['/login', '/', '/reset-password']);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((name) => !/\.\w+$/.test(name))).toEqual([]);
  });

  thoroughTest('one that has no host behind it does not stand in the way of the kept page', async ({ page }) => {
    await visit(page, `${front.url}/login`);
    front.pages = 502;
    await comeBack(page, `${front.url}/login`);
    await expect(loginDialog(page)).toBeVisible();
  });

  test.describe('that nobody told the host of', () => {
    test.use({ expectErrors: ['WebSocket connection to'] });
    test('gets no live line, and the page says why, asks once, and asks again by its Retry only', async ({ page }) => {
      const lines: string[] = [];
      page.on('websocket', (line) => lines.push(line.url()));
      await page.goto(`${front.url}/login`);
      await submitLogin(page, demo);
      await page.waitForURL(/\/dashboard\//);
      const refused = page.getByText(`The host refused this page’s address (${front.url})`);
      await expect(refused).toBeVisible();
      await expect(page.getByText('Ask the operator to set PUBLIC_URL')).toBeVisible();
      await page.getByRole('link', { name: 'Live stream' }).first().click();
      await expect(page.getByRole('heading', { name: /^The host refused/ })).toBeVisible();
      expect(lines).toHaveLength(1);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => lines.length).toBe(2);
      await expect(refused).toBeVisible();
      expect(new Set(lines)).toEqual(new Set([`${host.wsUrl}/socket/demo`]));
    });
  });

  thoroughTest('one that does not answer holds the kept page up for a moment only', async ({ page }) => {
    await visit(page, `${front.url}/login`);
    front.pages = 'silent';
    await comeBack(page, `${front.url}/login`);
    await expect(loginDialog(page)).toBeVisible();
  });

  test.describe('that wants a login of its own', () => {
    test.use({ expectErrors: ['status of 403'] });
    test('is heard', async ({ page }) => {
      await visit(page, `${front.url}/login`);
      front.pages = 403;
      expect((await comeBack(page, `${front.url}/login`)).status()).toBe(403);
      await expect(page.getByRole('heading', { name: 'The proxy speaks' })).toBeVisible();
      front.pages = 502;
      await comeBack(page, `${front.url}/login`);
      await expect(loginDialog(page)).toBeVisible();
    });
  });
});
