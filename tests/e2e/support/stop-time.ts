import { expect, type Page } from '@playwright/test';

/** Stops the page's clock, which the test already controls; from here on only the test advances it. */
export async function stopTime(page: Page): Promise<void> {
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1_000);
  }).toPass({ timeout: 40_000 });
}
