import { expect, type Locator, type Page } from '@playwright/test';

/** What the message of these words offers to take back, by what it says of that (CHG-31). */
export function undoOffer(page: Page, words = ''): Locator {
  return page.getByRole('status').filter({ hasText: words }).getByRole('button', { name: /^Undo/ });
}

/**
 * The same, which stays until it is pressed: what has the focus does (MSG-5). A dialog that has just closed
 * gives the focus back a frame later.
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

/**
 * What the bar takes back, or makes again, by its name: it is there once the host has confirmed it (CHG-31).
 */
export function undoTool(page: Page, name: RegExp | string): Locator {
  return page.getByRole('banner').getByRole('button', { name });
}

/** The message at the bottom of the page (MSG-1). */
export function messageOf(page: Page): Locator {
  return page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
}

/** No message stands any more, nor any that waited for it to go. */
export async function dismissMessages(page: Page): Promise<void> {
  const message = messageOf(page);
  await expect(async () => {
    if (await message.isVisible()) await message.getByRole('button', { name: 'Dismiss' }).click({ timeout: 1_000 });
    await expect(message).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
