import type { Locator, Page } from '@playwright/test';

/** The message at the bottom of the page (spec §2, snackbar). */
export function messageOf(page: Page): Locator {
  return page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
}
