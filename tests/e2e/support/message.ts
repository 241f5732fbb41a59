import type { Locator, Page } from '@playwright/test';

/** What a message offers to take back, by what it says of that (CHG-31). */
export function undoOffer(within: Page | Locator): Locator {
  return within.getByRole('status').getByRole('button', { name: /^Undo/ });
}

/** The message at the bottom of the page (MSG-1). */
export function messageOf(page: Page): Locator {
  return page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
}
