import type { Locator, Page, ViewportSize } from '@playwright/test';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import { visitAnew } from './steps.ts';

/** Returns the path of a field's page of receivers. */

export const receiversPath = (field: Field): string => `/dashboard/${field.mitasId}/receivers`;
export const receiversList = (page: Page): Locator => page.getByRole('grid', { name: 'Receivers by site' });
export const rowOf = (page: Page, alias: string): Locator =>
  receiversList(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: alias, exact: true }) });
/** The names of the receivers, in the order of their rows. */
export const names = (page: Page): Locator => receiversList(page).getByRole('link');

export async function openReceivers(page: Page, field: Field, query = ''): Promise<void> {
  await enter(page, field.person, `${receiversPath(field)}${query}`);
  await expectReceivers(page);
}

/** Goes to the list by way of another screen, for a step. */
export async function visitReceivers(page: Page, field: Field, query = '', size?: ViewportSize): Promise<void> {
  await visitAnew(page, field, `receivers${query}`, size);
  await expectReceivers(page);
}

async function expectReceivers(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'All receivers', level: 1 })).toBeVisible();
  await expect(receiversList(page)).toBeVisible();
}

/** Opens the editor of a receiver over the list, by its address as a link does. */
export function openEditor(page: Page, rxId: number | undefined): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), `?edit=${rxId}`);
}

/** Chooses an item in the menu of a row or of a site. */
export async function choose(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
