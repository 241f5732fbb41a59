import type { Page } from '@playwright/test';
import { loadErrorText } from '#model/contract/failure.ts';
import { unreachableText } from '../../src/machines/auth/auth-selectors.ts';
import { demo, enter, expect, logIn, submitLogin, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { expectFineEverywhere, phone } from './support/page-checks.ts';
import { retryByLoading } from './support/steps.ts';

/** FORM-4, NAV-3, ACC-10: logging in, staying logged in, and logging out. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Telemetry console' });
const snackbar = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 });

test.describe('the dialog', () => {
  test('has the tabs Sign Up and Login, and opens at the login with the cursor in its first field', async ({ page }) => {
    await page.goto('/login');
    await expect(dialog(page).getByRole('tab')).toHaveText(['Sign Up', 'Login']);
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('Username or Email')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  });

  test('takes a username as it is typed, in text for which no phone enlarges the page (LOOK-44)', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/login');
    const username = page.getByLabel('Username or Email');
    const plain = { autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' };
    for (const [name, value] of Object.entries(plain)) await expect(username).toHaveAttribute(name, value);
    await expect(username).toHaveCSS('font-size', '16px');
    await page.getByRole('button', { name: 'Forgot password' }).click();
    for (const [name, value] of Object.entries(plain)) await expect(username).toHaveAttribute(name, value);
  });

  test('says which field is empty, and has the cursor in it; what is said goes when it is filled (FORM-8)', async ({ page }) => {
    await page.goto('/login');
    const username = page.getByRole('textbox', { name: 'Username or Email' });
    const password = page.getByRole('textbox', { name: 'Password' });
    await expect(username).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(username).toHaveAccessibleDescription('You are missing a required field');
    await expect(username).toBeFocused();
    await page.keyboard.type('somebody');
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(password).toHaveAccessibleDescription('You are missing a required field');
    await expect(password).toBeFocused();
    await page.getByRole('textbox', { name: 'Username or Email' }).fill('somebody else');
    await expect(password, 'it is still empty').toHaveAttribute('aria-invalid', 'true');
    await password.fill('a');
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  });

  test('works by the keyboard alone, Enter submits', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Username or Email')).toBeFocused();
    await page.keyboard.type(demo.username);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await page.keyboard.type(demo.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/demo\/dashboard$/);
    await expect(home(page)).toBeVisible();
  });

  test('takes an email in place of the username, and the button in place of Enter', async ({ page, operator }) => {
    const person = await operator.addPerson({ demo: 'viewer' });
    await page.goto('/login');
    await page.getByLabel('Username or Email').fill(`${person.username}@example.org`);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/demo\/dashboard$/);
  });

  test('says what this is; of a demo host a button fills in the demo account, and sends nothing (ACC-35)', async ({ page }) => {
    await page.goto('/login');
    await expect(dialog(page).getByText(/^For wildlife researchers: .*\.$/)).toBeVisible();
    const [username, password] = [page.getByLabel('Username or Email'), page.getByLabel('Password')];
    await page.keyboard.press('Enter');
    await expect(username).toHaveAttribute('aria-invalid', 'true');
    const fill = page.getByRole('button', { name: 'Use the demo account' });
    await fill.click();
    await expect(username).toHaveValue(demo.username);
    await expect(password).toHaveValue(demo.password);
    await expect(page.locator('[aria-invalid=true]'), 'what was missing is there').toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused();
    await expect(page).toHaveURL(/\/login$/);
    await expectFineEverywhere(page);
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(fill).toHaveCount(0);
    await page.getByRole('tab', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Login', exact: true }).press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/demo\/dashboard$/);
  });

  test.describe('refuses', () => {
    test.use({ expectErrors: ['status of 401'] });
    test("a wrong password with 'A server error occurred', and lets the person try again", async ({ page, operator }) => {
      const person = await operator.addPerson({ demo: 'viewer' });
      await page.goto('/login');
      await submitLogin(page, { ...person, password: 'not the password' });
      await expect(dialog(page).getByRole('alert')).toHaveText('A server error occurred. Check your username and password.');
      await expect(snackbar(page), 'in one place').toHaveCount(0);
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByLabel('Username or Email')).toHaveValue(person.username);
      // The focus stays, so the right password can be typed at once.
      await expect(page.getByLabel('Password')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(person.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/dashboard\/demo\/dashboard$/);
    });

    test('a wrong password until something is typed, or another form is looked at (FORM-9)', async ({ page, operator }) => {
      const person = await operator.addPerson({ demo: 'viewer' });
      const refusal = dialog(page).getByRole('alert').filter({ hasText: 'A server error occurred' });
      await page.goto('/login');
      const fail = async (): Promise<void> => {
        await page.getByLabel('Username or Email').fill(person.username);
        await page.getByLabel('Password').fill('not the password');
        await page.getByRole('button', { name: 'Login', exact: true }).click();
        await expect(refusal).toBeVisible();
        await expect(page.getByLabel('Password'), 'pressed by the mouse').toBeFocused();
      };
      await fail();
      await page.keyboard.type('x');
      await expect(refusal).toBeHidden();
      await fail();
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await page.getByRole('tab', { name: 'Login' }).click();
      await expect(page.getByLabel('Password')).toBeVisible();
      await expect(refusal).toBeHidden();
      await fail();
      await page.getByRole('button', { name: 'Forgot password' }).click();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page.getByLabel('Password')).toBeVisible();
      await expect(refusal).toBeHidden();
    });
  });
});

test.describe('the reset mode', () => {
  test('opens by Forgot password; Reset asks for more than 3 characters; Back leads back (FORM-4, FORM-5)', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot password' }).click();
    const reset = page.getByRole('button', { name: 'Reset', exact: true });
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeHidden();
    await expect(reset).toBeDisabled();
    await expect(page.getByText('Enter more than 3 characters'), 'why, without pointing at it (FORM-11)').toBeVisible();
    await page.getByLabel('Username or Email').fill('abc');
    await expect(reset).toBeDisabled();
    await page.getByLabel('Username or Email').fill('abcd');
    await expect(reset).toBeEnabled();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  });

  test('says the same of an account that is and one that is not', async ({ page, operator }) => {
    const { username } = await operator.addPerson({});
    for (const name of [username, 'nobody-of-that-name']) {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Forgot password' }).click();
      await page.getByLabel('Username or Email').fill(name);
      await page.getByLabel('Username or Email').press('Enter');
      await expect(page.getByText('If the account exists, a mail with a link is on its way')).toBeVisible();
      await expect(page.getByLabel('Username or Email')).toHaveValue('');
    }
  });
});

test.describe('the sign-up', () => {
  test('checks in field order and stops at the first failure', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(dialog(page).getByText('Sign up here to see a demo')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(4);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const required = 'You are missing a required field';
    const steps: [field: string, value: string, text: string, at: string][] = [
      ['Company', '', required, 'First Name'],
      ['First Name', 'A', "'A' is too short", 'First Name'],
      ['First Name', 'Ada', required, 'Last Name'],
      ['Last Name', 'L', "'L' is too short", 'Last Name'],
      ['Last Name', 'Lovelace', required, 'Email'],
      ['Email', 'ada at example', "'ada at example' is invalid", 'Email'],
      ['Email', 'ada@example.org', required, 'Company'],
      ['Company', 'AB', "'AB' is too short", 'Company'],
    ];
    for (const [field, value, text, at] of steps) {
      await page.getByLabel(field).fill(value);
      await page.getByRole('button', { name: 'Register' }).click();
      const refused = page.getByRole('textbox', { name: at });
      await expect(refused).toHaveAttribute('aria-invalid', 'true');
      await expect(refused).toHaveAccessibleDescription(text);
      await expect(refused, 'FORM-9').toBeFocused();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
    }
    await page.getByLabel('Company').fill('ABC');
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
  });

  test('sends the person with the username made of the name', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    const values = { 'First Name': 'Ada', 'Last Name': 'Lovelace', Email: 'ada@example.org', Company: 'Engines' };
    for (const [field, value] of Object.entries(values)) await page.getByLabel(field).fill(value);
    const sent = page.waitForRequest('**/api/public/registration-request');
    await page.getByLabel('Company').press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({ username: 'Alovelace', company: 'Engines' });
    await expect(page.getByText('Successfully registered, we will contact you shortly!')).toBeVisible();
    await expect(page.getByLabel('Company'), 'its fields are empty again').toHaveValue('');
  });

  test.describe('that cannot be loaded', () => {
    test.use({
      expectErrors: ['net::ERR_', '502 (Bad Gateway)', 'Failed to fetch dynamically imported module'],
    });
    test('says so in its tab alone; Retry brings it', async ({ page }) => {
      const code = '**/assets/forms-*.js';
      await page.route(code, (route) => route.abort('connectionrefused'));
      await page.goto('/login');
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      const error = dialog(page).getByRole('tabpanel').getByRole('heading', { name: loadErrorText, level: 2 });
      await expect(error).toBeVisible();
      await page.unroute(code);
      await retryByLoading(page, dialog(page).getByRole('button', { name: 'Retry' }));
      await expect(error).toBeHidden();
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    });

    test('Retry says that it asks, keeps the focus, and is not pressed twice meanwhile (ERR-19)', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('tab', { name: 'Login' })).toBeEnabled();
      await page.route('**/*', (route) => route.abort('connectionrefused'));
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(dialog(page).getByRole('button', { name: 'Retry' })).toBeVisible();
      await page.unroute('**/*');
      const held = await HeldCalls.at(page, '/');
      await dialog(page).getByRole('button', { name: 'Retry' }).press('Enter');
      await expect.poll(() => held.waiting).toBe(1);
      const asking = dialog(page).getByRole('button', { name: 'Asking…' });
      await expect(asking).toHaveAttribute('aria-disabled', 'true');
      await expect(asking).toBeFocused();
      await asking.press('Enter');
      await asking.click({ force: true });
      expect(held.waiting, 'one question').toBe(1);
      await held.cut();
      await expect(page.getByText(unreachableText)).toBeVisible();
      await expect(dialog(page).getByRole('button', { name: 'Retry' })).toBeFocused();
    });
    test('Retry leaves the page as it is while the host is away, and says so (ERR-16)', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('tab', { name: 'Login' })).toBeEnabled();
      await page.route('**/*', (route) => route.abort('connectionrefused'));
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      const retry = dialog(page).getByRole('button', { name: 'Retry' });
      await retry.click();
      await expect(page.getByText(unreachableText)).toBeVisible();
      await expect(retry, 'it can be pressed again').not.toHaveAttribute('aria-disabled', 'true');
      await page.unroute('**/*');
      // A proxy answers in place of an unreachable host.
      await page.route('/', (route) => route.fulfill({ status: 502 }));
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByText(unreachableText)).toBeHidden();
      await retry.click();
      await expect(page.getByText(unreachableText)).toBeVisible();
      await expect(retry).toBeVisible();
      await page.unroute('/');
      await retryByLoading(page, retry);
      await expect(retry).toBeHidden();
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    });
  });

  test('is reached by the arrow keys', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
  });
});

