import type { Locator, Page } from '@playwright/test';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { planted } from '../support/planted.ts';
import { thorough } from '../support/thorough.ts';
import type { Field } from './support/field.ts';
import { expect, test } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { chooseElsewhere } from './support/preferred-scheme.ts';
import { expectBeside, expectNoSidewaysScroll, expectTouchTargets } from './support/page-checks.ts';
import { choose, names, openReceivers, receiversList, receiversPath, rowOf, visitReceivers } from './support/receivers-page.ts';

const thoroughTest = thorough(test);

/** What the list of receivers shows and explains to a person who sees it for the first time. */

const nothingReported = {
  voltage: null,
  memory_used_mb: null,
  memory_total_mb: null,
  firmware_major: null,
  firmware_minor: null,
};
const longName = 'MID-3 Side Channel';

/** Sets names, addresses and words of the usual length. */
async function fillOut(operator: Operator, { receivers }: Field): Promise<void> {
  const { db } = operator.database;
  const rename = (alias: string, to: string) =>
    planted(operator.database)
      .updateTable('receivers')
      .set({ alias: to, ip_address: '10.20.1.16', port_number: 20006 })
      .where('id', '=', receivers[alias] ?? 0)
      .execute();
  await rename('Crest', longName);
  await rename('Hollow', 'RCB-2 Downstream');
  await db
    .updateTable('receiver_reports')
    .set({ firmware_patch: 3, voltage: 13.4 })
    .where('rx_id', '=', receivers['Crest'] ?? 0)
    .execute();
  await db
    .updateTable('receiver_reports')
    .set({ voltage: null, memory_used_mb: 100 })
    .where('rx_id', '=', receivers['Hollow'] ?? 0)
    .execute();
  await planted(operator.database)
    .updateTable('receivers')
    .set({ model: 1 })
    .where('id', '=', receivers['Crest'] ?? 0)
    .execute();
}

/** Returns the texts of the list that are cut off; the state that is a sentence has a title. */
async function cutTexts(page: Page): Promise<string[]> {
  return page
    .getByRole('group', { name: 'Sort by' })
    .or(receiversList(page))
    .evaluateAll((parts) =>
      parts.flatMap((part) =>
        [...part.querySelectorAll<HTMLElement>('[data-area] *')]
          .filter((one) => one.childElementCount === 0 && getComputedStyle(one).clipPath === 'none')
          .filter((one) => one.clientWidth > 0 && !one.textContent.startsWith('TCP open'))
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 4)
          .map((one) => `${one.textContent}: ${one.clientWidth} of ${one.scrollWidth}`),
      ),
    );
}

for (const width of [1280, 1440]) {
  thoroughTest(
    `names, headings and the words of health are whole at ${width}, whatever sorts them (FLEET-1)`,
    async ({ page, field, operator }) => {
      await fillOut(operator, field);
      await page.setViewportSize({ width, height: 800 });
      await openReceivers(page, field);
      for (const query of ['', '?density=compact&sort=-firmware', '?sort=contact']) {
        await page.goto(`${receiversPath(field)}${query}`);
        await expect(rowOf(page, longName)).toContainText('10.20.1.16:20006');
        await expect(rowOf(page, 'RCB-2 Downstream')).toContainText('Could not read state');
        await expect.poll(() => cutTexts(page), query).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
    },
  );
}

thoroughTest(
  'the arrow of the column that sorts stands beside its heading, over no other (LOOK-37)',
  async ({ page, field, operator }) => {
    await fillOut(operator, field);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openReceivers(page, field);
    const headings = page.getByRole('group', { name: 'Sort by' });
    for (const heading of await headings.getByRole('button').all()) {
      await heading.click();
      await expect(heading).toHaveAttribute('aria-pressed', 'true');
      const arrow = await heading.locator('svg').boundingBox();
      const words = await headings.locator('[data-area] > span > span').evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return { of: one.textContent, left, right, top, bottom };
        }),
      );
      const [middle, left, right] = [arrow!.y + arrow!.height / 2, arrow!.x, arrow!.x + arrow!.width];
      const name = await heading.textContent();
      const own = words.find(({ of }) => of === name);
      expect(middle > own!.top && middle < own!.bottom, `${name}: beside it`).toBe(true);
      expect(Math.min(Math.abs(left - own!.right), Math.abs(own!.left - right)), `${name}: close to it`).toBeLessThanOrEqual(4);
      expect(
        words.filter((word) => word.left < right && word.right > left).map(({ of }) => of),
        `${name}: over none`,
      ).toEqual([]);
    }
    await expect.poll(() => cutTexts(page)).toEqual([]);
  },
);

