import type { Page } from '@playwright/test';
import { expect, test } from './support/component-test.ts';

/** A day or a minute of a filter or a form (CHG-28, CHG-30, FORM-20). */
const value = '2025-05-01T16:25';
const part = (page: Page, name: RegExp) => page.getByRole('group', { name: 'From' }).getByRole('spinbutton', { name });
const elsewhere = (page: Page) => page.getByRole('button', { name: 'Elsewhere' });

async function type(page: Page, name: RegExp, digits: string): Promise<void> {
  await part(page, name).click();
  await page.keyboard.type(digits);
}

test('begins with the year and has hours up to 23 (CHG-30)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await expect(page.getByRole('group', { name: 'From' }).getByRole('spinbutton')).toHaveText(['2025', '05', '01', '16', '25']);
});

test('a whole day without a time has three parts', async ({ page, stage }) => {
  await stage.mount('date', { value: null, granularity: 'day' });
  await expect(page.getByRole('group', { name: 'From' }).getByRole('spinbutton')).toHaveText(['yyyy', 'mm', 'dd']);
});

test('half a time is none (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value: null });
  await type(page, /year/i, '202405011');
  await expect(part(page, /hour/i)).toHaveText('01');
  await page.keyboard.press('Enter');
  expect(await stage.said()).toEqual([]);
});

test('what is typed counts by Enter, and typing goes on (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value: null });
  await type(page, /year/i, '202405011025');
  expect(await stage.said(), 'not before').toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => stage.said()).toEqual([['choose', '2024-05-01T10:25:00']]);
  await expect(part(page, /minute/i)).toBeFocused();
});

test('what is typed counts when the field is left, and no digit on its way (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /year/i, '20');
  await expect(part(page, /year/i)).toHaveText('20');
  await page.keyboard.type('26');
  expect(await stage.said()).toEqual([]);
  await elsewhere(page).click();
  await expect.poll(() => stage.said()).toEqual([['choose', '2026-05-01T16:25:00']]);
});

test('to leave it as it was chooses nothing', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await part(page, /year/i).click();
  await page.keyboard.press('Enter');
  await elsewhere(page).click();
  expect(await stage.said()).toEqual([]);
});

test('Escape gives up what is typed (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /minute/i, '3');
  await expect(part(page, /minute/i)).toHaveText('03');
  await page.keyboard.press('Escape');
  await expect(part(page, /minute/i)).toHaveText('25');
  await expect(part(page, /year/i)).toBeFocused();
  await elsewhere(page).click();
  expect(await stage.said()).toEqual([]);
});

test('what is no day becomes one when it counts (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /month/i, '02');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect.poll(() => stage.said()).toEqual([['choose', '2025-02-28T16:25:00']]);
});

test('a day of the calendar counts at once (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await page.getByRole('button', { name: /Calendar/ }).click();
  await page.getByRole('button', { name: /May 3, 2025/ }).click();
  await expect.poll(() => stage.said()).toEqual([['choose', '2025-05-03T16:25:00']]);
});

test('a time beside the calendar counts by Enter, and Escape closes the calendar (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await page.getByRole('button', { name: /Calendar/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('spinbutton', { name: /minute/i })
    .click();
  await page.keyboard.type('40');
  expect(await stage.said()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => stage.said()).toEqual([['choose', '2025-05-01T16:40:00']]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is typed over another value is given up with it (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /minute/i, '45');
  await stage.change('date', { value: '2025-05-01T16:30' });
  await expect(part(page, /minute/i)).toHaveText('30');
  await elsewhere(page).click();
  expect(await stage.said()).toEqual([]);
  await type(page, /minute/i, '26');
  await page.keyboard.press('Enter');
  await expect.poll(() => stage.said()).toEqual([['choose', '2025-05-01T16:26:00']]);
});

test('one that is cleared from outside leaves nothing of what was typed (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /year/i, '2026');
  await stage.change('date', { value: null });
  await expect(page.getByRole('group', { name: 'From' }).getByRole('spinbutton')).toHaveText(['yyyy', 'mm', 'dd', '––', '––']);
});

test('one beyond its bounds does not count, stays as typed, and its form is told (FORM-20)', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /year/i, '2099');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Beyond');
  await expect(part(page, /year/i)).toHaveText('2099');
  expect(await stage.said()).toEqual([]);
  await type(page, /year/i, '2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Within');
  await expect.poll(() => stage.said()).toEqual([['choose', '2026-05-01T16:25:00']]);
});

test('one beyond its bounds that is given up lies beyond nothing any more', async ({ page, stage }) => {
  await stage.mount('date', { value });
  await type(page, /year/i, '2099');
  await expect(page.getByRole('status')).toHaveText('Beyond');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status')).toHaveText('Within');
});

test('why one does not count is said at it, until it is typed over (CHG-28)', async ({ page, stage }) => {
  await stage.mount('date', { value, error: 'From is after To: both times were ignored' });
  await expect(page.getByText('From is after To: both times were ignored').first()).toBeVisible();
  await expect(part(page, /minute/i)).toHaveAttribute('aria-invalid', 'true');
  await type(page, /minute/i, '45');
  await expect(page.getByText('From is after To: both times were ignored')).toHaveCount(0);
});
