import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { readEnvironment } from '../../host/platform/environment.ts';
import { type Host, startHost } from '../../host/host.ts';
import { updateText } from '../../src/machines/app-update/app-update-machine.ts';
import { loadErrorText } from '#model/contract/failure.ts';
import { putPreparedData } from '../support/prepared-data.ts';
import { demo, expect, submitLogin, test } from './support/fixtures.ts';

/**
 * MSG-8, NAV-15: a new version, with the real service worker. Its own host serves a copy of the built
 * console, which the test replaces by another version, as an update of the product does.
 */
test.use({ serviceWorkers: 'allow' });

let folder: string;
let host: Host;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-versions-'));
  // Compressed copies of files would hide the change.
  const isPlain = (file: string): boolean => !/\.(br|gz)$/.test(file);
  await cp(path.join(import.meta.dirname, '../../dist'), path.join(folder, 'dist'), { recursive: true, filter: isPlain });
  await putPreparedData(path.join(folder, 'data'));
  const environment = { PORT: '0', WS_PORT: '0', DATA_DIR: path.join(folder, 'data'), SIMULATOR: 'off' };
  host = await startHost(readEnvironment(environment), {
    log: pino({ level: 'silent' }),
    consoleFolder: path.join(folder, 'dist'),
  });
});
test.afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Publishes a console with this description, as a build of other sources would: new names for all files with
 * a hash in their name, a page that names them, and a service worker that stores them. The files of the
 * earlier version are removed.
 */
