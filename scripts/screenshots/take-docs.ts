import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startProduct } from '../../tests/support/product.ts';
import { TestBrowser } from '../../tests/support/test-browser.ts';
import { buildConsoleWhenStale } from '../build-console.ts';
import { browserFlags, findBrowser } from '../find-browser.ts';
import { type DocsScene, type DocsSize, docsSizes } from './docs-scenes.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');

/** Takes the pictures of docs/screenshots, of a demo that is live. */
export async function takeDocs(scenes: readonly DocsScene[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await buildConsoleWhenStale();
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags() });
  try {
    // One scheme after the other: it is the account's, which all these pages share.
    for (const scheme of ['light', 'dark'] as const) {
      await wear(product.url, scheme);
      await Promise.all(docsSizes.map((size) => shoot({ scenes, browser, url: product.url }, scheme, size)));
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

type DocsRun = { scenes: readonly DocsScene[]; browser: Browser; url: string };

async function shoot({ scenes, browser, url }: DocsRun, scheme: 'light' | 'dark', size: DocsSize): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size.viewport,
    timezoneId: 'America/Boise',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const save = (name: string) =>
    page.screenshot({ path: join(folder, `${name}-${scheme}${size.name}.png`), animations: 'disabled' });

  await page.goto('/login');
  await page.evaluate((dark) => localStorage.setItem('darkMode', String(dark)), scheme === 'dark');
  await page.reload();
  await page.getByLabel('Username or Email').waitFor();
  await save('login');
  await page.getByLabel('Username or Email').fill('demo');
  await page.getByLabel('Password').fill('demo-password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/dashboard\//);
  await page.getByRole('button', { name: scheme === 'light' ? 'Switch to dark' : 'Switch to light' }).waitFor();
  for (const scene of scenes) {
    await page.goto(scene.path);
    await scene.ready(page, size);
    await save(scene.name);
  }
  await context.close();
}

/** The account's own scheme wins over the browser's once somebody is logged in. */
async function wear(url: string, scheme: 'light' | 'dark'): Promise<void> {
  const person = new TestBrowser(url);
  const token = await person.logIn('demo', 'demo-password');
  const { status, text } = await person.send('PATCH', '/api/app/client/dark-mode', {
    token,
    body: { darkMode: scheme === 'dark' },
  });
  if (status !== 200) throw new Error(`The scheme could not be chosen: ${status} ${text}`);
}
