import type { Page } from '@playwright/test';
import { expect, test } from './support/component-test.ts';

/** The field for a new name, with its counter (RX-3). */
const story = { name: 'Crest', maxLength: 45 };
const field = (page: Page) => page.getByRole('textbox', { name: 'New name of Crest' });
const save = (page: Page) => page.getByRole('button', { name: 'Save the name' });

test('has the focus and the whole name selected, and counts its letters (RX-3)', async ({ page, stage }) => {
  await stage.mount('rename', story);
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('5/45')).toBeVisible();
  await page.keyboard.type('Ridge ');
  await expect(field(page)).toHaveValue('Ridge ');
  await expect(page.getByText('5/45'), 'without the spaces around it').toBeVisible();
});

test('Enter saves it without spaces around it, and closes the field', async ({ page, stage }) => {
  await stage.mount('rename', story);
  await field(page).fill(' Ridge ');
  await field(page).press('Enter');
  await expect(page.getByText('Closed')).toBeVisible();
  expect(await stage.said()).toEqual([['rename', ['Ridge', 'Crest']]]);
});

for (const [way, leave] of [
  ['Escape', (page: Page) => field(page).press('Escape')],
  ['its cross', (page: Page) => page.getByRole('button', { name: 'Discard the name' }).click()],
] as const)
  test(`${way} leaves it as it was`, async ({ page, stage }) => {
    await stage.mount('rename', story);
    await field(page).fill('Ridge');
    await leave(page);
    await expect(page.getByText('Closed')).toBeVisible();
    expect(await stage.said()).toEqual([]);
  });

test('the same name is no new one', async ({ page, stage }) => {
  await stage.mount('rename', story);
  await field(page).press('Enter');
  await expect(page.getByText('Closed')).toBeVisible();
  expect(await stage.said()).toEqual([]);
});

for (const [text, counter, why] of [
  [' ', '0/45', 'A name is needed'],
  ['x'.repeat(46), '46/45', 'The name is too long'],
] as const)
  test(`one that cannot be saved says so before: ${why} (RX-3, FORM-11)`, async ({ page, stage }) => {
    await stage.mount('rename', story);
    await field(page).fill(text);
    await expect(page.getByRole('alert')).toContainText(counter);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(save(page)).toHaveAccessibleDescription(why);
    await field(page).press('Enter');
    await save(page).click({ force: true });
    expect(await stage.said()).toEqual([]);
    await expect(field(page)).toBeVisible();
  });

test('somebody else renames it meanwhile: what was left alone takes nothing back', async ({ page, stage }) => {
  await stage.mount('rename', story);
  await stage.change('rename', { ...story, name: 'Summit' });
  await expect(field(page)).toHaveValue('Crest');
  await field(page).press('Enter');
  expect(await stage.said()).toEqual([]);
});
