import type { Locator, Page } from '@playwright/test';

/** The message at the bottom of the page (MSG-1). */
export function messageOf(page: Page): Locator {
  return page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
}
