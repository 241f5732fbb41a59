import { expect, type Locator } from '@playwright/test';

/** Opens or closes what a button controls, however an earlier step left it. */
export async function setExpanded(button: Locator, isExpanded: boolean): Promise<void> {
  await expect(button).toHaveAttribute('aria-expanded', /true|false/);
  if ((await button.getAttribute('aria-expanded')) !== String(isExpanded)) await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', String(isExpanded));
}
