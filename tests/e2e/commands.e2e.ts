import type { Locator, Page } from '@playwright/test';
import type { SimulatedManners } from '../../host/platform/store/schema-commands.ts';
import { test as plain, enter, expect } from './support/fixtures.ts';
import type { Operator, Person } from './support/operator.ts';
import { rowOf } from './support/receivers-page.ts';

/** Commands to simulated receivers, as people send them: CMD-20 to CMD-25 in the real page against the real host. */

const path = '/dashboard/demo/receivers';

/** The demo system, whose receivers take commands as the test says; and a researcher of it. */
const test = plain.extend<object, { study: { person: Person; behave: (manners: SimulatedManners) => Promise<void> } }>({
  study: [
    async ({ operator }, use) => {
      const person = await operator.addPerson({ demo: 'researcher' });
      await use({ person, behave: (manners) => behave(operator, manners) });
      await behave(operator, null);
    },
    { scope: 'worker' },
  ],
});

async function behave({ database }: Operator, manners: SimulatedManners | null): Promise<void> {
  const value = manners === null ? null : JSON.stringify(manners);
  await database.db.updateTable('simulations').set({ manners: value }).where('system_id', '=', 'demo').execute();
}

const quick: SimulatedManners = { ackMs: 50, runMs: 200 };

/** The receivers that are online now, by name. */
async function openList(page: Page, person: Person, query = ''): Promise<string[]> {
  await enter(page, person, `${path}?show=online${query}`);
  const links = page.getByRole('grid', { name: 'Receivers by site' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.allTextContents();
}

async function send(page: Page, alias: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${alias}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send a command', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

const notice = (page: Page, text: string | RegExp): Locator => page.getByText(text);

test('a command is sent from the row, seen to be executed in two browsers, and its end is told to who sent it', async ({
  page,
  browser,
  study: { person, behave: take },
  operator,
}) => {
  await take({ ackMs: 50, runMs: null });
  const [alias = ''] = await openList(page, person);
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await enter(other, await operator.addPerson({ demo: 'viewer' }), path);
  await expect(rowOf(other, alias)).toBeVisible();
  await send(page, alias, 'Sync clock');
  await expect(rowOf(page, alias)).toContainText('Sync clock: Executing');
  await expect(rowOf(other, alias)).toContainText('Sync clock: Executing');
});
