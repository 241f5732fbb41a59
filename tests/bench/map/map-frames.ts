import type { Page } from '@playwright/test';

/** How long frames took, in ms. */
export type Frames = { p95: number; worst: number; count: number };

/** The frame times that the page records. */
type Noted = { noted?: { end(): number[] } };

/** Prepares a page with or without WebGL. */
export async function showPins(page: Page, means: 'webgl' | 'svg'): Promise<void> {
  if (means === 'webgl') return;
  await page.addInitScript(() => {
    const canvases = HTMLCanvasElement.prototype;
    canvases.getContext = new Proxy(Reflect.get(canvases, 'getContext') as typeof canvases.getContext, {
      apply: (get, canvas, how: unknown[]) => (how[0] === 'webgl2' ? null : Reflect.apply(get, canvas, how)),
    });
  });
}

/** Returns the time (ms) from the press on the sidebar until pins are drawn, whether by WebGL or SVG. */
export async function timeToPins(page: Page, mitasId: string): Promise<number> {
  const href = `/dashboard/${mitasId}/receivers/map`;
  const link = page.locator(`a[href='${href}']`);
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'Receivers', exact: true }).click();
  await link.waitFor();
  return page.evaluate(async (path) => {
    const begun = performance.now();
    document.querySelector<HTMLAnchorElement>(`a[href='${path}']`)?.click();
    // Home, still on the page, has its own map. A WebGL map sets the attribute once it shows its pins.
    const pins = "[data-drawing='webgl'], [data-drawing='svg'] [data-look]";
    const isDrawn = () => document.querySelector('h1')?.textContent === 'Map' && document.querySelector(pins) !== null;
    while (!isDrawn()) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, href);
}

/** Waits until only this way draws the map: figures of the other would mean nothing. */
export async function untilDrawnBy(page: Page, means: 'webgl' | 'svg'): Promise<void> {
  await page.locator(`[data-drawing='${means}']`).waitFor({ timeout: 60_000 });
}

/** Measures the page's frames while `act` runs. */
export async function sampleFrames(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let isOver = false;
    let last = performance.now();
    const frame = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    (globalThis as Noted).noted = {
      end() {
        isOver = true;
        return frames.slice(1);
      },
    };
  });
  await act();
  const frames = await page.evaluate(() => (globalThis as Noted).noted?.end() ?? []);
  const sorted = frames.toSorted((one, other) => one - other);
  return {
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    worst: sorted.at(-1) ?? Number.NaN,
    count: sorted.length,
  };
}
