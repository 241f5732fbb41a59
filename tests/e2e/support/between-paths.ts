import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { HeldCalls } from './held-calls.ts';
import { dismissMessages } from './message.ts';
import { visit } from './steps.ts';

/** The screen on which a page waits for the next path. */
export const betweenPaths = ({ mitasId }: { mitasId: string }): string => `/dashboard/${mitasId}/changelog`;

/** Waits until that screen is open. */
export async function untilBetween(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Changelog', level: 1 })).toBeVisible();
}

/** Removes what a path left on its page: held calls, open parts, the pointer's place, messages. */
export async function leavePath(page: Page, system: { mitasId: string }): Promise<void> {
  await HeldCalls.release(page);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await visit(page, betweenPaths(system));
  await untilBetween(page);
  await dismissMessages(page);
}