async function publish(version: string): Promise<void> {
  const dist = path.join(folder, 'dist');
  const hashed = await readdir(path.join(dist, 'assets'));
  const mark = version.replaceAll(' ', '-');
  const renew = (text: string): string => hashed.reduce((known, name) => known.replaceAll(name, `${mark}-${name}`), text);
  const rewrite = async (file: string, change: (text: string) => string): Promise<void> =>
    writeFile(path.join(dist, file), change(await readFile(path.join(dist, file), 'utf8')));
  for (const name of hashed) {
    await rename(path.join(dist, 'assets', name), path.join(dist, 'assets', `${mark}-${name}`));
    if (!name.endsWith('.woff2')) await rewrite(`assets/${mark}-${name}`, renew);
  }
  await rewrite('index.html', (page) =>
    renew(page).replace(/(name="description" content=")[^"]*/, (_, before: string) => before + version),
  );
  await rewrite('sw.js', (worker) => {
    const revision = /("revision":")[^"]+(","url":"index\.html")/;
    expect(worker, 'the service worker keeps the page').toMatch(revision);
    return renew(worker).replace(revision, (_, before: string, after: string) => before + version + after);
  });
}

/**
 * Opens the login; resolves when the service worker has stored everything and answers from the next page on.
 */
async function visit(page: Page): Promise<void> {
  await page.goto(`${host.httpUrl}/login`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Makes a second visit, whose page comes from the service worker. */
async function comeBack(page: Page): Promise<void> {
  await visit(page);
  await page.reload();
  await expect(loginDialog(page)).toBeVisible();
}

/** Empties the browser's own cache, which has files only by chance. */
async function forgetFiles(page: Page): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
}

/** Does what the page does by itself every half hour. */
function lookForUpdate(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

/** A version is offered once the browser has all its files, which takes time on a busy machine. */
const whenFetched = { timeout: 60_000 };
const prompt = (page: Page) => page.getByRole('status').filter({ hasText: updateText });
/** The description distinguishes the versions. */
const versionOf = (page: Page) => page.locator('meta[name=description]');
const loginDialog = (page: Page) => page.getByRole('dialog', { name: 'Telemetry console' });

test('a new version is told at the top, and Reload takes it; until then the old one stays (MSG-8, NAV-15)', async ({ page }) => {
  await comeBack(page);
  const old = await versionOf(page).getAttribute('content');
  await expect(prompt(page)).toHaveCount(0);

  await publish('The next version');
  await lookForUpdate(page);
  await expect(prompt(page)).toBeVisible(whenFetched);
  await expect(prompt(page)).toHaveText(`${updateText}Reload`);
  await expect.poll(async () => (await prompt(page).boundingBox())?.y ?? Infinity).toBeLessThan(100);
  await expect(versionOf(page)).toHaveAttribute('content', old ?? '');
  await expect(loginDialog(page)).toBeVisible();

  const reloaded = page.waitForEvent('load', whenFetched);
  await prompt(page).getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(versionOf(page)).toHaveAttribute('content', 'The next version');
  await expect(loginDialog(page)).toBeVisible();
  await expect(prompt(page)).toHaveCount(0);
});

test('a page opened again is of the new version at once, though the service worker keeps the old one', async ({ page }) => {
  await comeBack(page);
  await publish('The version after');
  await page.reload();
  await expect(versionOf(page)).toHaveAttribute('content', 'The version after');
  await expect(loginDialog(page)).toBeVisible();
  await expect(prompt(page)).toBeVisible(whenFetched);
  await submitLogin(page, demo);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  const reloaded = page.waitForEvent('load', whenFetched);
  await prompt(page).getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(prompt(page)).toHaveCount(0);
});

test.describe('when the host goes away', () => {
  test.use({ expectErrors: ['net::ERR_'] });

  test('the page opens from what the browser keeps', async ({ page, context }) => {
    await visit(page);
    await context.setOffline(true);
    await page.reload();
    await expect(loginDialog(page)).toBeVisible();
  });

  test('between two versions, the page is of the one whose files are kept', async ({ page, context }) => {
    await comeBack(page);
    const old = await versionOf(page).getAttribute('content');
    await publish('A version that waits');
    await page.reload();
    await expect(versionOf(page)).toHaveAttribute('content', 'A version that waits');
    await expect(prompt(page)).toBeVisible(whenFetched);
    await forgetFiles(page);
    await context.setOffline(true);
    await page.reload();
    await expect(versionOf(page)).toHaveAttribute('content', old ?? '');
    await expect(loginDialog(page)).toBeVisible();
  });
});

test.describe('a page of the old version', () => {
  // A missing chunk is reported for whichever of its files was requested first.
  test.use({
    expectErrors: [
      'status of 404',
      'Failed to fetch dynamically imported module',
      'Unable to preload CSS',
      'Refused to apply style',
    ],
  });

  test('whose files are gone says so, and is of the new version when it is loaded again', async ({ page, context }) => {
    await comeBack(page);
    const other = await context.newPage();
    await visit(other);
    await publish('Taken in another tab');
    await lookForUpdate(other);
    const reloaded = other.waitForEvent('load', whenFetched);
    await prompt(other).getByRole('button', { name: 'Reload' }).click(whenFetched);
    await reloaded;

    await forgetFiles(page);
    await submitLogin(page, demo);
    await expect(page.getByText(loadErrorText)).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(versionOf(page)).toHaveAttribute('content', 'Taken in another tab');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  });
});

test('on a slow line nothing is fetched for later before a minute is over (SPEED-19)', async ({ page }) => {
  const opened = Date.now();
  await page.clock.install({ time: opened });
  await page.addInitScript(() => {
    const real = performance.getEntriesByType.bind(performance);
    performance.getEntriesByType = (type) =>
      type === 'resource' ? [{ initiatorType: 'link', duration: 2_501 } as PerformanceResourceTiming] : real(type);
  });
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const isThere = page.waitForResponse(/browser-service-worker/);
  await page.goto(`${host.httpUrl}/login`);
  await isThere;
  await expect(page.getByRole('textbox', { name: 'Username or Email' })).toBeFocused();
  // The page's clock runs until it is paused, by the time the page took to load.
  await page.clock.pauseAt(opened + 30_000);
  await page.clock.runFor(29_000);
  expect(await workers()).toBe(0);
  await page.clock.runFor(31_100);
  await expect.poll(workers).toBe(1);
});
