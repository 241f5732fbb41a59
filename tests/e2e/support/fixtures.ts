import process from 'node:process';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { csrfHeader } from '#model/contract/call.ts';
import { type Field, makeField } from './field.ts';
import { type Operator, openOperator, type Person } from './operator.ts';

/** The account of a demo host (HOST-4). */
export const demo: Person = { username: 'demo', password: 'demo-password' };

/** The address of the product that global-setup started. */
export function productUrl(): string {
  return fromSetup('PRODUCT_URL');
}

/** The websocket port of that product. */
export function productSocketPort(): number {
  return Number(fromSetup('PRODUCT_WS_PORT'));
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests by \`npx playwright test\``);
  return value;
}

type Fixtures = {
  /**
   * Texts of console errors that the test provokes (a refused login prints the browser's own line, for
   * instance).
   */
  expectErrors: (RegExp | string)[];
  watched: void;
  /** A quiet system of this test alone, with a person of its own. */
  field: Field;
};

/**
 * Pages that fail their test on any console error, uncaught exception or violation of the content security
 * policy.
 */
export const test = base.extend<Fixtures, { operator: Operator }>({
  baseURL: async ({}, use) => use(productUrl()),
  operator: [
    async ({}, use) => {
      const operator = await openOperator(fromSetup('PRODUCT_DATA_DIR'));
      await use(operator);
      await operator.close();
    },
    { scope: 'worker' },
  ],
  field: async ({ operator }, use) => use(await makeField(operator, productUrl())),
  expectErrors: [[], { option: true }],
  watched: [
    async ({ context, expectErrors }, use) => {
      const problems = await watchForProblems(context);
      await use();
      const unexpected = problems.filter(
        (text) => !expectErrors.some((known) => (typeof known === 'string' ? text.includes(known) : known.test(text))),
      );
      expect(unexpected, 'the console has no error').toEqual([]);
    },
    { auto: true },
  ],
});

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

/** Logs in by the login dialog and waits for the system's home. */
export async function logIn(page: Page, account: Person = demo): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, account);
  await page.waitForURL(/\/dashboard\//);
}

/**
 * Opens a page of the dashboard as somebody who logged in earlier: the session is begun over http and the
 * page finds it by its cookie, as after a restart of the browser. For tests that are not about the login.
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
