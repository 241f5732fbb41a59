import { expect, type Page } from '@playwright/test';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** The scheme that the page is in; what the browser draws itself, its scroll bar above all, too (LOOK-16). */
export async function expectScheme(page: Page, scheme: Scheme, within?: { timeout: number }): Promise<void> {
  await expect(page.locator(`[class*=spectrum--${scheme}]`).first()).toBeAttached(within);
  await expect(page.locator('html')).toHaveCSS('color-scheme', scheme, within);
}

/** Whether it is in that scheme at the moment. */
export function isInScheme(page: Page, scheme: Scheme): Promise<boolean> {
  return page.evaluate((wanted) => getComputedStyle(document.documentElement).colorScheme === wanted, scheme);
}

/**
 * The scheme is chosen, as the page is told it by the browser, in another tab, which turns this one, too,
 * whatever lies over it: nothing is opened again. A real second tab would slow the frames of this one. No
 * host keeps this choice, so an account that loads after it turns the page back, as when alarms were seen: it
 * is chosen again.
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
  }).toPass({ timeout: 20_000 });
}
