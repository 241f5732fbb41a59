import type { Page } from '@playwright/test';
import { discardQuestion as question } from './support/discard.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { phone } from './support/page-checks.ts';
import { visit } from './support/steps.ts';

/** Back on a page with a dialog, in a real browser's history (NAV-34, NAV-35, FORM-21). */
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });

test('Back closes what lies over a page, asks where something is typed, and then goes to the page before', async ({
  page,
  field,
  step,
}) => {
  const at = (path: string) => `/dashboard/${field.mitasId}/${path}`;
  await enter(page, field.person, at('changelog'));
  /** Opens an earlier page, then the page under test. */
  const go = async (path: string, name: string): Promise<void> => {
    await visit(page, at('changelog'));
    await expect(heading(page, 'Changelog')).toBeVisible();
    await visit(page, at(path));
    await expect(heading(page, name)).toBeVisible();
  };
  /** Expects one step back to be the earlier page, and one step forward this one. */
  const expectNoDeadEntry = async (name: string): Promise<void> => {
    await page.goBack();
    await expect(heading(page, 'Changelog')).toBeVisible();
    await page.goForward();
    await expect(heading(page, name)).toBeVisible();
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
    await page.goBack();
    await expect(heading(page, 'Changelog')).toBeVisible();
  };

  await step('a form closes at once where nothing is typed (NAV-34)', async () => {
    await go('animals/database', 'Animals');
    await page.getByRole('button', { name: 'Add animal' }).click();
    await expect(dialog(page, 'Create Animal')).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(heading(page, 'Animals')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add animal' })).toBeFocused();
    await expectNoDeadEntry('Animals');
  });

  await step('a form in which something is typed asks, as often as one wants (FORM-21)', async () => {
    await go('animals/database', 'Animals');
    await page.getByRole('button', { name: 'Add animal' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Sam');
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await page.goBack();
    await expect(question(page)).toHaveCount(0);
    await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Sam');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expectNoDeadEntry('Animals');
  });

  await step('a dialog closed by its button leaves no step (NAV-34)', async () => {
    await go('receivers', 'Receivers');
    await page.getByRole('button', { name: 'New site' }).click();
    await dialog(page, 'New site').getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expectNoDeadEntry('Receivers');
  });

  await step('the editor of the address is left by its button, by Back, and with its question (NAV-35)', async () => {
    const edit = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Actions of Crest' }).click();
      await page.getByRole('menuitem', { name: /^Edit configuration/ }).click();
      await expect(dialog(page, 'Edit Crest')).toBeVisible();
    };
    await go('receivers', 'Receivers');
    await edit();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await edit();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(heading(page, 'Receivers')).toBeVisible();
    await edit();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Crest 2');
    await page.goBack();
    const leaving = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
    await expect(leaving).toBeVisible();
    await page.goBack();
    await expect(leaving).toHaveCount(0);
    await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Crest 2');
    await page.keyboard.press('Escape');
    await leaving.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expectNoDeadEntry('Receivers');
  });

  await step('a page opened from what lies over another takes its place in the history (NAV-34)', async () => {
    await page.setViewportSize(phone);
    await go('receivers', 'Receivers');
    await page.getByRole('button', { name: /^Alarms/ }).click();
    await dialog(page, 'Alarms').getByRole('link').first().click();
    await expect(heading(page, 'Alarms')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Receivers')).toBeVisible();
    await expectNoDeadEntry('Receivers');
  });
});
