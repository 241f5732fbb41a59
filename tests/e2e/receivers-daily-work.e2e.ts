import { planted } from '../support/planted.ts';
import { thorough } from '../support/thorough.ts';
import { expect, productUrl, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { undoOffer } from './support/message.ts';
import { expectAccessible, expectBeside, expectNoSidewaysScroll } from './support/page-checks.ts';
import { choose, names, openReceivers, receiversList, receiversPath, rowOf, visitReceivers } from './support/receivers-page.ts';
import { visit } from './support/steps.ts';

const thoroughTest = thorough(test);

/** The page of receivers in daily use: several people, on a phone, by keyboard and by screen reader. */

test('a Viewer sees everything, and no control that would be refused', async ({ page, field, operator, step }) => {
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  await openReceivers(page, { ...field, person: viewer }, `?selected=${field.receivers['Crest']}`);
  await step('a Viewer sees everything, on the list and on a page of its own, and can change nothing (ROLE-3)', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected receivers' });
    // Its menu says that commands need another role (SEND-6).
    await expect(bar.getByRole('button')).toHaveText(['Command', 'Clear selection']);
    await page.getByRole('link', { name: 'Hollow', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Hollow', level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Status for past 7 days' }).getByRole('img')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Field visits' })).toContainText('No field notes yet.');
    const main = page.getByRole('main');
    await expect(main.getByRole('textbox')).toHaveCount(0);
    // The filter that hides the host's own commands changes what is shown, not the receiver.
    await expect(main.getByRole('switch')).toHaveCount(1);
    await expect(main.getByRole('switch', { name: 'Only commands sent by people' })).toBeVisible();
    await expect(main.getByRole('button')).toHaveText([/View configuration/, 'Unknown', 'Past 7 days', /Show large/]);
    await expectAccessible(page);
    await visit(page, `${receiversPath(field)}?retired=1`);
    await expect(page.getByText('No retired receivers')).toBeVisible();
  });

  await step('who may only look sees no control that would be refused', async () => {
    await visitReceivers(page, field);
    await expect(names(page)).toHaveCount(5);
    await expect(page.getByRole('button', { name: /^(New site|New receiver)$/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Rename|Address of|Colour of) / })).toHaveCount(0);
    await expect(page.getByRole('switch', { name: /enabled$/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Actions of Crest' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Open receiver page', 'View configuration', 'Send a command']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions of North ridge' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Select all in this site']);
  });
});

test('of two people who rename the same the last has the word, and both see it (CHG-16)', async ({ page, field, browser }) => {
  const other = await (await browser.newContext({ baseURL: productUrl() })).newPage();
  await openReceivers(page, field);
  await openReceivers(other, field);
  await choose(page, 'Crest', 'Rename');
  await page.getByLabel('New name of Crest').fill('Peak');
  await choose(other, 'Crest', 'Rename');
  await other.getByLabel('New name of Crest').fill('Summit');
  await other.keyboard.press('Enter');
  await expect(rowOf(page, 'Summit')).toBeVisible();
  await expect(page.getByLabel('New name of Crest'), 'what is typed stays').toHaveValue('Peak');
  await page.getByLabel('New name of Crest').press('Enter');
  await expect(rowOf(page, 'Peak')).toBeVisible();
  await expect(rowOf(other, 'Peak')).toBeVisible();
  await other.context().close();
});

