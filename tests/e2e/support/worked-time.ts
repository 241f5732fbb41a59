import type { Locator, Page } from '@playwright/test';

/**
 * Returns how long the page itself works (ms) while `work` runs, whatever else the machine does: the time of
 * its main thread. Only what `work` waits for within the page counts.
 */
export async function workedMs(page: Page, work: () => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const soFar = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await soFar();
  await work();
  const worked = (await soFar()) - before;
  await client.detach();
  return worked;
}

/** Presses a button and waits within the page until a chart is drawn. */
export function drawnBy(pressed: Locator): Promise<void> {
  return pressed.evaluate(async (button) => {
    (button as HTMLButtonElement).click();
    while (document.querySelector('[role=application] canvas') === null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
}
