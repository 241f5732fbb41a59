import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A dialog's question before typed text is lost (FORM-21). */
export const discardQuestion = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Discard what you typed?' });

/** Leaves a dialog with typed text by `leave`, and confirms the loss. */
export async function discardBy(page: Page, leave: () => Promise<void>): Promise<void> {
  await leave();
  await discardQuestion(page).getByRole('button', { name: 'Discard' }).click();
  await expect(discardQuestion(page)).toHaveCount(0);
}

/** Leaves the only open dialog by `leave`, with or without typed text. */
export async function leaveDialog(page: Page, leave: () => Promise<void>): Promise<void> {
  const question = discardQuestion(page);
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  await leave();
  await expect.poll(async () => (await question.count()) > 0 || (await dialogs.count()) === 0).toBe(true);
  if ((await question.count()) === 0) return;
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(question).toHaveCount(0);
}