thoroughTest('names of the greatest length break nothing, on a desk nor on a phone', async ({ page, field, operator }) => {
  const alias = 'M'.repeat(45);
  await planted(operator.database)
    .updateTable('receivers')
    .set({ alias })
    .where('id', '=', field.receivers['Crest'] ?? 0)
    .execute();
  await planted(operator.database)
    .updateTable('sites')
    .set({ alias: 'W'.repeat(45) })
    .where('system_id', '=', field.mitasId)
    .where('alias', '=', 'North ridge')
    .execute();
  await openReceivers(page, field);
  await expectNoSidewaysScroll(page);
  await expectBeside(rowOf(page, alias).getByRole('link'), rowOf(page, alias).getByText('Online'));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Filter' }), 'cards, which have no headings to sort by').toBeVisible();
  await expect(rowOf(page, alias)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await rowOf(page, alias).getByRole('link').click();
  await expect(page.getByRole('heading', { name: alias, level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('rows are read out and explained, and take their place where they are moved', async ({ page, field, operator, step }) => {
  await operator.database.db
    .updateTable('receiver_reports')
    .set({ memory_used_mb: null, memory_total_mb: null })
    .where('rx_id', '=', field.receivers['Hollow'] ?? 0)
    .execute();
  await openReceivers(page, field);
  await step('each row is read out by the name of its site or receiver', async () => {
    for (const name of ['North ridge', 'Crest', 'Gully', 'South creek', 'Hollow', 'Marsh', 'Quarry'])
      await expect(receiversList(page).getByRole('row', { name, exact: true })).toHaveCount(1);
  });

  await step('what a word in a row means is said by a press and by Enter (RX-19)', async () => {
    await visitReceivers(page, field);
    await rowOf(page, 'Hollow').getByRole('button', { name: 'No card: No SD card inserted' }).click();
    await expect(page.getByRole('dialog')).toHaveText('No SD card inserted');
    await page.keyboard.press('Escape');
    await rowOf(page, 'Crest')
      .getByRole('button', { name: /^Unknown: / })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveText('Mitas will determine the receiver model when it comes online');
  });

  await step('a receiver that is moved takes its place in the order of its new site, and goes back by Undo', async () => {
    await visitReceivers(page, field, `?sort=-name&selected=${field.receivers['Crest']},${field.receivers['Gully']}`);
    await expect(names(page)).toHaveText(['Gully', 'Crest', 'Quarry', 'Marsh', 'Hollow']);
    await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'South creek' }).click();
    await expect(page.getByText('Moved 2 receivers to South creek')).toBeVisible();
    await expect(names(page)).toHaveText(['Quarry', 'Marsh', 'Hollow', 'Gully', 'Crest']);
    await undoOffer(page).click();
    await expect(names(page)).toHaveText(['Gully', 'Crest', 'Quarry', 'Marsh', 'Hollow']);
  });
});

test('what left while it was selected is selected no more, and the others stay', async ({ page, field, browser }) => {
  const other = await (await browser.newContext({ baseURL: productUrl() })).newPage();
  const [crest, gully] = [field.receivers['Crest'], field.receivers['Gully']];
  await openReceivers(page, field, `?selected=${crest},${gully}`);
  await openReceivers(other, field);
  await choose(other, 'Gully', 'Retire');
  await other.getByRole('alertdialog', { name: 'Retire Gully?' }).getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selected receivers' })).toContainText('1 selected');
  await expect(page).toHaveURL(`${receiversPath(field)}?selected=${crest}`);
  await other.context().close();
});

test('what is created, copied, deleted or placed is taken back; a site is deleted once its receivers have moved', async ({
  page,
  field,
  step,
}) => {
  await openReceivers(page, field);
  await step('what is created, copied, deleted or placed is taken back by Undo (CHG-19)', async () => {
    const undo = undoOffer(page);
    await choose(page, 'South creek', 'New receiver');
    await page.getByRole('dialog', { name: 'New Receiver' }).getByLabel('Name').fill('Spire');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Spire')).toBeVisible();
    await undo.click();
    await expect(rowOf(page, 'Spire')).toBeHidden();
    await choose(page, 'Marsh', 'Copy');
    await page.getByRole('dialog', { name: 'Copy Marsh?' }).getByRole('button', { name: 'Copy' }).click();
    await expect(rowOf(page, 'Marsh copy')).toBeVisible();
    await undo.click();
    await expect(rowOf(page, 'Marsh copy')).toBeHidden();
    await choose(page, 'Hollow', 'Retire');
    await page.getByRole('alertdialog', { name: 'Retire Hollow?' }).getByRole('button', { name: 'Retire' }).click();
    await expect(rowOf(page, 'Hollow')).toBeHidden();
    await undo.click();
    await expect(rowOf(page, 'Hollow')).toBeVisible();
    await choose(page, 'Hollow', 'Edit location');
    const location = page.getByRole('dialog', { name: 'Edit location of Hollow' });
    await location.getByLabel('Latitude').fill('44.25');
    await location.getByLabel('Longitude').fill('-114.5');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Location of Hollow changed')).toBeVisible();
    await undo.click();
    await expect(page.getByText('Undone')).toBeVisible();
  });

  await step('a site is not deleted before the host has moved its receivers (FLEET-7)', async () => {
    await visitReceivers(page, field);
    const moves = await HeldCalls.at(page, '/receivers/*/site');
    for (const alias of ['Crest', 'Gully']) {
      await choose(page, alias, 'Move to another site');
      await page.getByRole('menuitem', { name: 'South creek' }).click();
    }
    await choose(page, 'North ridge', 'Delete site');
    const dialog = page.getByRole('alertdialog', { name: 'Delete North ridge?' });
    await expect(dialog.getByRole('status')).toHaveText(
      'Its receivers are being moved. You can delete the site once they have moved.',
    );
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await moves.letGo();
    await moves.letGo();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(receiversList(page).getByText('North ridge')).toBeHidden();
  });
});

thoroughTest('on a phone the order is turned round as well', async ({ page, field }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReceivers(page, field);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(page).toHaveURL(`${receiversPath(field)}?sort=-name`);
  await expect(names(page).first()).toHaveText('Gully');
});
