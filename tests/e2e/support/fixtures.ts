import process from 'node:process';
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { csrfHeader } from '#model/contract/call.ts';
import { type Field, makeField } from './field.ts';
import { type Operator, openOperator, type Person } from './operator.ts';
import { openSteps, type Step } from './steps.ts';

/** The account of a demo host (HOST-4). */
export const demo: Person = { username: 'demo', password: 'demo-password' };

/** Returns the address of the product that global-setup started. */
export function productUrl(): string {
  return fromSetup('PRODUCT_URL');
}

/** Returns the websocket port of that product. */
export function productSocketPort(): number {
  return Number(fromSetup('PRODUCT_WS_PORT'));
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests by \`npx playwright test\``);
  return value;
}

type Fixtures = {
  /** Texts of console errors that the test provokes, such as the browser's own line for a refused login. */
  expectErrors: (RegExp | string)[];
  browsing: Browsing;
  watched: void;
  /** A quiet system for this test alone, with its own person. */
  field: Field;
  /** Runs the steps of a test; a failing step does not stop the others. */
  step: Step;
};

/** Tags a test that needs its own context: it moves the page's clock, or begins with cold caches. */
export const ownContext = '@own-context';

/** A browser context, and the console errors of its pages that no test has checked yet. */
type Browsing = Options & { context: BrowserContext; problems: string[] };
type Options = { baseURL: string | undefined; viewport: { width: number; height: number } | null };
/** The context that a worker's plain tests share, once it exists. */
type Shared = { browsing: Browsing | undefined };

/**
 * Pages that fail their test on any console error, uncaught exception or violation of the content security
 * policy. Plain tests share one context of their worker, whose caches stay warm; its cookies, storage,
 * permissions and pages are removed after each test. A failure ends the worker, and the context with it.
 */
export const test = base.extend<Fixtures, { operator: Operator; shared: Shared }>({
  baseURL: async ({}, use) => use(productUrl()),
  operator: [
    async ({}, use) => {
      const operator = await openOperator(fromSetup('PRODUCT_DATA_DIR'));
      await use(operator);
      await operator.close();
    },
    { scope: 'worker' },
  ],
  shared: [async ({}, use) => use({ browsing: undefined }), { scope: 'worker' }],
  field: async ({ operator }, use) => use(await makeField(operator, productUrl())),
  step: async ({}, use, info) => {
    const { step, end } = openSteps((ms) => info.setTimeout(info.timeout + ms));
    await use(step);
    end();
  },
  expectErrors: [[], { option: true }],
  browsing: async (
    { browser, shared, baseURL, viewport, actionTimeout, hasTouch, permissions, serviceWorkers },
    use,
    { tags },
  ) => {
    const isPlain = !tags.includes(ownContext) && !hasTouch && permissions === undefined && serviceWorkers === 'block';
    if (!isPlain || (shared.browsing !== undefined && shared.browsing.baseURL !== baseURL)) {
      const browsing = await openBrowsing(browser, { baseURL, viewport });
      await use(browsing);
      await browsing.context.close();
      return;
    }
    shared.browsing ??= bindToShared(await openBrowsing(browser, { baseURL, viewport }));
    const { context, problems } = shared.browsing;
    context.setDefaultTimeout(actionTimeout);
    // Late answers to the previous test's page arrive after the page closed.
    await forget(context);
    problems.length = 0;
    await use(shared.browsing);
    await leave(context);
  },
  context: async ({ browsing }, use) => use(browsing.context),
  page: async ({ browsing, viewport }, use) => {
    const page = await browsing.context.newPage();
    if (viewport !== null && JSON.stringify(viewport) !== JSON.stringify(browsing.viewport)) await page.setViewportSize(viewport);
    await use(page);
  },
  watched: [
    async ({ browsing: { problems }, expectErrors }, use) => {
      await use();
      expect(unexpectedIn(problems, expectErrors), 'the console has no error').toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns the problems that the test did not provoke. */
export function unexpectedIn(problems: readonly string[], expected: readonly (RegExp | string)[]): string[] {
  return problems.filter(
    (text) => !expected.some((known) => (typeof known === 'string' ? text.includes(known) : known.test(text))),
  );
}

async function openBrowsing(browser: Browser, options: Options): Promise<Browsing> {
  const context = await browser.newContext();
  return { ...options, context, problems: await watchForProblems(context) };
}

/** Refuses, in a shared context, calls with permanent effects: they would reach later tests. */
function bindToShared(browsing: Browsing): Browsing {
  const refuse = (): never => {
    throw new Error('This context is shared: tag the test with ownContext');
  };
  const { context } = browsing;
  Object.assign(context.clock, { install: refuse, setFixedTime: refuse, setSystemTime: refuse, pauseAt: refuse });
  Object.assign(context, { addInitScript: refuse });
  return browsing;
}

/** Removes everything of a test from the context except its caches. */
async function leave(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.setGeolocation(null);
  await context.clearPermissions();
  await forget(context);
}

function forget(context: BrowserContext): Promise<void> {
  return context.setStorageState({ cookies: [], origins: [] });
}

export { expect };

/** Collects console errors, uncaught exceptions and policy violations of every page of a context. */
export async function watchForProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return problems;
}

/** Fills the login dialog and presses Enter. */
export async function submitLogin(page: Page, account: Person): Promise<void> {
  await page.getByLabel('Username or Email').fill(account.username);
  await page.getByLabel('Password').fill(account.password);
  await page.getByLabel('Password').press('Enter');
}

/** Logs in with the login dialog and waits for the system's home. */
export async function logIn(page: Page, account: Person = demo): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, account);
  await page.waitForURL(/\/dashboard\//);
}

/**
 * Opens a page of the dashboard for a person who logged in earlier: the session begins over http and the page
 * finds it by its cookie, as after a restart of the browser. For tests that are not about the login.
 */
export async function enter(page: Page, account: Person, path = '/dashboard'): Promise<void> {
  const context = page.context();
  const { csrfToken } = (await (await context.request.get('/api/public/csrf-token')).json()) as { csrfToken: string };
  const headers = { [csrfHeader]: csrfToken };
  const reply = await context.request.post('/api/public/login', { data: account, headers });
  expect(reply.status(), 'the login over http').toBe(200);
  const { cookies } = await context.request.storageState();
  const localStorage = [{ name: 'hasAuthenticated', value: 'true' }];
  await context.setStorageState({ cookies, origins: [{ origin: new URL(reply.url()).origin, localStorage }] });
  await page.goto(path);
}
