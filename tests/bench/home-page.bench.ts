import { chromium, type Page } from '@playwright/test';
import { buildConsoleWhenStale } from '../../scripts/build-console.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';
import { startProduct } from '../support/product.ts';
import { type BenchRow, slowestRow } from './bench-row.ts';

const rounds = 7;
const targetMs = 2_000;

type Noted = { readyAt?: number };

/** SPEED-15: Home of the demo's system, with its past of two weeks and what it hears now. */
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

/** Has each document of the page note when its map shows pins and its chart is drawn, by its own clock. */
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

/** A load of the whole page as by its address, until all of it is drawn, in ms. */
async function navigate(page: Page): Promise<number> {
  await page.goto('/dashboard/demo/dashboard', { waitUntil: 'commit' });
  const ready = await page.waitForFunction(() => (globalThis as Noted).readyAt, undefined, { timeout: 60_000 });
  return (await ready.jsonValue()) ?? Number.NaN;
}
