import type { Page } from '@playwright/test';

/** How long frames took, in ms. */
export type Frames = { p95: number; worst: number; count: number };

/** What the page notes of itself. */
type Noted = { pinsAt?: number; noted?: { end(): number[] } };

/** Prepares a page: it has WebGL and notes when that first drew pins, or it has none. */
export async function showPins(page: Page, means: 'webgl' | 'svg'): Promise<void> {
  await page.addInitScript((isWebgl) => {
    const canvases = HTMLCanvasElement.prototype;
    canvases.getContext = new Proxy(Reflect.get(canvases, 'getContext') as typeof canvases.getContext, {
      apply(get, canvas, how: unknown[]) {
        if (how[0] !== 'webgl2') return Reflect.apply(get, canvas, how);
        return isWebgl ? noting(Reflect.apply(get, canvas, how) as WebGL2RenderingContext | null) : null;
      },
    });
    /** Only pins and their names are drawn many at a time. */
    function noting(context: WebGL2RenderingContext | null): WebGL2RenderingContext | null {
      if (context === null) return null;
      for (const name of ['drawArraysInstanced', 'drawElementsInstanced'] as const) {
        const draw = Reflect.get(context, name) as (...given: number[]) => void;
        Reflect.set(context, name, (...given: number[]) => {
          if ((given.at(-1) ?? 0) > 1) (globalThis as Noted).pinsAt ??= performance.now();
          draw.apply(context, given);
        });
      }
      return context;
    }
  }, means === 'webgl');
}

/** From the press on the sidebar until pins are drawn, in ms. */
export async function timeToPins(page: Page, mitasId: string, means: 'webgl' | 'svg'): Promise<number> {
  const href = `/dashboard/${mitasId}/receivers/map`;
  const link = page.locator(`a[href='${href}']`);
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'Receivers', exact: true }).click();
  await link.waitFor();
  const took = await page.evaluate(
    async ([path, isWebgl]) => {
      const noted = globalThis as Noted;
      const begun = performance.now();
      document.querySelector<HTMLAnchorElement>(`a[href='${path}']`)?.click();
      const isDrawn = () =>
        isWebgl ? noted.pinsAt !== undefined : document.querySelector('[data-drawing] [data-look]') !== null;
      while (!isDrawn()) await new Promise(requestAnimationFrame);
      return (isWebgl ? (noted.pinsAt ?? 0) : performance.now()) - begun;
    },
    [href, means === 'webgl'] as const,
  );
  const drawn = await page.locator('[data-drawing]').getAttribute('data-drawing');
  if (drawn !== means) throw new Error(`The map was drawn by ${drawn}: its figures would mean nothing`);
  return took;
}

/** How long the page's frames took while that was done. */
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
