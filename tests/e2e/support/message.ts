import { expect, type Locator, type Page } from '@playwright/test';

/** The Undo button of the message with these words (CHG-31). */
export function undoOffer(page: Page, words = ''): Locator {
  return page.getByRole('status').filter({ hasText: words }).getByRole('button', { name: /^Undo/ });
}

/**
 * Returns the Undo button, focused so that its message stays (MSG-5). A dialog that has just closed returns
 * the focus a frame later.
 */
export async function heldUndo(page: Page, words: string): Promise<Locator> {
  const undo = undoOffer(page, words);
  await expect(async () => {
    await undo.focus();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(undo).toBeFocused({ timeout: 100 });
  }).toPass({ timeout: 8_000 });
  return undo;
}

/** The bar's Undo or Redo button, by its name; it appears once the host has confirmed the change (CHG-31). */
export function undoTool(page: Page, name: RegExp | string): Locator {
  return page.getByRole('banner').getByRole('button', { name });
}

/** The message at the bottom of the page (MSG-1). */
export function messageOf(page: Page): Locator {
  return page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
}

/** Closes every message, including those that wait. */
export async function dismissMessages(page: Page): Promise<void> {
  const message = messageOf(page);
  await expect(async () => {
    if (await message.isVisible()) await message.getByRole('button', { name: 'Dismiss' }).click({ timeout: 1_000 });
    await expect(message).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
