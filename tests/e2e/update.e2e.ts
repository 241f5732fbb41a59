import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readEnvironment } from '../../host/environment.ts';
import { type Host, startHost } from '../../host/host.ts';
import { updateText } from '../../src/machines/app-update/app-update-machine.ts';
import { expect, test } from './support/fixtures.ts';

/**
 * Spec §2 Shell: a new version, by the real service worker. A host of its own serves a copy of the built console, which the test then
 * replaces by another version, as an update of the product does.
 */
let folder: string;
let host: Host;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-versions-'));
  // Files compressed ahead would hide the change.
  const isPlain = (file: string): boolean => !/\.(br|gz)$/.test(file);
  await cp(path.join(import.meta.dirname, '../../dist'), path.join(folder, 'dist'), { recursive: true, filter: isPlain });
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

/** Publishes a console whose page describes itself otherwise: its index.html, and the service worker that knows of it. */
async function publish(description: string): Promise<void> {
  const page = path.join(folder, 'dist/index.html');
  const known = await readFile(page, 'utf8');
  const next = known.replace(/(name="description" content=")[^"]*/, (_, before) => `${before}${description}`);
  expect(next, 'the page has a description').not.toBe(known);
  await writeFile(page, next);
  const worker = path.join(folder, 'dist/sw.js');
  const cached = await readFile(worker, 'utf8');
  const revision = /(url:"index\.html",revision:")[^"]+|(revision:")[^"]+(",url:"index\.html")/;
  expect(cached, 'the service worker precaches the page').toMatch(revision);
  await writeFile(
    worker,
    cached.replace(revision, (_, before = '', other = '', after = '') => `${before}${other}${description}${after}`),
  );
}

test('a new version is told at the top, and Reload takes it; until then the old one stays', async ({ page }) => {
  const prompt = page.getByRole('status').filter({ hasText: updateText });
  await page.goto(`${host.httpUrl}/login`);
  const version = page.locator('meta[name=description]');
  const old = (await version.getAttribute('content')) ?? '';
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect(prompt).toHaveCount(0);

  await publish('The next version');
  await page.reload();
  await expect(prompt).toBeVisible();
  await expect(prompt).toHaveText(`${updateText}Reload`);
  expect((await prompt.boundingBox())!.y).toBeLessThan(100);
  // The page is the service worker's, and of the version that it has.
  await expect(version).toHaveAttribute('content', old);
  await expect(page.getByRole('dialog', { name: 'Telemetry console' })).toBeVisible();

  const reloaded = page.waitForEvent('load');
  await prompt.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(version).toHaveAttribute('content', 'The next version');
  await expect(prompt).toHaveCount(0);
});

test('the page opens from what the browser keeps where the host cannot be reached', async ({ page, context }) => {
  await page.goto(`${host.httpUrl}/login`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Telemetry console' })).toBeVisible();
});
