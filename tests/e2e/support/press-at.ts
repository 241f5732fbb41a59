import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Presses a button where it is, as a hand does: Playwright's own click waits until it can be pressed, which
 * the press itself may bring about.
 */
export async function pressAt(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeInViewport({ ratio: 1 });
  const box = await button.boundingBox();
  if (box === null) throw new Error('It is not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
