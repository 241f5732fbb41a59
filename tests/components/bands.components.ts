import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/component-test.ts';

/** The bands of an Orion and the bins that each of them hears (CFG-5, CFG-6). */
const strip = (page: Page): Locator => page.getByRole('listbox', { name: 'Bins of band 1' });
const bin = (page: Page, frequency: string): Locator => strip(page).getByRole('option', { name: `${frequency} MHz` });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function without(page: Page): Promise<void> {
  await press(page, 'No bins');
  await expect(page.getByText('0 of 200 bins')).toBeVisible();
}

test('all bins are heard, or none (CFG-6)', async ({ page, stage }) => {
  await stage.mount('bands', {});
  await expect(page.getByText('200 of 200 bins: 150.000 to 150.995 MHz')).toBeVisible();
  await without(page);
  await press(page, 'All bins');
  await expect(page.getByText('200 of 200 bins')).toBeVisible();
});

test('bins are drawn by the pointer (CFG-6)', async ({ page, stage }) => {
  await stage.mount('bands', {});
  await without(page);
  await bin(page, '150.100').hover();
  await page.mouse.down();
  await bin(page, '150.150').hover();
  await page.mouse.up();
  await expect(page.getByText('11 of 200 bins: 150.100 to 150.150 MHz')).toBeVisible();
});

test('from one that is heard the pointer takes away (CFG-6)', async ({ page, stage }) => {
  await stage.mount('bands', {});
  await bin(page, '150.000').hover();
  await page.mouse.down();
  await bin(page, '150.005').hover();
  await page.mouse.up();
  await expect(page.getByText('198 of 200 bins: 150.010 to 150.995 MHz')).toBeVisible();
});

test('bins are walked and drawn by keys (CFG-6)', async ({ page, stage }) => {
  await stage.mount('bands', {});
  await without(page);
  await strip(page).focus();
  for (const key of ['Home', 'Space', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByText('3 of 200 bins: 150.000 to 150.010 MHz')).toBeVisible();
  await expect(bin(page, '150.010')).toHaveAttribute('aria-selected', 'true');
  await expect(bin(page, '150.015')).toHaveAttribute('aria-selected', 'false');
});

test('a frequency that is typed is the nearest bin, or a range of them (CFG-6)', async ({ page, stage }) => {
  await stage.mount('bands', {});
  await without(page);
  const typed = page.getByLabel('Frequency or range (MHz)');
  await typed.fill('150.203');
  await typed.press('Enter');
  await expect(typed).toHaveAccessibleDescription('150.205 MHz is on');
  await expect(typed).toHaveValue('');
  await typed.fill('150.100-150.110');
  await press(page, 'Turn on');
  await expect(typed).toHaveAccessibleDescription('150.100 to 150.110 MHz is on');
  await typed.fill('150.205');
  await press(page, 'Turn off');
  await expect(page.getByText('3 of 200 bins: 150.100 to 150.110 MHz')).toBeVisible();
});

for (const [what, says] of [
  ['151.5', 'This band reaches from 150.000 to 150.995 MHz'],
  ['high', 'Enter a frequency such as 150.120, or a range such as 150.100-150.200'],
] as const)
  test(`of '${what}' it is said what would be right, and nothing is turned (CFG-6)`, async ({ page, stage }) => {
    await stage.mount('bands', {});
    const typed = page.getByLabel('Frequency or range (MHz)');
    await typed.fill(what);
    await typed.press('Enter');
    await expect(typed).toHaveAccessibleDescription(says);
    await expect(typed).toHaveValue(what);
    expect(await stage.said()).toEqual([]);
  });

test('a base frequency beyond the dial is refused, kept as typed and moves no bin', async ({ page, stage }) => {
  await stage.mount('bands', {});
  const base = page.getByLabel('Base frequency (MHz)');
  for (const [typed, kept] of [
    ['99', '99.000'],
    ['174.002', '174.002'],
  ] as const) {
    await base.fill(typed);
    await base.press('Tab');
    await expect(base).toHaveValue(kept);
    await expect(base).toHaveAccessibleDescription('Between 148 and 174 MHz');
    await expect(page.getByRole('tab', { name: /^Band 1.*1 error/ })).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
  }
  await base.fill('151.001');
  await base.press('Tab');
  await expect(base).toHaveValue('151.000');
  await expect(page.getByText('200 of 200 bins: 151.000 to 151.995 MHz')).toBeVisible();
});

test('the bins of the tags alone are turned on; without tags in the band it says so (CFG-6, FORM-11)', async ({
  page,
  stage,
}) => {
  await stage.mount('bands', {});
  await expect(page.getByRole('button', { name: 'Bins of all my tags' })).toHaveAccessibleDescription(
    'None of your tags is in this band',
  );
  await stage.mount('bands', { tags: [{ name: 'TX-1', frequency: 150.12 }] });
  await expect(strip(page).getByRole('option', { name: '150.120 MHz, TX-1' })).toBeVisible();
  await press(page, 'Bins of all my tags');
  await expect(page.getByText(/of 200 bins/)).toContainText('150.120');
});

test('each of the five bands has a tab, which says whether it is off (CFG-5)', async ({ page, stage }) => {
  await stage.mount('bands', {});
  await expect(page.getByRole('tab')).toHaveText(['Band 1', 'Band 2 (off)', 'Band 3 (off)', 'Band 4 (off)', 'Band 5 (off)']);
  await page.getByRole('tab', { name: 'Band 3' }).click();
  await page.getByRole('switch', { name: 'Enabled' }).locator('..').click();
  await expect(page.getByRole('tab', { name: 'Band 3' })).toHaveText('Band 3');
  await expect(page.getByRole('listbox', { name: 'Bins of band 3' })).toBeVisible();
});

test('who may not change them reads them by keys (CFG-6)', async ({ page, stage }) => {
  await stage.mount('bands', { isDisabled: true });
  await strip(page).focus();
  for (const key of ['ArrowRight', 'Space', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByText('Arrow keys move.')).toBeVisible();
  await bin(page, '150.100').click({ force: true });
  expect(await stage.said()).toEqual([]);
});
