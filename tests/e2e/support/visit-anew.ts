import { expect, type Page } from '@playwright/test';
import { visit } from './steps.ts';

/** Goes to an address of a system by way of its Home: what was typed, chosen or filtered there is forgotten. */
export async function visitAnew(page: Page, { mitasId }: { mitasId: string }, path: string): Promise<void> {
  await visit(page, `/dashboard/${mitasId}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await visit(page, path);
}
