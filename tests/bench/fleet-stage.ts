import { type Browser, type Page, chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '../../scripts/find-browser.ts';
import type { GeoPoint } from '#model/geo/mercator.ts';
import { buildConsoleWhenStale } from '../../scripts/build-console.ts';
import { type Field, fieldReceivers, makeField } from '../e2e/support/field.ts';
import { openOperator, type Operator } from '../e2e/support/operator.ts';
import { planted } from '../support/planted.ts';
import { startProduct } from '../support/product.ts';

export const receiverCount = 500;
export const siteCount = 40;
/** The words before each figure. */
export const fleetText = `${receiverCount} receivers at ${siteCount} sites`;

/** A system with this many receivers on a real host, and a browser. */
export type FleetStage = {
  field: Field;
  database: Operator['database'];
  /** The receivers added to those of a field, in the order of the list. */
  made: readonly { id: number; alias: string }[];
  /** Places these receivers. */
  place(places: readonly GeoPoint[]): Promise<void>;
  /** Opens a page in its own browser context, not logged in. */
  openPage(): Promise<Page>;
  close(): Promise<void>;
};

export async function fleetStage(): Promise<FleetStage> {
  await buildConsoleWhenStale();
  const product = await startProduct();
  let operator: Operator | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await operator?.close();
    await product.stop();
  };
  try {
    operator = await openOperator(product.dataDir);
    browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags() });
    const opened = browser;
    const field = await makeField(operator, product.url);
    const made = await fill(operator, field);
    const { database } = operator;
    const place: FleetStage['place'] = async (places) => {
      const tables = planted(database);
      for (const [at, { id }] of made.entries())
        await tables
          .updateTable('receivers')
          .set(places[at] ?? {})
          .where('id', '=', id)
          .execute();
    };
    const openPage = async (): Promise<Page> => {
      const context = await opened.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
      return context.newPage();
    };
    return { field, database, made, place, openPage, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Adds sites and receivers to those of a field. */
async function fill(operator: Operator, { mitasId }: Field): Promise<FleetStage['made']> {
  const tables = planted(operator.database);
  const more = Array.from({ length: siteCount - 2 }, (_, at) => ({
    system_id: mitasId,
    alias: `Bend ${at + 1}`,
    color: '#2f7fd1',
  }));
  const sites = await tables.insertInto('sites').values(more).returning('id').execute();
  const count = receiverCount - fieldReceivers.length;
  const made = Array.from({ length: count }, (_, at) => ({
    system_id: mitasId,
    site_id: sites[Math.floor((at * sites.length) / (receiverCount - 5))]?.id ?? null,
    alias: `Outpost ${at + 1}`,
    enabled: true,
  }));
  return tables.insertInto('receivers').values(made).returning(['id', 'alias']).execute();
}

/** Logs in by the login dialog and waits for the system's home. */
export async function logIn(page: Page, { person, mitasId }: Field): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or Email').fill(person.username);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\//);
  await page.goto(`/dashboard/${mitasId}/dashboard`);
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}
