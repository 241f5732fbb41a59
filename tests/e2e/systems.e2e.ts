import type { Locator, Page } from '@playwright/test';
import { loadErrorText } from '#model/contract/failure.ts';
import { makeField, makeSecondField } from './support/field.ts';
import { enter, expect, productUrl, test } from './support/fixtures.ts';
import { desk, expectFineAt, phone } from './support/page-checks.ts';
import { visit } from './support/steps.ts';
import { planted } from '../support/planted.ts';

/** NAV-8, NAV-9: which system is shown, switching systems, and what appears when one cannot be shown. */

const connectTo = (page: Page) => page.getByRole('dialog', { name: 'Connect to:' });
const systemButton = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });
const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 });

test('systems are switched by their dialog', async ({ page, field, operator, step }) => {
  const other = await makeSecondField(operator, productUrl(), field.person);
  await planted(operator.database)
    .updateTable('receivers')
    .set({ alias: 'Far island' })
    .where('id', '=', other.receivers['Crest'] ?? 0)
    .execute();
  const opened = page.waitForEvent('websocket');
  await enter(page, field.person, `/dashboard/${field.mitasId}/dashboard`);
  const socket = await opened;

  await step('the dialog works by the keyboard, and Escape leaves all as it was', async () => {
    await systemButton(page, field.name).focus();
    await page.keyboard.press('Enter');
    await expect(connectTo(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(connectTo(page)).toBeHidden();
    await expect(systemButton(page, field.name)).toBeFocused();
    await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
  });

  await step('rewrites the host segment of the path and shows the other system, and only that one', async () => {
    await visit(page, `/dashboard/${field.mitasId}/dashboard`);
    await expect(page.getByRole('button', { name: /^Crest/ })).toBeVisible();

    await systemButton(page, field.name).click();
    await expect(connectTo(page).getByRole('button', { name: field.name })).toContainText('Currently connected');
    await expect(connectTo(page).getByRole('button', { name: other.name })).not.toContainText('Currently connected');
    await expect(connectTo(page).getByText('Currently connected')).toHaveCount(1);
    await connectTo(page).getByRole('button', { name: other.name }).click();
    await expect(page).toHaveURL(`/dashboard/${other.mitasId}/dashboard`);
    await expect(page.getByRole('button', { name: /^Far island/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Crest/ })).toHaveCount(0);
    await expect(systemButton(page, other.name)).toBeVisible();
    await expect.poll(() => socket.isClosed()).toBe(true);

    await visit(page, `/dashboard/${other.mitasId}/receivers/stream`);
    await expect(page.getByText('Streaming', { exact: true })).toBeVisible();
    await systemButton(page, other.name).click();
    await connectTo(page).getByRole('button', { name: field.name }).click();
    await expect(page).toHaveURL(`/dashboard/${field.mitasId}/receivers/stream`);
    await expect(systemButton(page, field.name)).toBeVisible();
    await expect(page.getByText('Streaming', { exact: true })).toBeVisible();
    await other.hear({ receiver: 'Gully', code: 11 });
    await field.hear({ receiver: 'Crest', code: 22 });
    const latest = page.getByRole('region', { name: 'Latest contacts', exact: true });
    await expect(latest.getByRole('row', { name: /Crest.* 22 / })).toBeVisible();
    await expect(latest.getByRole('row')).toHaveCount(2);

    await page.goBack();
    await expect(page).toHaveURL(`/dashboard/${other.mitasId}/receivers/stream`);
    await expect(systemButton(page, other.name)).toBeVisible();
  });

  await step('says of a system that is off that it is, before one goes there (SYS-18)', async () => {
    await visit(page, `/dashboard/${field.mitasId}/dashboard`);
    await expect(systemButton(page, field.name)).toBeVisible();
    await operator.admin(['systems', 'set', other.mitasId, '--offline']);
    // The list of systems loads with the page.
    await page.goto(`/dashboard/${field.mitasId}/dashboard`);
    await systemButton(page, field.name).click();
    await expect(connectTo(page).getByRole('button', { name: other.name })).toContainText('Offline');
    await expect(connectTo(page).getByRole('button', { name: field.name })).not.toContainText('Offline');
  });
});

test.describe('what stands in place of a system', () => {
  test.describe('switched off', () => {
    test.use({ expectErrors: ['status of 503'] });
    test("'MITAS is offline', until it runs again and Retry", async ({ page, field, operator }) => {
      await operator.admin(['systems', 'set', field.mitasId, '--offline']);
      await enter(page, field.person);
      await expect(page.getByRole('heading', { name: 'MITAS is offline' })).toBeVisible();
      await operator.admin(['systems', 'set', field.mitasId, '--online']);
      await expect(async () => {
        const retry = page.getByRole('button', { name: 'Retry' });
        if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
        await expect(home(page)).toBeVisible({ timeout: 1_000 });
      }).toPass();
    });
  });

  test.describe('of others', () => {
    test.use({ expectErrors: ['status of 403'] });
    test('a system that one may not see, or not any more', async ({ page, field, operator, step }) => {
      await enter(page, field.person, '/dashboard/demo/dashboard');

      await step("'You are not authorized to view this MITAS', and a way to one's own", async () => {
        await expect(page.getByRole('heading', { name: 'You are not authorized to view this MITAS' })).toBeVisible();
        await expect(page.getByText(/A MITAS is the host system of a study/), 'and what that is (NAV-24)').toBeVisible();
        await expect(page.getByRole('button', { name: 'Menu' }), 'there is no menu').toHaveCount(0);
        await page.getByRole('button', { name: 'Choose another system' }).click();
        await connectTo(page).getByRole('button', { name: field.name }).click();
        await expect(home(page)).toBeVisible();
        // A system that does not exist looks the same: the page does not reveal which systems exist.
        await page.goto('/dashboard/nowhere/dashboard');
        await expect(page.getByRole('heading', { name: 'You are not authorized to view this MITAS' })).toBeVisible();
      });

      await step('whose membership ends while the page is open', async () => {
        await visit(page, `/dashboard/${field.mitasId}/receivers/stream`);
        await expect(page.getByText('Streaming', { exact: true })).toBeVisible();
        await operator.admin(['roles', 'revoke', field.person.username, field.mitasId]);
        await expect(page.getByRole('heading', { name: 'You are not authorized to view this MITAS' })).toBeVisible();
      });
    });
  });

  test('an address where nothing is', async ({ page, field, step }) => {
    await step('a page that is not there is told, inside of a system and outside, logged in and not', async () => {
      const notFound = page.getByRole('heading', { name: 'Page not found' });
      await page.goto('/nothing/here');
      await expect(notFound).toBeVisible();
      await page.getByRole('button', { name: 'Back to homepage' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await enter(page, field.person, '/nothing/here');
      await expect(notFound).toBeVisible();
      await visit(page, `/dashboard/${field.mitasId}/receivers/nothing`);
      await expect(notFound).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await page.getByRole('button', { name: 'Back to homepage' }).click();
      await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
    });

    await step("an address that no system can have: 'Oops! This domain does not exist.' and back to the homepage", async () => {
      const oops = page.getByRole('heading', { name: 'Oops! This domain does not exist.' });
      await enter(page, field.person, '/dashboard/no%20such%20name/dashboard');
      await expect(oops).toBeVisible();
      // An invalid escape sequence.
      await page.goto('/dashboard/zz%zz/dashboard');
      await expect(oops).toBeVisible();
      await page.getByRole('button', { name: 'Back to homepage' }).click();
      await expect(page).toHaveURL(`/dashboard/${field.mitasId}/dashboard`);
      await expect(home(page)).toBeVisible();
    });
  });
});

test('a person without a current system', async ({ page, operator, field, step }) => {
  const person = await operator.addPerson({});
  await enter(page, person);

  await step('and without any is told so (NAV-17)', async () => {
    await expect(page.getByText(/You do not belong to any system yet/)).toBeVisible();
  });

  await step('chooses one', async () => {
    const other = await makeField(operator, productUrl());
    await operator.admin(['roles', 'grant', person.username, field.mitasId, 'owner']);
    await operator.admin(['roles', 'grant', person.username, other.mitasId, 'researcher']);
    await page.goto('/dashboard');
    await expect(page.getByText('Choose the system to connect to')).toBeVisible();
    await expect(page.getByRole('button', { name: field.name })).toContainText('Owner');
    await page.getByRole('button', { name: other.name }).click();
    await expect(page).toHaveURL(`/dashboard/${other.mitasId}/dashboard`);
    await expect(home(page)).toBeVisible();
    // The host stores the choice.
    await page.goto('/dashboard');
    await expect(page).toHaveURL(`/dashboard/${other.mitasId}/dashboard`);
  });
});

test.describe('what cannot be loaded', () => {
  // A page's routes intercept its own requests, not those of its service worker.
  test.use({
    expectErrors: ['net::ERR_', 'Failed to fetch dynamically imported module', 'status of 5'],
  });

  /** Loads the page as a person opens it, with some addresses blocked. */
  async function loadWithout(page: Page, cutOff: RegExp | string, path = '/dashboard'): Promise<void> {
    await page.unrouteAll();
    await page.route(cutOff, (route) => route.abort('connectionrefused'));
    await page.goto(path);
  }

  /** Unblocks the addresses and presses Retry, which reloads the page. */
  async function retry(page: Page, back: Locator): Promise<void> {
    await expect(page.getByText(loadErrorText)).toBeVisible();
    await page.unrouteAll();
    // Other browsers answer a second import of the same code from memory.
    await page.evaluate(() => void (document.documentElement.dataset['old'] = ''));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(back).toBeVisible();
    await expect(page.locator('html'), 'the page was loaded again').not.toHaveAttribute('data-old');
  }

  test('what the page needs at first: the error stands in its place, and Retry brings it', async ({ page, field, step }) => {
    await enter(page, field.person);
    await expect(home(page)).toBeVisible();

    await step('a system: the error stands in its place, Retry brings it', async () => {
      await loadWithout(page, '**/api/mitashost/**');
      await expect(page.getByRole('alert').getByRole('heading', { name: 'Could not load the system' })).toBeVisible();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Could not load the system' })).toBeVisible();
      await page.unroute('**/api/mitashost/**');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(home(page)).toBeVisible();
      await expect(page.getByRole('button', { name: /^Crest/ })).toBeVisible();
    });

    await step('the account: likewise', async () => {
      await loadWithout(page, '**/api/app/client/account');
      await expect(page.getByRole('alert')).toBeVisible();
      await page.unroute('**/api/app/client/account');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(home(page)).toBeVisible();
    });

    for (const [what, chunk] of [
      ['the view of a screen', '**/assets/home-view-*.js'],
      ['the shell', '**/assets/dashboard-view-*.js'],
      ['the code of a session', '**/assets/compose-session-*.js'],
    ] as const)
      await step(`${what}: '${loadErrorText}', and Retry (ERR-8)`, async () => {
        await loadWithout(page, chunk);
        await retry(page, home(page));
      });
  });

  test('the session at start-up: the page says so and Retry finds it', async ({ page, field }) => {
    await page.route('**/api/public/access-token', (route) => route.abort('connectionrefused'));
    await enter(page, field.person);
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/public/access-token');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(home(page)).toBeVisible();
  });

  test('the code of a dialog or a screen that does not come, or comes late', async ({ page, field, step }) => {
    const activityCode = /\/assets\/activity-(?!view)[^/]+\.js$/;
    const activityPath = `/dashboard/${field.mitasId}/advanced/activity`;
    await enter(page, field.person);
    await expect(home(page)).toBeVisible();

    await step('the dialog of systems: the error stands above the page, which goes on', async () => {
      await loadWithout(page, '**/assets/system-dialog-*.js');
      await systemButton(page, field.name).click();
      await expect(page.getByRole('heading', { name: loadErrorText, level: 2 })).toBeInViewport();
      await expect(home(page)).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(page.getByText(loadErrorText)).toHaveCount(0);
    });

    await step(`a screen: '${loadErrorText}', and Retry (ERR-8)`, async () => {
      await loadWithout(page, activityCode, activityPath);
      await retry(page, page.getByRole('heading', { name: 'Activity', level: 1 }));
    });

    for (const size of [phone, desk])
      await step(
        `while a screen’s code comes its page stands there, after 300 ms, ${size.width} pixels wide (NAV-26)`,
        async () => {
          const { promise: comes, resolve: letCome } = Promise.withResolvers<void>();
          await page.setViewportSize(size);
          await page.unrouteAll();
          await page.route(activityCode, async (route) => {
            await comes;
            await route.continue();
          });
          await page.goto(activityPath, { waitUntil: 'commit' });
          const waiting = page.getByRole('status').filter({ hasText: 'Loading…' });
          await expect(waiting).toHaveCSS('opacity', '1');
          await expect(waiting).toHaveCSS('animation-delay', '0.3s');
          await expectFineAt(page, size, 'main [role=status]');
          const main = page.getByRole('main');
          const place = async (text: Locator) => {
            const { x, y, height } = (await text.boundingBox())!;
            return { x, y, height };
          };
          const before = await place(waiting.getByText('Activity', { exact: true }));
          expect(before.x - (await main.boundingBox())!.x, "the page's margin").toBe(size === phone ? 16 : 24);
          letCome();
          const heading = page.getByRole('heading', { name: 'Activity', level: 1 });
          await expect(heading).toBeVisible();
          await expect(waiting).toHaveCount(0);
          expect(await place(heading), 'the title does not move').toEqual(before);
        },
      );
  });
});
