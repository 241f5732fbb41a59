import { expect, type Page } from '@playwright/test';

/** From here on no time of the page goes by but what the test lets go; its clock is the test's already. */
export async function stopTime(page: Page): Promise<void> {
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1_000);
  }).toPass({ timeout: 20_000 });
}
