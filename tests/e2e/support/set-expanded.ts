import { expect, type Locator } from '@playwright/test';

/** Opens what a button opens, or closes it, whichever way an earlier step left it. */
export async function setExpanded(button: Locator, isExpanded: boolean): Promise<void> {
  await expect(button).toHaveAttribute('aria-expanded', /true|false/);
  if ((await button.getAttribute('aria-expanded')) !== String(isExpanded)) await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', String(isExpanded));
}
