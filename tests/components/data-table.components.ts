import type { Page } from '@playwright/test';
import { expect, phone, test } from './support/component-test.ts';

/** The table of a registry (REG-19), whose state a page keeps in the address. */
const rows = ['Tag 10', 'Tag 2', 'Tag 1', ...Array.from({ length: 9 }, (_, at) => `Whale ${at + 1}`)].map((name, at) => ({
  id: at + 1,
  name,
  weight: at === 1 ? null : 100 - at,
}));
const names = (page: Page) => page.getByRole('grid').getByRole('rowheader').allTextContents();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });
const check = (page: Page, name: string) => page.getByRole('row', { name }).locator('label').click();
const counted = (page: Page) => page.getByRole('toolbar').getByRole('status');
const next = (page: Page) => page.getByRole('button', { name: 'Next page' });

test('sorts naturally by its name, ten to a page (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows });
  expect(await names(page)).toEqual(['Tag 1', 'Tag 2', 'Tag 10', ...Array.from({ length: 7 }, (_, at) => `Whale ${at + 1}`)]);
  await expect(page.getByText('1–10 of 12')).toBeVisible();
});

test('a heading sorts by its column, and the other way round; unknown ones are last (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows, start: { size: 15 } });
  await heading(page, 'Weight (g)').click();
  await expect.poll(async () => (await names(page))[0]).toBe('Whale 9');
  expect((await names(page)).at(-1)).toBe('Tag 2');
  await heading(page, 'Weight (g)').click();
  await expect.poll(async () => (await names(page))[0]).toBe('Tag 10');
  expect((await names(page)).at(-1)).toBe('Tag 2');
  expect((await stage.said()).map(([, state]) => state)).toEqual([
    expect.objectContaining({ sort: { by: 'weight', direction: 'ascending' }, page: 1 }),
    expect.objectContaining({ sort: { by: 'weight', direction: 'descending' }, page: 1 }),
  ]);
});

test('turns its pages, each a step for Back, and says why there are no more (REG-19, FORM-11)', async ({ page, stage }) => {
  await stage.mount('table', { rows });
  const previous = page.getByRole('button', { name: 'Previous page' });
  await expect(previous).toHaveAccessibleDescription('This is the first page');
  await next(page).click();
  await expect.poll(() => names(page)).toEqual(['Whale 8', 'Whale 9']);
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await expect(next(page)).toHaveAccessibleDescription('This is the last page');
  expect(await stage.said()).toEqual([['push', expect.objectContaining({ page: 2 })]]);
});

test('has 10, 15, 20 or 25 rows to a page, and goes to the first of them (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows, start: { page: 2 } });
  await page.getByRole('button', { name: /Rows per page/ }).click();
  await expect(page.getByRole('option')).toHaveText(['10', '15', '20', '25']);
  await page.getByRole('option', { name: '15' }).click();
  await expect(page.getByText('1–12 of 12')).toBeVisible();
  expect(await stage.said()).toEqual([['replace', expect.objectContaining({ size: 15, page: 1 })]]);
});

for (const [isTall, height] of [
  [true, 49],
  [false, 40],
] as const)
  test(`rows are ${height} px high ${isTall ? 'where they are tall' : 'elsewhere'} (REG-19)`, async ({ page, stage }) => {
    await stage.mount('table', { rows: rows.slice(0, 3), isTall });
    const heights = await page.getByRole('row').evaluateAll((all) => all.slice(1).map((each) => each.clientHeight));
    expect(heights).toEqual([height, height, height]);
  });

