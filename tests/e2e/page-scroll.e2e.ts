import type { Page } from '@playwright/test';
import { screenOf } from '#model/navigation/routes.ts';
import { builtScreens } from '../../src/screens/registry.ts';
import { variants } from '../support/thorough.ts';
import { demo, expect, submitLogin, test } from './support/fixtures.ts';
import { desk, phone } from './support/page-checks.ts';
import { screenHeading } from './support/screen-heading.ts';

/** LOOK-33. One page visits all screens, so that each opens once. */

const low = { width: 1280, height: 720 };
const sizes = variants([desk, low, phone], [low, phone]);

test('no screen lets the document scroll, at any size (LOOK-33)', async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expectStill(page, 'Login');
  await submitLogin(page, demo);

  const links = page.getByRole('navigation', { name: 'Main' });
  const closed = links.getByRole('button', { expanded: false });
  await expect(closed).not.toHaveCount(0);
  for (let left = await closed.count(); left > 0; left--) {
    await closed.first().click();
    await expect(closed).toHaveCount(left - 1);
  }
  for (const id of Object.keys(builtScreens)) {
    const screen = screenOf(id)!;
    // No link of the sidebar leads to the page of one record; tag.e2e.ts checks that one.
    if (screen.list !== undefined) continue;
    await links.locator(`a[href$="/${screen.path}"]`).click();
    await expect(page.getByRole('heading', { name: screenHeading(screen), level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectStill(page, id);
  }
});

/** At each size, scrolls every scrollable part to its end and beyond; leaves the page at desktop width. */
async function expectStill(page: Page, screen: string): Promise<void> {
  for (const size of sizes) {
    const at = `${screen} at ${size.width} × ${size.height}`;
    await page.setViewportSize(size);
    await page.getByRole('heading', { level: 1 }).first().hover();
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => page.evaluate(isAtEnd), `${at}: wheeled to its end`).toBe(true);
    await page.mouse.wheel(0, 100_000);
    expect.soft(await page.evaluate(documentScroll), at).toEqual({ beyond: 0, scrolled: 0, escaped: [] });
    await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
  }
  await page.setViewportSize(desk);
}

function isAtEnd(): boolean {
  const main = document.querySelector('main') ?? document.documentElement;
  return main.scrollTop + main.clientHeight >= main.scrollHeight - 1;
}

/**
 * Returns how far the document extends beyond the window and scrolls, and the absolutely placed elements in
 * scrollable parts that do not contain them: these make documents longer than they look.
 */
function documentScroll(): { beyond: number; scrolled: number; escaped: string[] } {
  const { scrollHeight, clientHeight } = document.documentElement;
  window.scrollTo(0, scrollHeight);
  const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflow);
  const escaped = [...document.querySelectorAll<HTMLElement>('body *:not(svg, svg *)')].flatMap((element) => {
    if (getComputedStyle(element).position !== 'absolute' || element.offsetParent === null) return [];
    for (let above = element.parentElement; above !== null && above !== element.offsetParent; above = above.parentElement) {
      if (scrolls(above)) return [`${element.tagName}.${element.className} in ${above.tagName}.${above.className}`];
    }
    return [];
  });
  return { beyond: scrollHeight - clientHeight, scrolled: window.scrollY, escaped: [...new Set(escaped)] };
}
