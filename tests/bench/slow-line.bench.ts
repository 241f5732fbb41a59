import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildConsoleWhenStale } from '../../scripts/build-console.ts';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';
import { startProduct } from '../support/product.ts';
import { type BenchRow, slowestRow } from './bench-row.ts';

const rounds = 3;
/** A field station's line in the browser's own throttle: bytes a second, ms before each answer. */
const line = { offline: false, latency: 600, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const targetsMs = { form: 3_000, home: 2_500, stream: 2_000, contacts: 2_000 };

const shown = {
  form: 'input[name=username]',
  home: 'button[aria-label^="Rename "]',
  stream: 'main canvas',
  /** The legend's groups, once their counts are loaded (LIVE-34). */
  contacts: '[aria-busy="false"] > ul[aria-label^="Contacts by "] > li',
} as const;
type Shown = keyof typeof shown;

type Noted = { shownAt?: Record<string, number> };
type Times = Record<Shown, number[]>;

/** Logging in and continuing over a slow line, each round as a first-time visitor. */
export async function run(): Promise<BenchRow[]> {
  await buildConsoleWhenStale();
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags() });
  const times: Times = { form: [], home: [], stream: [], contacts: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      // The page's throttle does not slow down a worker's requests.
      const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' });
      await comeIn(context, times);
      await context.close();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  const over = 'over 400 kbit/s with 600 ms latency';
  return [
    slowestRow(`login form, until it can be read, ${over}`, targetsMs.form, times.form),
    slowestRow(`from Enter at the login to Home with its receivers, ${over}`, targetsMs.home, times.home),
    slowestRow(`a reload of the live stream, until its chart stands, ${over}`, targetsMs.stream, times.stream),
    slowestRow(`and until the contacts shown are all there, ${over}`, targetsMs.contacts, times.contacts),
  ];
}

async function comeIn(context: BrowserContext, times: Times): Promise<void> {
  const page = await context.newPage();
  const throttle = await context.newCDPSession(page);
  await throttle.send('Network.enable');
  await throttle.send('Network.emulateNetworkConditions', line);
  await page.addInitScript(look, shown.form);
  await page.goto('/login', { waitUntil: 'commit' });
  times.form.push(await shownAt(page, 'form'));

  // Typed at a person's speed: five keys a second.
  await page.getByLabel('Username or Email').pressSequentially('demo', { delay: 200 });
  await page.getByLabel('Password').pressSequentially('demo-password', { delay: 200 });
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, timeStamp }) => {
      if (key === 'Enter') (globalThis as { enteredAt?: number }).enteredAt = timeStamp;
    });
  });
  await page.evaluate(look, shown.home);
  await page.keyboard.press('Enter');
  const home = await shownAt(page, 'home');
  times.home.push(home - (await page.evaluate(() => (globalThis as { enteredAt?: number }).enteredAt ?? 0)));

  await page.goto('/dashboard/demo/receivers/stream');
  await page.locator(shown.contacts).first().waitFor();
  for (const what of ['stream', 'contacts'] as const) await page.addInitScript(look, shown[what]);
  await page.reload({ waitUntil: 'commit' });
  for (const what of ['stream', 'contacts'] as const) times[what].push(await shownAt(page, what));
}

/** Records, by the document's own clock, when an element is first drawn. */
function look(what: string): void {
  const noted = ((globalThis as Noted).shownAt ??= {});
  const again = (): void => {
    if (document.querySelector(what) === null) requestAnimationFrame(again);
    else noted[what] ??= performance.now();
  };
  requestAnimationFrame(again);
}

async function shownAt(page: Page, what: Shown): Promise<number> {
  const found = await page.waitForFunction((selector) => (globalThis as Noted).shownAt?.[selector], shown[what], {
    timeout: 60_000,
  });
  return (await found.jsonValue()) ?? Number.NaN;
}