for (const size of [{ width: 1440, height: 900 }, { width: 1280, height: 900 }, phone])
  test(`a table that fits does not scroll sideways, ${size.width} px wide (LOOK-41)`, async ({ page, stage }) => {
    await page.setViewportSize(size);
    await stage.mount('table', { rows, hasFold: true });
    const beyond = await page.getByRole('grid').evaluate((grid) => {
      const { scrollWidth = 0, clientWidth = 0 } = grid.parentElement ?? {};
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBe(0);
  });

test('a name is never broken within a word that its column has room for (LOOK-41)', async ({ page, stage }) => {
  const named = [{ id: 1, name: 'Rainbow 2026-11-09', weight: 7 }];
  await stage.mount('table', { rows: named, isTall: true });
  const frame = page.getByRole('grid').locator('..');
  await frame.evaluate((element) => (element.style.width = '120px'));
  const word = (text: string) => page.getByRole('rowheader').getByText(text, { exact: true });
  const lines = (text: string) => word(text).evaluate((element) => element.getClientRects().length);
  expect([await lines('Rainbow'), await lines('2026-11-09')]).toEqual([1, 1]);
  const [first, second] = [await word('Rainbow').boundingBox(), await word('2026-11-09').boundingBox()];
  expect(second?.y, 'between the words it is').toBeGreaterThan((first?.y ?? 0) + 10);
});

test('rows that all fit in the smallest page have no pager, and are counted once they are searched (LOOK-42)', async ({
  page,
  stage,
}) => {
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await stage.mount('table', { rows: rows.slice(0, 10) });
  await expect(page.getByRole('rowheader')).toHaveCount(10);
  await expect(pager).toHaveCount(0);
  await search(page).fill('tag');
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await expect(pager).toHaveCount(0);
  await stage.mount('table', { rows: rows.slice(0, 11) });
  await expect(pager).toBeVisible();
});

test.describe('columns that are all empty', () => {
  const headings = (page: Page) => page.getByRole('columnheader').allTextContents();
  const fold = (page: Page) => page.getByRole('button', { name: 'Missing' });

  test('are one that unfolds and folds, by the keyboard too (REG-33)', async ({ page, stage }) => {
    await stage.mount('table', { rows, hasFold: true, isChosenFrom: false, hasActions: false });
    expect(await headings(page)).toEqual(['Name', 'Missing›', 'Weight (g)']);
    await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('row', { name: 'Tag 1', exact: false }).first().focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(fold(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(fold(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(fold(page)).toBeFocused();
    expect(await headings(page)).toEqual(['Name', 'Missing‹', 'Lost', 'Found', 'Weight (g)']);
    await fold(page).click();
    expect(await headings(page)).toEqual(['Name', 'Missing›', 'Weight (g)']);
    expect(await stage.said(), 'nothing is sorted').toEqual([]);
  });

  test('are all there as soon as one of them has a value (REG-33)', async ({ page, stage }) => {
    await stage.mount('table', { rows, hasFold: true });
    await expect(fold(page)).toBeVisible();
    await stage.change('table', { rows: [{ ...rows[0]!, found: 'in May' }, ...rows.slice(1)], hasFold: true });
    await expect(fold(page)).toHaveCount(0);
    await expect(heading(page, 'Lost')).toBeVisible();
    await expect(heading(page, 'Found')).toBeVisible();
  });
});

test.describe('a new row', () => {
  const marked = (page: Page) => page.getByRole('row').filter({ hasText: 'New' });
  const added = { id: 99, name: 'Whale 99', weight: 1 };

  test('is shown on its page, in view, and marked by a word (REG-32)', async ({ page, stage }) => {
    await page.setViewportSize({ width: 1280, height: 300 });
    await stage.mount('table', { rows });
    await stage.change('table', { rows: [...rows, added], newId: 99 });
    await expect(marked(page)).toContainText('Whale 99');
    await expect(marked(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('11–13 of 13')).toBeVisible();
    expect(await stage.said()).toEqual([['replace', expect.objectContaining({ page: 2 })]]);
    await stage.change('table', { rows: [...rows, added] });
    await expect(marked(page)).toHaveCount(0);
    await expect(page.getByText('11–13 of 13'), 'the page stays').toBeVisible();
  });

  test('may come after it is known to be there, and is left where a person turns to another page (REG-32)', async ({
    page,
    stage,
  }) => {
    await stage.mount('table', { rows, newId: 99 });
    await expect(page.getByText('1–10 of 12')).toBeVisible();
    await stage.change('table', { rows: [...rows, added], newId: 99 });
    await expect(page.getByText('11–13 of 13')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page.getByText('1–10 of 13')).toBeVisible();
    await expect(marked(page)).toHaveCount(0);
  });

  test('that the search hides is said to be, and shown on demand (REG-32)', async ({ page, stage }) => {
    await stage.mount('table', { rows, start: { search: 'tag' } });
    await stage.change('table', { rows: [...rows, added], newId: 99 });
    await expect(page.getByText('The search hides Whale 99, which you just added.')).toBeVisible();
    await page.getByRole('button', { name: 'Show Whale 99' }).click();
    await expect(marked(page)).toContainText('Whale 99');
    await expect(page.getByText('11–13 of 13')).toBeVisible();
    await expect(search(page)).toHaveValue('');
    await expect(page.getByText(/^The search hides/)).toHaveCount(0);
  });
});

test('finds by every word of the search once that rested, on the first page (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows, start: { page: 2 } });
  await search(page).pressSequentially('100 tag');
  expect(await stage.said(), 'not with each key').toEqual([]);
  await expect.poll(() => names(page)).toEqual(['Tag 10']);
  expect(await stage.said()).toEqual([['replace', expect.objectContaining({ search: '100 tag', page: 1 })]]);
});

test('says that nothing matches, and clears the search at once', async ({ page, stage }) => {
  await stage.mount('table', { rows, start: { search: 'nobody' } });
  await expect(page.getByRole('heading', { name: 'Nothing matches the search' })).toBeVisible();
  await expect(page.getByText('0 of 0')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expect(search(page)).toHaveValue('');
});

test('one without rows shows what to do instead of a table, and keeps its tools', async ({ page, stage }) => {
  await stage.mount('table', { rows: [] });
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(search(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add' }).click();
  expect(await stage.said()).toEqual([['add']]);
});

test('rows are chosen by their boxes, and acted on together (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows });
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await check(page, 'Tag 2');
  await check(page, 'Whale 1');
  const bar = page.getByRole('toolbar', { name: 'Selected animals' });
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await bar.getByRole('button', { name: 'Delete' }).click();
  expect((await stage.said()).at(-1)).toEqual(['delete', [2, 4]]);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);
});

test('a page is chosen as a whole, and what was chosen on another stays (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows, start: { selected: [1], page: 2 } });
  await page.getByRole('columnheader').locator('label').click();
  await expect(counted(page)).toHaveText('3 selected');
  await page.getByRole('columnheader').locator('label').click();
  await expect(counted(page)).toHaveText('1 selected');
});

test('a row that goes is not chosen any more, also when it comes back (REG-19)', async ({ page, stage }) => {
  await stage.mount('table', { rows, start: { selected: [1, 2] } });
  await expect(counted(page)).toHaveText('2 selected');
  await stage.change('table', { rows: rows.slice(1) });
  await expect(counted(page)).toHaveText('1 selected');
  await stage.change('table', { rows });
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expect(counted(page)).toHaveText('1 selected');
});

test('where nothing can be chosen or done there are neither boxes nor buttons', async ({ page, stage }) => {
  await stage.mount('table', { rows, isChosenFrom: false, hasActions: false });
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole('columnheader')).toHaveCount(2);
});

test('the button of a row is of that row', async ({ page, stage }) => {
  await stage.mount('table', { rows });
  await page.getByRole('button', { name: 'Edit Tag 10' }).click();
  expect(await stage.said()).toEqual([['edit', 1]]);
});

test('the arrow keys walk the rows, and Space chooses', async ({ page, stage }) => {
  await stage.mount('table', { rows });
  await page.getByRole('row', { name: 'Tag 1', exact: false }).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('toolbar').getByRole('status')).toHaveText('1 selected');
});

test('on a phone units stand after numbers, and a picker sorts (REG-19)', async ({ page, stage }) => {
  await page.setViewportSize(phone);
  await stage.mount('table', { rows });
  await expect(page.getByRole('row', { name: 'Tag 10' })).toContainText('100 g');
  await page.getByRole('button', { name: /Sort by/ }).click();
  await page.getByRole('option', { name: 'Weight (g)' }).press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect.poll(async () => (await names(page))[0]).toBe('Whale 9');
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect.poll(async () => (await names(page))[0]).toBe('Tag 10');
  await page.getByText('Select all').click();
  await expect(counted(page)).toHaveText('10 selected');
});
