import { expect, type Locator, type Page, type ViewportSize } from '@playwright/test';
import axe from 'axe-core';
import { isThorough } from '../../support/thorough.ts';
import { chooseElsewhere, isInScheme, schemes } from './preferred-scheme.ts';

/** Of the rules of WCAG 2.2 axe leaves this one out unless it is asked for. */
const rules = { 'target-size': { enabled: true } };

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/**
 * No accessibility violation that axe can see, once nothing moves any more. `part` alone where an open menu
 * hides the rest from assistive technology, so that rules about whole pages have nothing to hold on to.
 * `timeout` for what is drawn by software, which lets axe wait (ms).
 */
export async function expectAccessible(page: Page, part?: string, timeout?: number): Promise<void> {
  // A popover becomes a tray when the page grows narrow: for a moment there is neither.
  if (part !== undefined) await expect(page.locator(part)).toBeVisible();
  const wrong = async () => {
    await stillness(page);
    return violationsOf(page, part);
  };
  // What has only begun to fade as axe looks has too little contrast for a moment.
  await expect.poll(wrong, { message: 'axe finds nothing', timeout }).toEqual([]);
}

/** Brings axe into a document once, not for each look at it: half of the time that a look takes. */
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
 * LOOK-11, LOOK-12: what the page shows now, or a part of it, on a phone in dark colours and on a desk in
 * light ones; a thorough run looks at both schemes in both sizes. The page ends as wide as a desk.
 */
export async function expectFineEverywhere(page: Page, part?: string, timeout?: number): Promise<void> {
  for (const size of [phone, desk]) await expectFineAt(page, size, part, timeout);
}

/**
 * The same as wide as one of them alone: the bell's menu is drawn again as another element where the page
 * becomes as narrow as a phone, and what was opened in it is closed.
 */
export async function expectFineAt(page: Page, size: ViewportSize, part?: string, timeout?: number): Promise<void> {
  await page.setViewportSize(size);
  await expectNoSidewaysScroll(page);
  if (size === phone) await expectTouchTargets(page);
  const inSize = size === phone ? (['dark', 'light'] as const) : schemes;
  for (const scheme of isThorough ? inSize : inSize.slice(0, 1)) {
    // An account that was loaded meanwhile turned the page back: it is looked at in that scheme, all of it.
    do {
      await chooseElsewhere(page, scheme);
      await expectAccessible(page, part, timeout);
    } while (!(await isInScheme(page, scheme)));
  }
}

/**
 * Ends what moves, until for some frames nothing has begun to: what opens at a new size begins to fade in a
 * frame or two after the page got it.
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
 * Nothing is wider than the page; a table in a region of its own may be. Of a page that was made narrow the
 * styles are the new ones before React has drawn it again: what is too wide for a frame is never seen.
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
 * Every control that can be seen is at least 44 px high and wide (LOOK-11); a labelled input counts with its
 * label.
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

/** One ends, from left to right, before the other begins. */
export async function expectBeside(one: Locator, other: Locator): Promise<void> {
  await expect(async () => {
    const [left, right] = await Promise.all([one.boundingBox(), other.boundingBox()]);
    expect(left, 'the one on the left is drawn').not.toBeNull();
    expect(right, 'the one on the right is drawn').not.toBeNull();
    expect(left!.x + left!.width, 'where the one on the left ends').toBeLessThanOrEqual(right!.x);
  }).toPass({ timeout: 10_000 });
}