test.describe('route guards', () => {
  test('/ leads to the login; a page of the dashboard too, and back to it afterwards', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/dashboard/demo/receivers/stream');
    await expect(page).toHaveURL('/login?from=%2Fdashboard%2Fdemo%2Freceivers%2Fstream');
    await submitLogin(page, demo);
    await expect(page).toHaveURL('/dashboard/demo/receivers/stream');
    await expect(page.getByRole('heading', { name: 'Live stream', level: 1 })).toBeVisible();
  });

  test('who is logged in is led from /login and / to the dashboard, and a reload keeps the session', async ({ page, field }) => {
    await logIn(page, field.person);
    await expect(home(page)).toBeVisible();
    await page.reload();
    await expect(home(page)).toBeVisible();
    for (const path of ['/login', '/', '/dashboard', '/dashboard/']) {
      await page.goto(path);
      await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
    }
    await page.goto(`/login?from=${encodeURIComponent(`/dashboard/${field.mitasId}/modems`)}`);
    await expect(page).toHaveURL(`/dashboard/${field.mitasId}/modems`);
  });

  test('the heading of the page that one comes to has the focus and no ring, what Tab reaches has one (LOOK-22)', async ({
    page,
    field,
  }) => {
    await logIn(page, field.person);
    await expect(home(page)).toBeFocused();
    await expect(home(page)).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus-visible')).not.toHaveCSS('outline-style', 'none');
  });

  test('a referrer elsewhere is not followed', async ({ page, field }) => {
    await page.goto('/login?from=//example.org/dashboard/x');
    await submitLogin(page, field.person);
    await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
  });
});

