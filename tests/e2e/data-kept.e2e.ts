import type { Page } from '@playwright/test';
import { nextMonth } from '#model/entities/retention.ts';
import { countText } from '#model/retention/retention-words.ts';
import { keep } from '../support/retention-stage.ts';
import { discardBy } from './support/discard.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Data kept' });
const row = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name });

test('an Owner sets how long data are kept; what will go and when is shown at once, to a Viewer too, who has no control (RET-1, RET-2, RET-4)', async ({
  page,
  field,
  operator,
  browser,
}) => {
  const before = nextMonth(Date.now(), 60);
  const old = Array.from({ length: 3 }, (_, place) => ({ receiver: 'Crest', ts: before - 86_400_000 + place * 1_000 }));
  await field.hear(...old);
  const address = `/dashboard/${field.mitasId}/advanced/system`;
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  await enter(other, viewer, address);
  await expect(row(other, 'Contacts')).toContainText('forever');
  await expect(row(other, 'Changes')).toContainText('400 days');

  await enter(page, field.person, address);
  await row(page, 'Contacts').getByRole('button', { name: 'Change how long contacts are kept' }).click();
  const dialog = page.getByRole('dialog', { name: 'How long contacts are kept' });
  const days = dialog.getByRole('textbox');
  await days.fill('29');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectFineEverywhere(page);
  await days.fill('60');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  for (const console of [page, other]) {
    await expect(row(console, 'Contacts')).toContainText('60 days');
    await expect(row(console, 'Contacts')).toContainText(`will be deleted (${countText(old.length)})`);
  }
  await expectFineEverywhere(page);
  await expect(section(other).getByRole('button')).toHaveCount(0);
  await expectFineEverywhere(other);
  await context.close();

  // An empty field means forever.
  await row(page, 'Contacts').getByRole('button').click();
  await days.fill('');
  await days.press('Enter');
  await expect(row(page, 'Contacts')).toContainText('forever');
  await expect(row(page, 'Contacts')).not.toContainText('will be deleted');
});

test.describe('a setting that somebody else has changed', () => {
  test.use({ expectErrors: ['status of 409'] });

  test('is not overwritten: the dialog stays and says so (CHG-16)', async ({ page, field, operator }) => {
    await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/system`);
    await row(page, 'Alarms').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('90');
    await keep(operator.database, field.mitasId, { alarms: 365 });
    await expect(section(page)).toContainText('365 days');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectFineEverywhere(page);
    await discardBy(page, () => dialog.getByRole('button', { name: 'Cancel' }).click());
    await expect(row(page, 'Alarms')).toContainText('365 days');
  });
});
