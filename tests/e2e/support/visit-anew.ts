import type { Page, ViewportSize } from '@playwright/test';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import { visit } from './steps.ts';

/** How large the page of a test is unless it is made another size. */
const usualSize: ViewportSize = { width: 1280, height: 720 };

/**
 * Goes to a page of a system by way of another screen, for a step: in this size, and with nothing that an
 * earlier step opened, typed or chosen there.
 */
export async function visitAnew(page: Page, { mitasId }: Field, path: string, size = usualSize): Promise<void> {
  await visit(page, `/dashboard/${mitasId}/changelog`);
  await expect(page.getByRole('heading', { name: 'Changelog', level: 1 })).toBeVisible();
  await page.setViewportSize(size);
  await visit(page, `/dashboard/${mitasId}/${path}`);
}