test.describe('leaving', () => {
  test.describe('every tab', () => {
    // The other tab may learn it from the host, during a call, before this tab informs it.
    test.use({ expectErrors: ['status of 440', 'status of 401'] });
    test('logging out ends the session here and in another tab, which says why, and closes the sockets (SYS-19)', async ({
      page,
      context,
      field,
    }) => {
      const socketOpened = page.waitForEvent('websocket');
      await enter(page, field.person);
      await expect(home(page)).toBeVisible();
      const socket = await socketOpened;
      const other = await context.newPage();
      const otherOpened = other.waitForEvent('websocket');
      await other.goto(`/dashboard/${field.mitasId}/receivers/stream`);
      await expect(other.getByText('Streaming', { exact: true })).toBeVisible();
      const otherSocket = await otherOpened;

      await page.getByRole('button', { name: /^Robin Field/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/login$/);
      // If the host's answer came first, the tab keeps the person's place.
      await expect(other).toHaveURL(/\/login(\?from=.*)?$/);
      await expect(snackbar(other), 'and it says why').toContainText(/Your session (ended in another tab|has expired)/);
      await expect.poll(() => [socket.isClosed(), otherSocket.isClosed()]).toEqual([true, true]);
      await page.goto('/dashboard');
      await expect(page).toHaveURL(/\/login\?from=/);
      expect((await context.request.get('/api/public/access-token')).status()).toBe(401);
    });
  });

  test.describe('while the host cannot be told', () => {
    test.use({ expectErrors: ['net::ERR_FAILED'] });
    test('says so, and tells it as soon as the line is back', async ({ page, field, context }) => {
      const refreshCookies = async () => (await context.cookies()).filter(({ name }) => name === 'refresh');
      await enter(page, field.person);
      await expect(home(page)).toBeVisible();
      await page.route('**/api/public/logout', (route) => route.abort());
      await page.goto(`/dashboard/${field.mitasId}/account/logout`);
      await expect(snackbar(page)).toContainText('Could not reach the host to log you out there');
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
      // One cookie for each path that needs it.
      expect(await refreshCookies()).toHaveLength(2);
      await page.unroute('**/api/public/logout');
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
      await expect.poll(refreshCookies).toEqual([]);
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    });
  });

  test('a page that is asked for after it is come back to', async ({ page, field }) => {
    await enter(page, field.person, `/dashboard/${field.mitasId}/modems`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(home(page)).toBeVisible();
    await page.getByRole('button', { name: /^Robin Field/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/dashboard/${field.mitasId}/modems`)}`);
    await submitLogin(page, field.person);
    await expect(page).toHaveURL(`/dashboard/${field.mitasId}/modems`);
  });

  test('the address account/logout logs out too', async ({ page, field }) => {
    await enter(page, field.person, `/dashboard/${field.mitasId}/account/logout`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  });

  test.describe('expiry', () => {
    test.use({ expectErrors: ['status of 440', 'status of 401', 'WebSocket'] });
    test("tells 'Your session has expired' until it is dismissed, and returns to the page after a login", async ({
      page,
      field,
      operator,
    }) => {
      await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
      await expect(page.getByText('Streaming', { exact: true })).toBeVisible();
      const password = 'another tame otter';
      await operator.admin(['users', 'set-password', field.person.username], password);
      await expect(snackbar(page)).toContainText('Your session has expired');
      await expect(page).toHaveURL(/\/login\?from=/);
      await submitLogin(page, { ...field.person, password });
      await expect(page).toHaveURL(`/dashboard/${field.mitasId}/receivers/stream`);
      await expect(snackbar(page)).toBeHidden();
    });
  });
});

test('a browser that allows no service workers is logged in plain words, and all else works (NAV-28)', async ({ page }) => {
  // As if the browser's settings forbid service workers: the property exists but is undefined.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }));
  const said = page.waitForEvent('console', (message) => message.text().includes('service worker'));
  await page.goto('/login');
  await expect(page.getByRole('tab', { name: 'Login' })).toBeEnabled();
  expect((await said).text()).toBe('No service worker: this browser or its settings allow none, or the page came without https');
});