thoroughTest(
  'buttons of a rank look alike in both schemes, the primary ones in the one green, and what deletes is red (LOOK-34, LOOK-1)',
  async ({ page, field }) => {
    await openReceivers(page, field, `?selected=${field.receivers['Crest']}`);
    const looks = async (name: string, ...properties: string[]): Promise<string[]> =>
      page.getByRole('button', { name, exact: true }).evaluate((button, wanted) => {
        const style = getComputedStyle(button);
        return wanted.map((property) => style.getPropertyValue(property));
      }, properties);
    const shape = ['border-radius', 'min-height', 'font-size', 'font-weight', 'padding-left'];
    for (const [scheme, green, red] of [
      ['light', 'rgb(27, 127, 75)', 'rgb(201, 37, 45)'],
      ['dark', 'rgb(69, 196, 134)', 'rgb(255, 123, 123)'],
    ] as const) {
      await chooseElsewhere(page, scheme);
      await expect(page.getByRole('button', { name: 'New receiver' })).toHaveCSS('background-color', green);
      await expect(page.getByRole('switch', { name: 'Crest enabled' })).toHaveCSS('background-color', green);
      await expect(page.getByRole('button', { name: 'Retire', exact: true })).toHaveCSS('color', red);
      expect(await looks('Retire', ...shape)).toEqual(await looks('New site', ...shape));
      expect(await looks('Compact rows', ...shape)).toEqual(await looks('New site', ...shape));
    }
    await page.getByRole('button', { name: 'Actions of Crest' }).click();
    await expect(page.getByRole('menuitem', { name: 'Retire' })).toHaveCSS('color', 'rgb(255, 123, 123)');
  },
);

thoroughTest(
  "a site's swatch has its point style, as have those of its receivers, here and on Home (LOOK-39)",
  async ({ page, field }) => {
    await openReceivers(page, field);
    const shapes = (): Promise<Record<string, string[]>> =>
      page.locator('[data-of]').evaluateAll((all) => {
        const shown = all.map(
          (one) => [one.getAttribute('data-of') ?? '', one.querySelector('path')?.getAttribute('d') ?? ''] as const,
        );
        return Object.fromEntries(
          ['site', 'receiver'].map((of) => [of, [...new Set(shown.filter(([each]) => each === of).map(([, shape]) => shape))]]),
        );
      });
    await choose(page, 'North ridge', 'Choose point style');
    await page.getByRole('menuitem', { name: 'Star' }).click();
    await expect.poll(async () => (await shapes())['site']).toHaveLength(2);
    const here = await shapes();
    expect(here['receiver']?.toSorted()).toEqual(here['site']?.toSorted());
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('button', { name: /^Crest/ })).toBeVisible();
    await expect.poll(shapes).toEqual(here);
  },
);

/** Returns the gaps between the texts of a line, each with the columns beside it. */
async function gapsOf(line: Locator): Promise<{ between: string; gap: number }[]> {
  return line.evaluate((element) => {
    const columns = [...element.querySelectorAll<HTMLElement>('[data-area]')].flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const rects: { left: number; right: number }[] = [];
      while (texts.nextNode() !== null) {
        const { parentElement } = texts.currentNode;
        if (parentElement === null || getComputedStyle(parentElement).clipPath !== 'none') continue;
        const text = document.createRange();
        text.selectNodeContents(texts.currentNode);
        const [{ left, right, width }, seen] = [text.getBoundingClientRect(), parentElement.getBoundingClientRect()];
        // Text that is cut off is not visible.
        if (width > 0) rects.push({ left, right: Math.min(right, seen.right) });
      }
      if (rects.length === 0) return [];
      const left = Math.min(...rects.map((rect) => rect.left));
      return [{ area: cell.dataset['area'] ?? '', left, right: Math.max(...rects.map(({ right }) => right)) }];
    });
    return columns.slice(1).map(({ area, left }, at) => {
      const before = columns[at];
      return { between: `${before?.area} and ${area}`, gap: left - (before?.right ?? Infinity) };
    });
  });
}

