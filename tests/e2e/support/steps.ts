import { expect, type Locator, type Page, test, type ViewportSize } from '@playwright/test';

/** Runs a step of a test; like a test's title, its title states the behaviour and the rules it proves. */
export type Step = (title: string, work: () => Promise<void>) => Promise<void>;

/** The time for a step on a busy machine, in ms. */
const stepMs = 120_000;

/**
 * Steps of one test on one page: opening a page takes longer than most checks. A failing step is recorded and
 * the next ones run, so each step brings the page where it needs it (`visit`) and depends on no earlier one.
 * `end` fails with the titles of all failed steps. `giveTime` adds to the test's time.
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
 * Goes to an address by the app's own router, as a link does, without a reload. If a dialog that an earlier
 * step left open holds the page, the page is reloaded.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // A page opened without a system first goes to one, which would happen after this.
  await page.waitForURL(({ pathname }) => pathname !== '/dashboard');
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  const isFree = expect(dialogs).toHaveCount(0, { timeout: 3_000 });
  const isHeld = await isFree.then(() => false).catch(() => true);
  if (!isHeld) return;
  page.once('dialog', (asked) => void asked.accept());
  await page.goto(path);
}

/** Goes to an address that opens a dialog over its page; the page opens first without it. */
export async function visitDialog(page: Page, address: string): Promise<void> {
  await visit(page, address.replace(/\?.*/, ''));
  await page.evaluate((to) => window.history.pushState(null, '', to), address);
}

/**
 * Presses a Retry that reloads the page, and waits for the reload. It comes only after the host answers:
 * until then the old page remains, and a test's actions on it are lost.
 */
export async function retryByLoading(page: Page, retry: Locator): Promise<void> {
  const loaded = page.waitForEvent('load');
  await retry.click();
  await loaded;
}

/** The default size of a test's page. */
const usualSize: ViewportSize = { width: 1280, height: 720 };

/**
 * Goes to a path of a system from another of its screens, so that nothing of an earlier step remains: no
 * selection, open menu, typed text, or pointer over the page. The page gets this size; null keeps its size.
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
