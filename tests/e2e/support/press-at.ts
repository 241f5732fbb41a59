import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Presses a button at its place, as a hand does: Playwright's own click waits until the button is enabled,
 * which the press itself may cause.
 */
export async function pressAt(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeInViewport({ ratio: 1 });
  const box = await button.boundingBox();
  if (box === null) throw new Error('It is not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
