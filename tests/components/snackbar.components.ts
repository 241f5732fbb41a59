import { expect, phone, test } from './support/component-test.ts';

/** A message over the page (MSG-1, MSG-2). */
const undo = { label: 'Undo', name: 'Undo: Rename Crest' };

for (const [size, letter] of [
  [null, 'M'],
  [phone, 'W'],
] as const)
  test(`a long name without a space leaves Undo in reach${size === null ? '' : ', on a phone'}`, async ({ page, stage }) => {
    if (size !== null) await page.setViewportSize(size);
    await stage.mount('snackbar', { message: `Crest is now called ${letter.repeat(45)}`, act: undo });
    const button = page.getByRole('button', { name: undo.name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    const [inside, around] = [await button.boundingBox(), await page.locator('[data-open]').boundingBox()];
    expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0));
  });

test('stands at the bottom center (MSG-1)', async ({ page, stage }) => {
  await stage.mount('snackbar', { message: 'Crest is disabled' });
  await page.locator('[data-open]').evaluate((element) => element.getAnimations().forEach((each) => each.finish()));
  const box = await page.locator('[data-open]').boundingBox();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThanOrEqual(1);
  expect(720 - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThan(48);
});

test('has a button for what can be done, and one to dismiss it (MSG-2)', async ({ page, stage }) => {
  await stage.mount('snackbar', { message: 'Crest is disabled', act: undo });
  await page.getByRole('button', { name: undo.name }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect((await stage.said()).flat().filter((type) => !/focused|blurred/.test(String(type)))).toEqual([
    'snackbar.act',
    'snackbar.dismiss',
  ]);
});

test('says that it has the focus, and once that left it, but not from one button to the other (MSG-2)', async ({
  page,
  stage,
}) => {
  await stage.mount('snackbar', { message: 'Crest is disabled', act: undo });
  await page.getByRole('button', { name: undo.name }).focus();
  expect((await stage.said()).flat()).toContain('snackbar.focused');
  await page.keyboard.press('Tab');
  expect((await stage.said()).flat()).not.toContain('snackbar.blurred');
  await page.getByRole('button', { name: 'Dismiss' }).blur();
  expect((await stage.said()).flat()).toContain('snackbar.blurred');
});