for (const width of [1024, 1100, 1200, 1280, 1440]) {
  thoroughTest(
    `on a desk 12 px at least are between the columns of the list: ${width} (LOOK-26)`,
    async ({ page, field, operator }) => {
      await fillOut(operator, field);
      await page.setViewportSize({ width, height: 900 });
      await openReceivers(page, field);
      await expect(rowOf(page, longName)).toContainText('Last heard');
      const lines = [
        page.getByRole('group', { name: 'Sort by' }),
        ...[longName, 'RCB-2 Downstream', 'Marsh'].map((name) => rowOf(page, name)),
      ];
      const gaps = await Promise.all(lines.map(gapsOf));
      expect(Math.min(...gaps.map(({ length }) => length))).toBeGreaterThanOrEqual(6);
      const asked = width < 1280 ? /memory|voltage|firmware|contact/ : /./;
      expect(gaps.flat().filter(({ between, gap }) => gap < 12 && asked.test(between))).toEqual([]);
    },
  );
}

thoroughTest('the pencils stand beside name and address, not on them', async ({ page, field, operator }) => {
  await fillOut(operator, field);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openReceivers(page, field);
  const row = rowOf(page, longName);
  await row.hover();
  await expectBeside(row.getByRole('link'), page.getByRole('button', { name: `Rename ${longName}` }));
  await expectBeside(row.getByText('10.20.1.16:20006'), page.getByRole('button', { name: `Address of ${longName}` }));
  await expect.poll(() => cutTexts(page)).toEqual([]);
});

thoroughTest('what is wrong keeps its colour where its row is selected', async ({ page, field }) => {
  await openReceivers(page, field);
  const wrong = rowOf(page, 'Hollow').getByText('Low memory, Low voltage');
  const color = await wrong.evaluate((one) => getComputedStyle(one).color);
  await page.getByRole('checkbox', { name: 'Select Hollow' }).check({ force: true });
  await expect(rowOf(page, 'Hollow')).toHaveAttribute('aria-selected', 'true');
  await expect(wrong).toHaveCSS('color', color);
  expect(color, 'the colour of a warning').not.toBe(await rowOf(page, 'Hollow').evaluate((one) => getComputedStyle(one).color));
});

