import type { Page } from '@playwright/test';
import { expect, phone, test } from './support/component-test.ts';

/** A greyed control can be focused, does nothing, says why (FORM-11), and keeps the focus (FORM-12). */
const why = 'Not offered in this system';
const save = { name: 'Save' };

/** Hovers until the tooltip shows: a scroll caused by a redraw hides it again. */
async function pointAt(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(0, 0);
    await page.getByRole('button', save).hover({ force: true });
    await expect(page.getByRole('tooltip')).toBeInViewport({ ratio: 1, timeout: 1_000 });
  }).toPass();
}

test('does nothing when it is clicked or pressed by a key, and can be tapped for its reason (FORM-11)', async ({
  page,
  stage,
}) => {
  await stage.mount('greyed', { why });
  const button = page.getByRole('button', save);
  await button.click({ force: true });
  await expect(page.getByRole('tooltip')).toBeVisible();
  await button.focus();
  for (const key of ['Enter', 'Space', 'ArrowDown']) await page.keyboard.press(key);
  expect(await stage.said()).toEqual([]);
});

test('is what one tabs to, and its reason its description (FORM-11)', async ({ page, stage }) => {
  await stage.mount('greyed', { why });
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  const button = page.getByRole('button', save);
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleDescription(why);
  await expect(button).toBeDisabled();
  await expect(page.getByRole('tooltip')).toHaveText(why);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'After' })).toBeFocused();
  await expect(page.getByRole('tooltip')).toBeHidden();
});

test('says why while it is pointed at, and not before or after (FORM-11)', async ({ page, stage }) => {
  await stage.mount('greyed', { why });
  await expect(page.getByRole('tooltip')).toBeHidden();
  await pointAt(page);
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toBeHidden();
});

test('Escape puts the reason away (FORM-11)', async ({ page, stage }) => {
  await stage.mount('greyed', { why });
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
  await expect(page.getByRole('button', save)).toBeFocused();
});

test('a press elsewhere puts the reason away that a tap brought (FORM-11)', async ({ page, stage }) => {
  await stage.mount('greyed', { why });
  await page.getByRole('button', save).click({ force: true });
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.getByRole('button', { name: 'Before' }).click();
  await expect(page.getByRole('tooltip')).toBeHidden();
  expect(await stage.said()).toEqual([['before']]);
});

test('a link that is greyed leads nowhere, by pointer or key (FORM-11)', async ({ page, stage }) => {
  await stage.mount('greyed', { why, isLink: true });
  const link = page.getByRole('link', { name: 'Collaborators' });
  await link.click({ force: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(link).toHaveAttribute('aria-disabled', 'true');
  expect(new URL(page.url()).hash).toBe('');
});

for (const size of [null, phone])
  test(`in a corner of the window its reason is whole${size === null ? '' : ', on a phone'} (FORM-11)`, async ({
    page,
    stage,
  }) => {
    if (size !== null) await page.setViewportSize(size);
    await stage.mount('greyed', { why, isInCorner: true });
    await pointAt(page);
  });

test('a reason that is written is read without pointing at it, and is no tooltip (FORM-11)', async ({ page, stage }) => {
  await stage.mount('greyed', { why, isWritten: true });
  await expect(page.getByText(why)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expect(page.getByRole('button', save)).toHaveAccessibleDescription(why);
});

test('what is busy does nothing, and needs no reason (FORM-11, FORM-12)', async ({ page, stage }) => {
  await stage.mount('greyed', { why: null, isBusy: true });
  const button = page.getByRole('button', save);
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('');
  await button.click({ force: true });
  expect(await stage.said()).toEqual([]);
});

test('keeps the focus as it becomes greyed and free again (FORM-12)', async ({ page, stage }) => {
  await stage.mount('greyed', { why: null });
  const button = page.getByRole('button', save);
  await button.focus();
  await page.keyboard.press('Enter');
  await stage.change('greyed', { why: null, isBusy: true });
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await stage.change('greyed', { why: null });
  await expect(button).toBeFocused();
  await expect(button).toBeEnabled();
  await page.keyboard.press('Enter');
  expect(await stage.said()).toEqual([['press'], ['press']]);
});

test('one that is free works, and says nothing', async ({ page, stage }) => {
  await stage.mount('greyed', { why: null });
  const button = page.getByRole('button', save);
  await button.hover();
  await button.click();
  await expect(button).toHaveAccessibleDescription('');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect(await stage.said()).toEqual([['press']]);
});

test('one that goes with the focus in it hands it to its part (FORM-13)', async ({ page, stage }) => {
  await stage.mount('greyed', { why: null });
  await page.getByRole('button', save).focus();
  await stage.change('greyed', { why: null, isGone: true });
  await expect(page.getByRole('region', { name: 'Part' })).toBeFocused();
});

test('one that goes without the focus moves none (FORM-13)', async ({ page, stage }) => {
  await stage.mount('greyed', { why: null });
  await page.getByRole('button', { name: 'Before' }).focus();
  await stage.change('greyed', { why: null, isGone: true });
  await expect(page.getByRole('button', { name: 'Before' })).toBeFocused();
});
