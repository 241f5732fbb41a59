import process from 'node:process';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { watchForProblems } from '../../e2e/support/fixtures.ts';
import type { Said } from '../page/component-page.ts';
import type { Story } from '../page/stories.tsx';

/** A worker's only page, and the problems on it that no test has checked yet. */
type OpenPage = { page: Page; context: BrowserContext; problems: string[] };

/** Draws controls on the page of the components. */
type Stage = {
  /** Mounts a story. */
  mount: (...story: Story) => Promise<void>;
  /** Gives the mounted story new props. */
  change: (...story: Story) => Promise<void>;
  /** Returns what the control has reported since it was mounted. */
  said: () => Promise<readonly Said[]>;
};

export const desk = { width: 1280, height: 720 };
export const phone = { width: 390, height: 844 };

/**
 * Tests of controls alone. All tests of a worker share one page, and each mounts its own control. A console
 * error, an uncaught exception or a violation of the content security policy fails the test in which it
 * occurs.
 */
export const test = base.extend<{ stage: Stage; watched: void }, { opened: OpenPage }>({
  opened: [
    async ({ browser }, use) => {
      const url = process.env['COMPONENTS_URL'];
      if (!url) throw new Error('COMPONENTS_URL is not set: run the tests by `npx playwright test`');
      const context = await browser.newContext({ viewport: desk, locale: 'en-US', timezoneId: 'America/Boise' });
      const problems = await watchForProblems(context);
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForFunction(() => 'componentPage' in globalThis);
      await use({ page, context, problems });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ opened }, use) => use(opened.context),
  page: async ({ opened: { page }, actionTimeout }, use) => {
    page.setDefaultTimeout(actionTimeout);
    await use(page);
    // Later tests expect this size.
    if (page.viewportSize()?.width !== desk.width) await page.setViewportSize(desk);
    await page.mouse.move(0, 0);
  },
  stage: async ({ page }, use) =>
    use({
      mount: (...story) => page.evaluate((given) => componentPage.mount(...given), story),
      change: (...story) => page.evaluate((given) => componentPage.change(...given), story),
      said: () => page.evaluate(() => componentPage.said()),
    }),
  watched: [
    async ({ opened: { problems } }, use) => {
      problems.length = 0;
      await use();
      expect(problems, 'the console has no error').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
