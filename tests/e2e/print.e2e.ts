import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';
import { visit } from './support/steps.ts';

/** Returns the lightness, 0 to 255, of a colour that the browser computed. */
const lightness = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  return (red + green + blue) / 3;
};

const styleOf = (page: Page, selector: string, of: 'color' | 'backgroundColor') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name as 'color'], of);

/** Printed pages (LOOK-47). */
test('pages print in dark ink on white, in their whole length, without bars, buttons and forms', async ({
  page,
  field,
  step,
}) => {
  const rxId = field.receivers['Crest'];
  await enter(page, field.person, `/dashboard/${field.mitasId}/changelog`);
  for (const [path, name] of [
    ['receivers/stats', /./],
    ['transmitters/beacons', 'Beacons'],
    [`receivers?receiver=${rxId}`, 'Crest'],
  ] as const)
    await step(`${path} on paper (LOOK-47)`, async () => {
      await page.emulateMedia({ media: 'screen' });
      await visit(page, `/dashboard/${field.mitasId}/changelog`);
      await expect(page.getByRole('heading', { name: 'Changelog', level: 1 })).toBeVisible();
      await visit(page, `/dashboard/${field.mitasId}/${path}`);
      const heading = page.getByRole('heading', { name, level: 1 });
      await expect(heading).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Changelog', level: 1 })).toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      await expect(heading).toBeVisible();
      for (const bar of ['#sidebar', 'header:has([aria-controls="sidebar"])', 'footer', 'form'])
        for (const each of await page.locator(bar).all()) await expect(each, bar).toBeHidden();
      await expect(page.getByRole('button')).toHaveCount(0);
      expect(lightness(await styleOf(page, 'h1', 'color')), 'ink').toBeLessThan(80);
      expect(lightness(await styleOf(page, 'body', 'backgroundColor')), 'paper').toBe(255);
      const isWhole = await page.evaluate(() => {
        const main = document.querySelector('main')?.parentElement;
        return main !== null && main !== undefined && main.scrollHeight <= main.clientHeight + 1;
      });
      expect(isWhole, 'nothing is cut off').toBe(true);
    });
});
