import type { Page } from '@playwright/test';
import { expect, test } from './support/component-test.ts';

/**
 * The form that a registry's description alone produces (REG-16): what each kind of field accepts and
 * reports.
 */
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const create = (page: Page) => page.getByRole('button', { name: 'Create' });
const sam = { Name: 'Sam', Species: 'Chinook salmon', 'Weight (g)': '4200', 'Age (days)': '900' };

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}

for (const [label, texts, problem] of [
  ['Name', ['', ' ', 'x'.repeat(51)], 'Name must be between 1 and 50 characters in length'],
  ['Species', ['', ' ', 'x'.repeat(51)], 'Species name must be between 1 and 50 characters in length'],
  ['Weight (g)', ['0', '65536', '1.5', 'heavy', ''], 'Weight must be between 1g and 65535g'],
  ['Age (days)', ['0', '65536', '1.5', 'old', ''], 'Age must be between 1 day and 65535 days old'],
] as const)
  test(`what does not fit is said at its field, and cannot be sent: ${label} (REG-7)`, async ({ page, stage }) => {
    await stage.mount('registry form', { of: 'animal' });
    await fill(page, sam);
    for (const text of texts) {
      await field(page, label).fill(text);
      await expect(field(page, label)).toHaveAccessibleDescription(problem);
      await expect(create(page)).toHaveAccessibleDescription(problem);
      await create(page).click({ force: true });
    }
    expect(await stage.said()).toEqual([]);
    await field(page, label).fill(sam[label]);
    await expect(field(page, label)).toHaveAccessibleDescription('');
    await expect(create(page)).toBeEnabled();
  });

test('nothing is said of a field that nobody wrote in, but beside the button (FORM-11)', async ({ page, stage }) => {
  await stage.mount('registry form', { of: 'animal' });
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(create(page)).toHaveAccessibleDescription('Name must be between 1 and 50 characters in length');
});

test('a number counts with each key, so one press on Create sends the last one (FORM-11, FORM-20)', async ({ page, stage }) => {
  await stage.mount('registry form', { of: 'animal' });
  await fill(page, { ...sam, 'Age (days)': '0' });
  const problem = page.getByText('Age must be between 1 day and 65535 days old').filter({ visible: true });
  await expect(problem, 'at the field, and above the greyed button').toHaveCount(2);
  await field(page, 'Age (days)').fill('1,095');
  await expect(field(page, 'Age (days)')).toBeFocused();
  await expect(problem).toHaveCount(0);
  // A click at the button's position, as a person clicks: it must not wait for the field to lose focus.
  const box = await create(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  expect(await stage.said()).toEqual([
    ['send', { alias: 'Sam', species: 'Chinook salmon', gender: 0, weight: 4_200, age: 1_095 }],
  ]);
});

test('one of a few words is chosen, and the first of them stands there at first', async ({ page, stage }) => {
  await stage.mount('registry form', { of: 'animal' });
  await fill(page, sam);
  await expect(page.getByRole('button', { name: 'Female Gender' })).toBeVisible();
  await page.getByRole('button', { name: /Gender/ }).click();
  await expect(page.getByRole('option')).toHaveText(['Female', 'Male']);
  await page.getByRole('option', { name: 'Male', exact: true }).click();
  await field(page, 'Name').press('Enter');
  expect(await stage.said()).toEqual([['send', expect.objectContaining({ gender: 1 })]]);
});

test('while the host answers its fields are disabled (FORM-12)', async ({ page, stage }) => {
  await stage.mount('registry form', { of: 'animal', isBusy: true });
  for (const label of Object.keys(sam)) await expect(field(page, label)).toBeDisabled();
  await expect(page.getByRole('button', { name: /Gender/ })).toBeDisabled();
});

test('what may be missing begins as none, is none once it is emptied, and is no problem (REG-16)', async ({ page, stage }) => {
  await stage.mount('registry form', { of: 'loose' });
  await fill(page, { Depth: '2' });
  await create(page).click();
  await fill(page, { Nickname: 'Bo', 'Length (cm)': '2.25', Count: '3' });
  await create(page).click();
  await fill(page, { Nickname: '', 'Length (cm)': '', Count: '' });
  await create(page).click();
  expect((await stage.said()).map(([, values]) => values)).toEqual([
    { nickname: null, length: null, depth: 2, count: null },
    { nickname: 'Bo', length: 2.25, depth: 2, count: 3 },
    { nickname: null, length: null, depth: 2, count: null },
  ]);
});

test('what may not be missing is no number until one is typed, and keeps the form from being sent (REG-16)', async ({
  page,
  stage,
}) => {
  await stage.mount('registry form', { of: 'loose' });
  await expect(field(page, 'Depth')).toHaveValue('');
  await expect(create(page)).toHaveAccessibleDescription('A depth is needed');
  await fill(page, { Depth: '2' });
  await expect(create(page)).toBeEnabled();
  await fill(page, { Depth: '' });
  await expect(field(page, 'Depth')).toHaveAccessibleDescription('A depth is needed');
});

for (const [label, typed, stepped] of [
  ['Length (cm)', '2.25', '2.26'],
  ['Depth', '2', '2.1'],
  ['Count', '3', '4'],
] as const)
  test(`a number is stepped by the last of its digits: ${label} (REG-16)`, async ({ page, stage }) => {
    await stage.mount('registry form', { of: 'loose' });
    await field(page, label).fill(typed);
    await field(page, label).press('ArrowUp');
    await expect(field(page, label)).toHaveValue(stepped);
  });

test('a comma stands for thousands in a whole number, and for decimals in any other (REG-16)', async ({ page, stage }) => {
  await stage.mount('registry form', { of: 'loose' });
  await fill(page, { Depth: '2,5', 'Length (cm)': '4,200', Count: '4,200' });
  await create(page).click();
  expect(await stage.said()).toEqual([['send', { nickname: null, length: 4.2, depth: 2.5, count: 4_200 }]]);
});
