import type { Page } from '@playwright/test';
import { expect, test } from './support/component-test.ts';

/** A number field between other fields (FORM-20), as in registries and the receivers' editor. */
const age = { label: 'Age', unit: 'days', start: 900, step: 1, isWhole: true, least: 1, most: 65_535 };
const base = {
  label: 'Base frequency',
  unit: 'MHz',
  start: 150,
  step: 0.005,
  decimals: 3,
  least: 148,
  most: 174,
  isSnapped: true,
};
const field = (page: Page) => page.getByRole('textbox');
const problem = (page: Page) => page.getByText(/^Between /);

test('says its label, its unit and what it holds', async ({ page, stage }) => {
  await stage.mount('number', age);
  await expect(page.getByLabel('Age (days)')).toHaveValue('900');
  await expect(problem(page)).toHaveCount(0);
});

test('counts, and is judged, with each key (FORM-20)', async ({ page, stage }) => {
  await stage.mount('number', { ...age, start: 0 });
  await expect(problem(page)).toBeVisible();
  await field(page).fill('');
  await field(page).pressSequentially('12');
  await expect(problem(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  expect(await stage.said()).toEqual([
    ['change', [null, '']],
    ['change', [1, '1']],
    ['change', [12, '12']],
  ]);
});

test('an error goes as soon as what is typed is right (FORM-20)', async ({ page, stage }) => {
  await stage.mount('number', age);
  await field(page).fill('65536');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page)).toHaveAccessibleDescription('Between 1 and 65535');
  await field(page).fill('65535');
  await expect(field(page)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field(page)).toHaveAccessibleDescription('');
});

test('keeps what was typed where it does not fit, also once it is left (FORM-20)', async ({ page, stage }) => {
  await stage.mount('number', age);
  await field(page).fill('70000');
  await field(page).blur();
  await expect(field(page)).toHaveValue('70000');
  await expect(problem(page)).toBeVisible();
});

for (const [typed, value] of [
  ['1,095', 1_095],
  ['12.5', 12.5],
  ['−3', -3],
  ['1e3', null],
  ['twelve', null],
  ['', null],
] as const)
  test(`a whole number is ${value} where '${typed}' is typed`, async ({ page, stage }) => {
    await stage.mount('number', age);
    await field(page).fill(typed);
    expect((await stage.said()).at(-1)).toEqual(['change', [value, typed]]);
    await expect(field(page)).toHaveValue(typed);
  });

test('what is typed with separators is written plainly once it is left', async ({ page, stage }) => {
  await stage.mount('number', age);
  await field(page).fill('1,095');
  await field(page).blur();
  await expect(field(page)).toHaveValue('1095');
});

test('the arrow keys add and take a step', async ({ page, stage }) => {
  await stage.mount('number', base);
  await expect(field(page)).toHaveValue('150.000');
  await field(page).press('ArrowUp');
  await expect(field(page)).toHaveValue('150.005');
  await field(page).press('ArrowDown');
  await field(page).press('ArrowDown');
  await expect(field(page)).toHaveValue('149.995');
  expect((await stage.said()).map(([, value]) => value)).toEqual([
    [150.005, '150.005'],
    [150, '150'],
    [149.995, '149.995'],
  ]);
});

test('a number is brought to its step once it is left, and not while it is typed', async ({ page, stage }) => {
  await stage.mount('number', base);
  await field(page).fill('151.001');
  await expect(field(page)).toHaveValue('151.001');
  await field(page).press('Tab');
  await expect(field(page)).toHaveValue('151.000');
  expect((await stage.said()).at(-1)).toEqual(['change', [151, '151']]);
});

test('one beyond the dial is kept as it was typed, and said to be', async ({ page, stage }) => {
  await stage.mount('number', base);
  for (const [typed, kept] of [
    ['99', '99.000'],
    ['174.002', '174.002'],
  ] as const) {
    await field(page).fill(typed);
    await field(page).press('Tab');
    await expect(field(page)).toHaveValue(kept);
    await expect(problem(page)).toBeVisible();
  }
});

test('one that differs between receivers shows a placeholder, and no number', async ({ page, stage }) => {
  await stage.mount('number', { ...base, start: null, placeholder: 'Mixed' });
  await expect(field(page)).toHaveValue('');
  await expect(page.getByPlaceholder('Mixed')).toBeVisible();
  await field(page).press('ArrowUp');
  expect(await stage.said()).toEqual([]);
});

test('a note stands below it as its description', async ({ page, stage }) => {
  await stage.mount('number', { ...age, note: 'A cycle takes 12 s' });
  await expect(field(page)).toHaveAccessibleDescription('A cycle takes 12 s');
});

test('one that is disabled takes no key', async ({ page, stage }) => {
  await stage.mount('number', { ...age, isDisabled: true });
  await expect(field(page)).toBeDisabled();
});