thoroughTest(
  'on a phone every value stands beside its word, and a name is whole (LOOK-11)',
  async ({ page, field, operator }) => {
    await fillOut(operator, field);
    await page.setViewportSize({ width: 390, height: 844 });
    await openReceivers(page, field, `?only=${field.receivers['Crest']},${field.receivers['Hollow']}`);
    await expect(rowOf(page, longName)).toContainText('Firmware 7.10.3');
    await expect.poll(() => cutTexts(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page);
  },
);

thoroughTest(
  'on a small screen the columns that fit are shown, and nothing is out of reach (FLEET-1)',
  async ({ page, field }) => {
    await openReceivers(page, field);
    const heading = (name: string) => page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name, exact: true });
    for (const [width, shown, left] of [
      [1440, ['Address', 'Model', 'Firmware', 'Last report'], []],
      [1280, ['Address', 'Model', 'Last report'], ['Firmware']],
      [1100, ['Voltage', 'Last report'], ['Address', 'Model', 'Firmware']],
      [900, ['Voltage', 'Last heard'], ['Address', 'Model', 'Firmware', 'Last report']],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      for (const name of shown) await expect(heading(name)).toBeVisible();
      for (const name of left) await expect(heading(name)).toBeHidden();
      await expect.poll(() => rowOf(page, 'Crest').evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    }
  },
);

test('what is said of receivers before somebody acts on them, and what a dialog waits for', async ({
  page,
  field,
  operator,
  step,
}) => {
  await planted(operator.database)
    .insertInto('receivers')
    .values({ system_id: field.mitasId, alias: 'Outpost', enabled: true })
    .execute();
  await planted(operator.database)
    .updateTable('receiver_reports')
    .set({ status: receiverStatuses.online, ...nothingReported })
    .where('rx_id', '=', field.receivers['Gully'] ?? 0)
    .execute();
  await openReceivers(page, field, `?selected=${field.receivers['Crest']},${field.receivers['Gully']}`);
  await step('of those that are selected nobody acts on one unseen, and they can be seen (FLEET-11)', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected receivers' });
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await page.getByLabel('Search').fill('gully');
    await expect(names(page)).toHaveText(['Gully']);
    await expect(bar.getByRole('status')).toHaveText('2 selected, 1 not shown');
    await bar.getByRole('button', { name: 'Show selected' }).click();
    await expect(names(page)).toHaveText(['Crest', 'Gully']);
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await expect(bar.getByRole('button', { name: 'Show selected' })).toHaveCount(0);
  });

  await step('of a receiver that is heard and never reported its state it is said that it never did (RX-46)', async () => {
    await visitReceivers(page, field);
    const cell = rowOf(page, 'Gully').getByTitle(/^Could not read state: it never reported any/);
    await expect(cell).toContainText('Could not read state');
  });

  await step('who is about to delete reads what becomes of it, where that is known (RX-35)', async () => {
    await visitReceivers(page, field);
    await choose(page, 'Crest', 'Retire');
    const known = page.getByRole('alertdialog', { name: 'Retire Crest?' });
    await expect(known).toContainText('Crest has sent data, so it is retired');
    await expect(known).not.toContainText('removed');
    await page.keyboard.press('Escape');
    await choose(page, 'Outpost', 'Delete');
    await expect(page.getByRole('alertdialog', { name: 'Delete Outpost?' })).toContainText('Any other is removed.');
  });

  await step('a receiver without a place has none in its dialog, and both buttons rest (RX-30)', async () => {
    await visitReceivers(page, field);
    await choose(page, 'Gully', 'Edit location');
    const dialog = page.getByRole('dialog', { name: 'Edit location of Gully' });
    const [latitude, longitude] = [dialog.getByLabel('Latitude'), dialog.getByLabel('Longitude')];
    const [update, unset] = [dialog.getByRole('button', { name: 'Update' }), dialog.getByRole('button', { name: 'Unset' })];
    await expect(latitude).toHaveValue('');
    await expect(longitude).toHaveValue('');
    await expect(dialog.getByText(/^Degrees from/)).toHaveCount(0);
    await expect(update).toBeDisabled();
    await expect(unset).toBeDisabled();
    await latitude.fill('0');
    await expect(update, 'half a place is none').toBeDisabled();
    await longitude.fill('0');
    await expect(update).toBeDisabled();
    await expect(unset).toBeDisabled();
  });

  await step('a name that another site has is refused in the form, which keeps what was typed (SITE-4)', async () => {
    await visitReceivers(page, field);
    await page.getByRole('button', { name: 'New site' }).click();
    const dialog = page.getByRole('dialog', { name: 'New site' });
    await dialog.getByLabel('Name').fill(' North ridge ');
    await expect(dialog.getByText('A site with this name already exists')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Create site' })).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Name')).toHaveValue(' North ridge ');
    await dialog.getByLabel('Name').fill('North ridge 2');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(receiversList(page).getByText('North ridge 2')).toBeVisible();
  });
});

thoroughTest('how many there are to select is said, and of none nothing can be chosen', async ({ page, field }) => {
  await openReceivers(page, field, '?search=crest');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['All shown (1)', 'All offline (0)', 'All low on memory (0)', 'None']);
  await expect(page.getByRole('menuitem', { name: 'All offline' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'All shown' }).click();
  await expect(rowOf(page, 'Crest')).toHaveAttribute('aria-selected', 'true');
});

thoroughTest('of a state that nobody is in the list says so, and of a search that it finds nothing', async ({ page, field }) => {
  await openReceivers(page, field);
  await page.getByRole('switch', { name: 'Quarry enabled' }).check();
  await page.goto(`${receiversPath(field)}?show=disabled`);
  await expect(page.getByRole('heading', { name: 'No receiver is disabled' })).toBeVisible();
  await page.getByLabel('Search').fill('crest');
  await expect(page.getByRole('heading', { name: 'No receivers match' })).toBeVisible();
});

thoroughTest("a receiver's own page does not offer to open itself, and its facts stand on one line", async ({ page, field }) => {
  await openReceivers(page, field);
  await rowOf(page, 'Crest').getByRole('link').click();
  const facts = page.getByRole('region', { name: 'Receiver', exact: true });
  const [site, status] = [facts.getByText('North ridge', { exact: true }), facts.getByText('Online', { exact: true })];
  const middle = async (of: typeof site) =>
    of.evaluate((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      const { top, bottom } = text.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  await expect(status).toBeVisible();
  expect(Math.abs((await middle(site)) - (await middle(status)))).toBeLessThanOrEqual(1);
  await facts.getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit configuration' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Open receiver page' })).toHaveCount(0);
});
