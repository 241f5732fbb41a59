import type { Page } from '@playwright/test';
import { expect, test } from './support/component-test.ts';

/** Dialogs with fields, and dialogs that ask before something is lost (FORM-7, FORM-11, FORM-12, FORM-14). */
const opener = (page: Page) => page.getByRole('button', { name: 'Open' });
const create = (page: Page) => page.getByRole('button', { name: 'Create site' });
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' });
const missing = 'Type a name first';

async function open(page: Page): Promise<void> {
  await opener(page).focus();
  await page.keyboard.press('Enter');
}

test('a button that cannot be pressed yet says why, without pointing at it (FORM-11)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form', missing });
  await open(page);
  await expect(create(page)).toBeDisabled();
  await expect(page.getByText(missing)).toBeInViewport({ ratio: 1 });
  await expect(create(page)).toHaveAccessibleDescription(missing);
  const [left, right] = [await cancel(page).boundingBox(), await create(page).boundingBox()];
  expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0), 'as far beside Cancel as any other').toBeGreaterThanOrEqual(16);
});

test('one tabs to it, and no key presses it (FORM-11)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form', missing });
  await open(page);
  await cancel(page).focus();
  await page.keyboard.press('Tab');
  await expect(create(page)).toBeFocused();
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await stage.said()).toEqual([]);
});

test('the reason goes as soon as nothing is missing, and a press sends what is typed (FORM-11, FORM-20)', async ({
  page,
  stage,
}) => {
  await stage.mount('dialog', { kind: 'form', missing });
  await open(page);
  await page.getByLabel('Name').fill('West bank');
  await expect(page.getByText(missing)).toHaveCount(0);
  await create(page).click();
  expect(await stage.said()).toEqual([['send', 'West bank']]);
});

test('Enter in a field sends it, once, and not while something is missing', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form', missing });
  await open(page);
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await stage.said()).toEqual([]);
  await page.keyboard.type('West');
  await page.keyboard.press('Enter');
  expect(await stage.said()).toEqual([['send', 'West']]);
});

test('a refusal stands in the form, which keeps what was typed (FORM-7)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form' });
  await open(page);
  await page.getByLabel('Name').fill('Ridge');
  await stage.change('dialog', { kind: 'form', failure: 'It is taken' });
  await expect(page.getByRole('alert')).toHaveText('It is taken');
  await expect(page.getByLabel('Name')).toHaveValue('Ridge');
});

test('while the host answers, both buttons do nothing, keep the focus, and the refusal of before is gone (FORM-12)', async ({
  page,
  stage,
}) => {
  await stage.mount('dialog', { kind: 'form', failure: 'It is taken' });
  await open(page);
  await create(page).focus();
  await stage.change('dialog', { kind: 'form', failure: 'It is taken', isBusy: true });
  await expect(create(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const button of [create(page), cancel(page)]) {
    await expect(button).toBeDisabled();
    await button.click({ force: true });
  }
  await page.keyboard.press('Escape');
  expect(await stage.said()).toEqual([]);
});

for (const [way, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Cancel', (page: Page) => cancel(page).click()],
] as const)
  for (const kind of ['form', 'confirm'] as const)
    test(`the ${kind} goes by ${way} and gives the focus back to what opened it (FORM-14)`, async ({ page, stage }) => {
      await stage.mount('dialog', { kind });
      await open(page);
      await expect(page.getByRole(kind === 'form' ? 'dialog' : 'alertdialog')).toBeVisible();
      await close(page);
      await expect(page.getByRole(kind === 'form' ? 'dialog' : 'alertdialog')).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      expect(await stage.said()).toEqual([['close']]);
    });

for (const [way, leave] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Cancel', (page: Page) => cancel(page).click()],
] as const)
  test(`a form in which something is typed asks before it goes by ${way} (FORM-21)`, async ({ page, stage }) => {
    await stage.mount('dialog', { kind: 'form' });
    await open(page);
    await page.getByLabel('Name').fill('Ridge');
    await leave(page);
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(page.getByLabel('Name')).toHaveValue('Ridge');
    expect(await stage.said()).toEqual([]);
    await leave(page);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await stage.said()).toEqual([['close']]);
    await expect(opener(page)).toBeFocused();
  });

test('a form of which all that was typed is taken back goes at once (FORM-21)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form' });
  await open(page);
  await page.getByLabel('Name').fill('Ridge');
  await page.getByLabel('Name').fill('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stage.said()).toEqual([['close']]);
});

test('one that asks has the focus at Cancel, and does it by its own button alone', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'confirm' });
  await open(page);
  await expect(cancel(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await stage.said()).toEqual([['confirm']]);
});

test('one that asks and cannot be confirmed says why (FORM-11)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'confirm', why: 'Somebody deleted it' });
  await open(page);
  const confirm = page.getByRole('button', { name: 'Delete' });
  await expect(confirm).toHaveAccessibleDescription('Somebody deleted it');
  await confirm.click({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('Somebody deleted it');
  expect(await stage.said()).toEqual([]);
});

test('one that asks shows its refusal too, and not while it is asked again', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'confirm', failure: 'The host did not answer' });
  await open(page);
  await expect(page.getByRole('alert')).toHaveText('The host did not answer');
  await stage.change('dialog', { kind: 'confirm', failure: 'The host did not answer', isBusy: true });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a body that reaches below the fold says so until its end is reached (LIVE-32)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form', paragraphs: 60 });
  await open(page);
  await expect(page.getByText('More below')).toBeVisible();
  await page.getByText('Paragraph 60').scrollIntoViewIfNeeded();
  await expect(page.getByText('More below')).toHaveCount(0);
});

test('a body that fits says nothing of the kind (LIVE-32)', async ({ page, stage }) => {
  await stage.mount('dialog', { kind: 'form', paragraphs: 2 });
  await open(page);
  await expect(page.getByText('Paragraph 2')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('More below')).toHaveCount(0);
});
