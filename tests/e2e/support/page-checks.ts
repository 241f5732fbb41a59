import { expect, type Locator, type Page, type ViewportSize } from '@playwright/test';
import axe from 'axe-core';
import { isThorough } from '../../support/thorough.ts';
import { chooseElsewhere, isInScheme, schemes } from './preferred-scheme.ts';

/** A rule of WCAG 2.2 that axe checks only on request. */
const rules = { 'target-size': { enabled: true } };

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/**
 * Expects no accessibility violation that axe can find, once nothing moves. Pass `part` when an open menu
 * hides the rest from assistive technology, so that rules about whole pages cannot apply, and a longer
 * `timeout` (ms) for pages drawn by software, on which axe waits.
 */
export async function expectAccessible(page: Page, part?: string, timeout?: number): Promise<void> {
  // A popover becomes a tray when the page becomes narrow: for a moment there is neither.
  if (part !== undefined) await expect(page.locator(part)).toBeVisible();
  const wrong = async () => {
    await stillness(page);
    return violationsOf(page, part);
  };
  // An element that starts to fade in during axe's run has too little contrast for a moment.
  await expect.poll(wrong, { message: 'axe finds nothing', timeout }).toEqual([]);
}

/** Loads axe into a document only once, not for each check: that is half of a check's time. */
async function violationsOf(page: Page, part: string | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, asked]) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations } = await here.run(within ?? document, { resultTypes: ['violations'], rules: asked });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    [part, rules] as const,
  );
}

/**
 * LOOK-11, LOOK-12: checks the page or a part of it, on a phone in dark colours and on a desktop in light
 * ones; a thorough run checks both schemes in both sizes. The page ends at desktop width.
 */
export async function expectFineEverywhere(page: Page, part?: string, timeout?: number): Promise<void> {
  for (const size of [phone, desk]) await expectFineAt(page, size, part, timeout);
}

/**
 * Checks in only one of the sizes: at a phone's width the bell's menu becomes another element, and its open
 * parts close.
 */
export async function expectFineAt(page: Page, size: ViewportSize, part?: string, timeout?: number): Promise<void> {
  await page.setViewportSize(size);
  await expectNoSidewaysScroll(page);
  if (size === phone) await expectTouchTargets(page);
  const inSize = size === phone ? (['dark', 'light'] as const) : schemes;
  for (const scheme of isThorough ? inSize : inSize.slice(0, 1)) {
    // If an account loaded during the check and reset the scheme, the check repeats.
    do {
      await chooseElsewhere(page, scheme);
      await expectAccessible(page, part, timeout);
    } while (!(await isInScheme(page, scheme)));
  }
}

/**
 * Finishes animations until none has begun for several frames: what opens at a new size begins to fade in a
 * frame or two after the resize.
 */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0; still < 5; still++) {
      const moving = document.getAnimations().filter(({ effect, playState }) => {
        return effect?.getComputedTiming().endTime !== Infinity && playState !== 'finished';
      });
      for (const animation of moving) animation.finish();
      if (moving.length > 0) still = 0;
      await new Promise(requestAnimationFrame);
    }
  });
}

/**
 * Expects nothing to be wider than the page, except a table in its own region. After the page became narrow
 * its styles apply before React redraws: an excess of one frame is never seen.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, document.body, ...document.querySelectorAll('main, :has(> main)')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => `${element.tagName} ${element.id}: ${element.scrollWidth} of ${element.clientWidth}`),
    );
  await stillness(page);
  await expect.poll(tooWide, { message: 'nothing scrolls sideways' }).toEqual([]);
}

/**
 * Expects every visible control to be at least 44 px high and wide (LOOK-11); a labelled input counts with
 * its label.
 */
export async function expectTouchTargets(page: Page): Promise<void> {
  const tooSmall = () =>
    page.evaluate(() => {
      const least = 44;
      const controls = document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select:not([aria-hidden=true] *), textarea, [role=tab], [role=radio], [role=checkbox], ' +
          '[role=option], [role^=menuitem]',
      );
      return [...controls].flatMap((control) => {
        const target = control.closest('label') ?? control;
        const { width, height, bottom, right } = target.getBoundingClientRect();
        const isSeen = control.checkVisibility({ visibilityProperty: true }) && bottom > 0 && right > 0 && width > 1;
        const name = control.getAttribute('aria-label') ?? (target.textContent || control.getAttribute('name'));
        return isSeen && (width < least - 0.5 || height < least - 0.5)
          ? [`${name}: ${Math.round(width)} × ${Math.round(height)}`]
          : [];
      });
    });
  await stillness(page);
  await expect.poll(tooSmall, { message: 'every control can be hit with a thumb' }).toEqual([]);
}

/** Expects the first to end, from left to right, before the second begins. */
export async function expectBeside(one: Locator, other: Locator): Promise<void> {
  await expect(async () => {
    const [left, right] = await Promise.all([one.boundingBox(), other.boundingBox()]);
    expect(left, 'the one on the left is drawn').not.toBeNull();
    expect(right, 'the one on the right is drawn').not.toBeNull();
    expect(left!.x + left!.width, 'where the one on the left ends').toBeLessThanOrEqual(right!.x);
  }).toPass({ timeout: 30_000 });
}
