import { expect, type Locator, type Page, test, type ViewportSize } from '@playwright/test';

/** Runs a step of a test; its title says what it is about, and which rules it proves, as a test's does. */
export type Step = (title: string, work: () => Promise<void>) => Promise<void>;

/** A step may take this long on a busy machine, in ms. */
const stepMs = 60_000;

/**
 * Steps of one test on one page: to open a page takes longer than most of what is looked at there. A step
 * that fails is recorded and the next ones run, so each brings the page where it needs it (`visit`) and
 * depends on none before it. `end` fails with the titles of all that failed. `giveTime` adds to the time of
 * the test.
 */
export function openSteps(giveTime: (ms: number) => void): { step: Step; end: () => void } {
  const failures: { title: string; reason: string }[] = [];
  return {
    async step(title, work) {
      giveTime(stepMs);
      await test.step(title, work, { timeout: stepMs }).catch((error: unknown) => {
        failures.push({ title, reason: error instanceof Error ? error.message : String(error) });
      });
    },
    end() {
      if (failures.length === 0) return;
      const details = failures.map(({ title, reason }) => `${title}\n${reason}`).join('\n\n');
      throw new Error(`Failed steps: ${failures.map(({ title }) => `'${title}'`).join(', ')}\n\n${details}`);
    },
  };
}

/**
 * Goes to an address by the app's own router, as a link does, without loading the page again. Where a dialog
 * that an earlier step left open holds the page, the page is loaded again after all.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // A page that is opened without a system goes to one first, which would be after this.
  await page.waitForURL(({ pathname }) => pathname !== '/dashboard');
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  const isFree = expect(dialogs).toHaveCount(0, { timeout: 3_000 });
  const isHeld = await isFree.then(() => false).catch(() => true);
  if (!isHeld) return;
  page.once('dialog', (asked) => void asked.accept());
  await page.goto(path);
}

/** Goes to an address of which a dialog opens over its page, which comes first without one. */
export async function visitDialog(page: Page, address: string): Promise<void> {
  await visit(page, address.replace(/\?.*/, ''));
  await page.evaluate((to) => window.history.pushState(null, '', to), address);
}

/**
 * Presses a Retry that loads the page again. It does so once the host has answered: until then the page that
 * is to go still stands there, and what a test does on it is lost.
 */
export async function retryByLoading(page: Page, retry: Locator): Promise<void> {
  const loaded = page.waitForEvent('load');
  await retry.click();
  await loaded;
}

/** How large the page of a test is unless it is made another size. */
const usualSize: ViewportSize = { width: 1280, height: 720 };

/**
 * Goes to a path of a system from another of its screens, so that nothing of an earlier step is left: no
 * choice, no open menu, no typed text, and no pointer over what is drawn. The page is given the size; null
 * leaves it.
 */
export async function visitAnew(
  page: Page,
  { mitasId }: { mitasId: string },
  path: string,
  size: ViewportSize | null = usualSize,
): Promise<void> {
  await page.mouse.move(0, 0);
  await visit(page, `/dashboard/${mitasId}/changelog`);
  await expect(page.getByRole('heading', { name: 'Changelog', level: 1 })).toBeVisible();
  if (size !== null) await page.setViewportSize(size);
  await visit(page, `/dashboard/${mitasId}/${path}`);
}
