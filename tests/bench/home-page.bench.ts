import { chromium, type Page } from '@playwright/test';
import { buildConsoleWhenStale } from '../../scripts/build-console.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';
import { startProduct } from '../support/product.ts';
import { type BenchRow, slowestRow } from './bench-row.ts';

const rounds = 7;
const targetMs = 2_000;

type Noted = { readyAt?: number };

/** SPEED-15: Home of the demo's system, with two weeks of history and live contacts. */
export async function run(): Promise<BenchRow[]> {
  await buildConsoleWhenStale();
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags() });
  try {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await noteReady(page);
    await page.goto('/login');
    await page.getByLabel('Username or Email').fill('demo');
    await page.getByLabel('Password').fill('demo-password');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\//);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await navigate(page));
    return [slowestRow('Home of the demo with map and chart, after navigation', targetMs, times)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/**
 * Makes each document of the page record, by its own clock, when its map shows pins and its chart is drawn.
 */
async function noteReady(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isThere = (what: string) => document.querySelector(what) !== null;
    const look = (): void => {
      const isMapDrawn = isThere("[data-drawing='webgl'], [data-drawing='svg'] [data-look]");
      if (isMapDrawn && isThere("section[aria-label='Charts'] canvas")) (globalThis as Noted).readyAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Loads the whole page at its address and returns the time (ms) until all of it is drawn. */
async function navigate(page: Page): Promise<number> {
  await page.goto('/dashboard/demo/dashboard', { waitUntil: 'commit' });
  const ready = await page.waitForFunction(() => (globalThis as Noted).readyAt, undefined, { timeout: 60_000 });
  return (await ready.jsonValue()) ?? Number.NaN;
}
