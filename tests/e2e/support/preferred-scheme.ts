import { expect, type Page } from '@playwright/test';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/**
 * Expects the page to be in this scheme, including what the browser draws itself, such as its scroll bar
 * (LOOK-16).
 */
export async function expectScheme(page: Page, scheme: Scheme, within?: { timeout: number }): Promise<void> {
  await expect(page.locator(`[class*=spectrum--${scheme}]`).first()).toBeAttached(within);
  await expect(page.locator('html')).toHaveCSS('color-scheme', scheme, within);
}

/** Returns whether the page is in that scheme now. */
export function isInScheme(page: Page, scheme: Scheme): Promise<boolean> {
  return page.evaluate((wanted) => getComputedStyle(document.documentElement).colorScheme === wanted, scheme);
}

/**
 * Chooses the scheme as another tab would: the browser's event also changes this page, without a reload,
 * whatever is open over it. A real second tab would slow this page's frames. No host keeps the choice, so an
 * account that loads later resets the page, for example after alarms were seen: the choice is then made
 * again.
 */
export async function chooseElsewhere(page: Page, scheme: Scheme): Promise<void> {
  await expect(async () => {
    await page.evaluate(
      (newValue) => {
        localStorage.setItem('darkMode', newValue);
        dispatchEvent(new StorageEvent('storage', { key: 'darkMode', newValue }));
      },
      String(scheme === 'dark'),
    );
    await expectScheme(page, scheme, { timeout: 2000 });
  }).toPass({ timeout: 40_000 });
}
