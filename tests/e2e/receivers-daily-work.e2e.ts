import { planted } from '../support/planted.ts';
import { thorough } from '../support/thorough.ts';
import { expect, productUrl, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { undoOffer } from './support/message.ts';
import { expectAccessible, expectBeside, expectNoSidewaysScroll } from './support/page-checks.ts';
import { choose, names, openReceivers, receiversList, receiversPath, rowOf } from './support/receivers-page.ts';

const thoroughTest = thorough(test);

/** The page of receivers as people use it beside each other, on a phone, by keyboard and by ear. */

test('a Viewer sees everything, on the list and on a page of its own, and can change nothing (ROLE-3)', async ({
  page,
  field,
  operator,
}) => {
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  await openReceivers(page, { ...field, person: viewer }, `?selected=${field.receivers['Crest']}`);
  const bar = page.getByRole('toolbar', { name: 'Selected receivers' });
  // Its menu says that commands take another role (SEND-6).
  await expect(bar.getByRole('button')).toHaveText(['Command', 'Clear selection']);
  await page.getByRole('link', { name: 'Hollow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Hollow', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status for past 7 days' }).getByRole('img')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Field visits' })).toContainText('No field notes yet.');
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  // What leaves out the host's own commands changes what is shown, not the receiver.
  await expect(main.getByRole('switch')).toHaveCount(1);
  await expect(main.getByRole('switch', { name: 'Only commands sent by people' })).toBeVisible();
  await expect(main.getByRole('button')).toHaveText([/View configuration/, 'Unknown', 'Past 7 days', /Show large/]);
  await expectAccessible(page);
  await page.goto(`${receiversPath(field)}?retired=1`);
  await expect(page.getByText('No retired receivers')).toBeVisible();
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

test('each row is read out by the name of its site or receiver', async ({ page, field }) => {
  await openReceivers(page, field);
  for (const name of ['North ridge', 'Crest', 'Gully', 'South creek', 'Hollow', 'Marsh', 'Quarry'])
    await expect(receiversList(page).getByRole('row', { name, exact: true })).toHaveCount(1);
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

test('a receiver that is moved takes its place in the order of its new site, and goes back by Undo', async ({ page, field }) => {
  await openReceivers(page, field, `?sort=-name&selected=${field.receivers['Crest']},${field.receivers['Gully']}`);
  await expect(names(page)).toHaveText(['Gully', 'Crest', 'Quarry', 'Marsh', 'Hollow']);
  await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'South creek' }).click();
  await expect(page.getByText('Moved 2 receivers to South creek')).toBeVisible();
  await expect(names(page)).toHaveText(['Quarry', 'Marsh', 'Hollow', 'Gully', 'Crest']);
  await undoOffer(page).click();
  await expect(names(page)).toHaveText(['Gully', 'Crest', 'Quarry', 'Marsh', 'Hollow']);
});

test('what is created, copied, deleted or placed is taken back by Undo (CHG-19)', async ({ page, field }) => {
  await openReceivers(page, field);
  const undo = undoOffer(page);
  await choose(page, 'North ridge', 'New receiver');
  await page.getByRole('dialog', { name: 'New Receiver' }).getByLabel('Name').fill('Spire');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Spire')).toBeVisible();
  await undo.click();
  await expect(rowOf(page, 'Spire')).toBeHidden();
  await choose(page, 'Gully', 'Copy');
  await page.getByRole('dialog', { name: 'Copy Gully?' }).getByRole('button', { name: 'Copy' }).click();
  await expect(rowOf(page, 'Gully copy')).toBeVisible();
  await undo.click();
  await expect(rowOf(page, 'Gully copy')).toBeHidden();
  await choose(page, 'Crest', 'Retire');
  await page.getByRole('alertdialog', { name: 'Retire Crest?' }).getByRole('button', { name: 'Retire' }).click();
  await expect(rowOf(page, 'Crest')).toBeHidden();
  await undo.click();
  await expect(rowOf(page, 'Crest')).toBeVisible();
  await choose(page, 'Crest', 'Edit location');
  const location = page.getByRole('dialog', { name: 'Edit location of Crest' });
  await location.getByLabel('Latitude').fill('44.25');
  await location.getByLabel('Longitude').fill('-114.5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Location of Crest changed')).toBeVisible();
  await undo.click();
  await expect(page.getByText('Undone')).toBeVisible();
});

test('a site is not deleted before the host has moved its receivers (FLEET-7)', async ({ page, field }) => {
  await openReceivers(page, field);
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

test('what a word in a row means is said by a press and by Enter (RX-19)', async ({ page, field, operator }) => {
  await operator.database.db
    .updateTable('receiver_reports')
    .set({ memory_used_mb: null, memory_total_mb: null })
    .where('rx_id', '=', field.receivers['Hollow'] ?? 0)
    .execute();
  await openReceivers(page, field);
  await rowOf(page, 'Hollow').getByRole('button', { name: 'No card: No SD card inserted' }).click();
  await expect(page.getByRole('dialog')).toHaveText('No SD card inserted');
  await page.keyboard.press('Escape');
  await rowOf(page, 'Crest')
    .getByRole('button', { name: /^Unknown: / })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveText('Mitas will determine the receiver model when it comes online');
});

thoroughTest('on a phone the order is turned round as well', async ({ page, field }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReceivers(page, field);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(page).toHaveURL(`${receiversPath(field)}?sort=-name`);
  await expect(names(page).first()).toHaveText('Gully');
});
