import type { Locator, Page } from '@playwright/test';
import { Colleague } from './support/colleague.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test, ownContext } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { messageOf } from './support/message.ts';
import { openReceivers, receiversPath } from './support/receivers-page.ts';
import { visitDialog } from './support/steps.ts';

/** CFG-11, CFG-14: several receivers edited together, on the real host. */

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Edit \d+ receivers/ });
const press = (page: Page, name: string): Promise<void> => dialog(page).getByRole('button', { name, exact: true }).click();

const addressOf = ({ mitasId, receivers }: Field, aliases: readonly string[]): string =>
  `/dashboard/${mitasId}/receivers?selected=${aliases.map((alias) => receivers[alias]).join(',')}&batch=1`;

async function open(page: Page, field: Field, aliases: readonly string[]): Promise<void> {
  await enter(page, field.person, addressOf(field, aliases));
  await expect(dialog(page).getByRole('tab', { name: 'General' })).toBeVisible();
}

async function visitBatch(page: Page, field: Field, aliases: readonly string[]): Promise<void> {
  await visitDialog(page, addressOf(field, aliases));
  await expect(dialog(page).getByRole('tab', { name: 'General' })).toBeVisible();
}

/** Leaves the review and discards the batch. */
async function leaveReview(page: Page): Promise<void> {
  await press(page, 'Back');
  await press(page, 'Cancel');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** Expects the host to have this squelch, as the receiver's editor loads it. */
async function expectSquelch(page: Page, field: Field, alias: string, squelch: string): Promise<void> {
  await page.goto(`/dashboard/${field.mitasId}/receivers?edit=${field.receivers[alias]}`);
  const editor = page.getByRole('dialog', { name: `Edit ${alias}` });
  await editor.getByRole('tab', { name: 'General' }).click();
  await expect(editor.getByLabel('Squelch (dBm)')).toHaveValue(squelch);
}

test('a batch is chosen, looked at and applied, or left', async ({ page, field, step }) => {
  await openReceivers(page, field);

  await step('leaving with chosen fields asks', async () => {
    await visitBatch(page, field, ['Crest', 'Gully']);
    await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
    await press(page, 'Cancel');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/batch=/);
  });

  await step('where none of the receivers is there nothing can be chosen', async () => {
    await visitDialog(page, `${receiversPath(field)}?selected=999998,999999&batch=1`);
    const empty = page.getByRole('dialog', { name: 'Edit receivers' });
    await expect(empty.getByRole('heading', { name: 'None of the selected receivers is in this system' })).toBeVisible();
    await empty.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(empty).toHaveCount(0);
  });

  await step(
    'a receiver that the address names and the system does not have is said to be missing, and not counted',
    async () => {
      const there = addressOf(field, ['Crest', 'Gully']);
      const calls = await HeldCalls.at(page, '/receivers/configs?*');
      await visitDialog(page, there.replace('&batch', ',999999&batch'));
      await expect(page.getByRole('dialog').getByRole('status', { name: 'Loading the configurations' })).toBeVisible();
      await expect(page.getByRole('dialog', { name: 'Edit 2 receivers' })).toBeVisible();
      await calls.letGo();
      await expect(dialog(page)).toContainText('1 selected receiver is not in this system.');
      await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
      await press(page, 'Review changes');
      await calls.letGo();
      await expect(dialog(page)).toContainText('2 of 2 receivers change');
      await expect(dialog(page)).toContainText('1 selected receiver is not in this system.');
      await expect(page.getByRole('dialog', { name: 'Edit 2 receivers' })).toBeVisible();
      await page.unroute('**/receivers/configs?*');
      await leaveReview(page);
    },
  );

  await step('one undo takes a whole batch back', async () => {
    await visitBatch(page, field, ['Marsh', 'Quarry']);
    await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
    await press(page, 'Review changes');
    await press(page, 'Apply');
    await messageOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(messageOf(page)).toContainText('Undone');
    await expectSquelch(page, field, 'Marsh', '−110');
    await expectSquelch(page, field, 'Quarry', '−110');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  await step('the chosen fields are looked at per receiver, applied as one, and taken back by one undo', async () => {
    await visitBatch(page, field, ['Crest', 'Gully', 'Hollow']);
    await press(page, 'Review changes');
    await expect(dialog(page).getByRole('alert')).toHaveText('Choose the fields to apply first');
    await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
    await expect(dialog(page).getByRole('checkbox', { name: 'Apply Squelch' })).toBeChecked();
    await expect(dialog(page)).toContainText('1 field is chosen');
    await press(page, 'Review changes');
    await expect(dialog(page)).toContainText('3 of 3 receivers change');
    await expect(dialog(page).getByText('General: Squelch: −110 dBm → −90 dBm')).toHaveCount(3);
    await press(page, 'Apply');
    await expect(dialog(page)).toHaveCount(0);
    await expect(messageOf(page)).toContainText('3 receivers are set');
    await expectSquelch(page, field, 'Gully', '−90');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('values are pulled from a receiver, and receivers may go meanwhile', async ({ page, field, step }) => {
  await openReceivers(page, field);

  await step('pulling says what it did and applies what differs once that is wanted; what is wrong is shown', async () => {
    await visitDialog(page, `${receiversPath(field)}?edit=${field.receivers['Gully']}`);
    const editor = page.getByRole('dialog', { name: 'Edit Gully' });
    await editor.getByRole('tab', { name: 'General' }).click();
    await editor.getByLabel('Squelch (dBm)').fill('-90');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(messageOf(page)).toContainText('Gully is saved');
    await visitBatch(page, field, ['Crest', 'Gully']);
    await dialog(page)
      .getByRole('button', { name: /Pull values from/ })
      .click();
    await page.getByRole('option', { name: 'Gully' }).click();
    await press(page, 'Pull');
    await expect(dialog(page)).toContainText('The form shows the values of Gully; 1 field is not the same everywhere.');
    await expect(dialog(page)).toContainText('Fields without Apply are not changed.');
    await expect(dialog(page)).toContainText('Choose at least one field');
    await press(page, 'Apply this field');
    await expect(dialog(page).getByRole('checkbox', { name: 'Apply Squelch' })).toBeChecked();
    await expect(dialog(page)).toContainText('1 field is not the same everywhere, and chosen.');
    await dialog(page).getByLabel('Squelch (dBm)').fill('-200');
    await dialog(page).getByRole('tab', { name: 'Tags' }).click();
    await press(page, 'Review changes');
    await expect(dialog(page).getByRole('alert')).toHaveText('Some chosen fields have errors. Their tabs show which');
    await expect(dialog(page).getByLabel('Squelch (dBm)')).toBeFocused();
    await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    await press(page, 'Review changes');
    await expect(dialog(page)).toContainText('1 of 2 receivers change');
    await expect(dialog(page)).toContainText('Gully: nothing changes');
    await leaveReview(page);
  });

  await step('values are pulled from one receiver, and those that cannot take them are named and stay as they were', async () => {
    // Marsh's shortest pulse would be above its longest; the host checks this too.
    await visitDialog(page, `${receiversPath(field)}?edit=${field.receivers['Marsh']}`);
    const editor = page.getByRole('dialog', { name: 'Edit Marsh' });
    await editor.getByRole('tab', { name: 'Tags' }).click();
    const beeper = editor.getByRole('group', { name: 'Beeper' });
    await beeper.getByLabel('Longest pulse (ms)').fill('16');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(messageOf(page)).toContainText('Marsh is saved');
    await visitBatch(page, field, ['Crest', 'Marsh']);
    await dialog(page)
      .getByRole('button', { name: /Pull values from/ })
      .click();
    await page.getByRole('option', { name: 'Marsh' }).click();
    await press(page, 'Pull');
    await dialog(page).getByRole('tab', { name: 'Tags' }).click();
    const values = dialog(page).getByRole('group', { name: 'Beeper' });
    await expect(values.getByLabel('Longest pulse (ms)')).toHaveValue('16');
    await values.getByLabel('Longest pulse (ms)').fill('40');
    await values.getByRole('checkbox', { name: 'Apply Longest pulse' }).click();
    await values.getByLabel('Shortest pulse (ms)').fill('20');
    await press(page, 'Review changes');
    await expect(dialog(page)).toContainText('1 of 2 receivers changes; 1 cannot take it and stays as it is');
    await press(page, 'Apply');
    await expect(dialog(page).getByRole('alert')).toContainText('1 of 2 receivers is set; this one stays as it was:');
    await expect(dialog(page).getByRole('listitem')).toContainText('Marsh');
    await press(page, 'Close');
    await expect(dialog(page)).toHaveCount(0);
  });

  await step('where all receivers go after a field was chosen, the review says so and leads back', async () => {
    await visitBatch(page, field, ['Hollow', 'Quarry']);
    await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
    const colleague = await Colleague.open(field.person, field.mitasId);
    for (const alias of ['Hollow', 'Quarry']) await colleague.call('DELETE', `/receivers/${field.receivers[alias]}`);
    await colleague.close();
    // The list below deselects the deleted receivers, and the batch asks before it closes for that reason.
    await expect(page.locator('[role=row]', { hasText: /Hollow|Quarry/ })).toHaveCount(0);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await press(page, 'Review changes');
    const left = page.getByRole('dialog', { name: 'Edit receivers' });
    await expect(left).toContainText('No receivers left to change');
    await expect(left).toContainText('2 selected receivers are not in this system.');
    await expect(left.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await left.getByRole('button', { name: 'Back' }).click();
    await expect(left.getByLabel('Squelch (dBm)')).toHaveValue('−90');
    await left.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('its code is there before the receivers are asked for (SPEED-12)', async ({ page, field }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/batch-edit-dialog.*js$/.test(pathname)) asked.push('code');
    if (pathname.endsWith('/receivers/configs')) asked.push('configurations');
  });
  await open(page, field, ['Crest', 'Gully']);
  expect(asked).toEqual(['code', 'configurations']);
});

test('what another person changed between the review and Apply is named, and looked at again (CFG-16)', async ({
  page,
  field,
}) => {
  await open(page, field, ['Crest', 'Gully']);
  await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
  await press(page, 'Review changes');
  await expect(dialog(page)).toContainText('2 of 2 receivers change');
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser');
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await enter(other, field.person, `/dashboard/${field.mitasId}/receivers?edit=${field.receivers['Crest']}`);
  const editor = other.getByRole('dialog', { name: 'Edit Crest' });
  await editor.getByRole('tab', { name: 'General' }).click();
  await editor.getByLabel('Squelch (dBm)').fill('-100');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(messageOf(other)).toContainText('Crest is saved');
  await other.context().close();
  await press(page, 'Apply');
  await expect(dialog(page).getByRole('alert')).toContainText('1 of 2 receivers is set; this one stays as it was:');
  await expect(dialog(page).getByRole('listitem')).toHaveText(/^Crest: .*Squelch: .*Robin Field.* has changed this since$/);
  await press(page, 'Review again');
  const again = page.getByRole('dialog', { name: 'Edit 1 receiver' });
  await expect(again).toContainText('General: Squelch: −100 dBm → −90 dBm');
  await again.getByRole('button', { name: 'Apply' }).click();
  await expect(again).toHaveCount(0);
  await expectSquelch(page, field, 'Crest', '−90');
});

test.describe('where the host fails', () => {
  test.use({ expectErrors: [/Failed to load resource/] });

  test(
    'to answer in time or at all, it says so and can be asked again (CFG-15)',
    { tag: ownContext },
    async ({ page, field }) => {
      const path = '**/receivers/configs?*';
      await page.clock.install();
      await enter(page, field.person, `/dashboard/${field.mitasId}/receivers`);
      await expect(page.getByRole('heading', { name: 'All receivers' })).toBeVisible();
      // The host never answers.
      await page.route(path, () => {});
      await page.goto(addressOf(field, ['Crest', 'Gully']));
      await expect(dialog(page).getByRole('status', { name: 'Loading the configurations' })).toBeAttached();
      await page.clock.fastForward(15_000);
      await expect(dialog(page).getByRole('alert')).toContainText('An error occurred, try refreshing');
      await expect(dialog(page).getByRole('alert')).toContainText('The host did not answer');
      await page.unroute(path);
      const calls = await HeldCalls.at(page, '/receivers/configs?*');
      await dialog(page).getByRole('button', { name: 'Retry' }).click();
      await expect(dialog(page).getByRole('alert')).toHaveCount(0);
      await calls.cut();
      await dialog(page).getByRole('alert').getByRole('button', { name: 'Retry' }).click();
      await calls.letGo();
      await expect(dialog(page).getByRole('tab', { name: 'General' })).toBeVisible();
    },
  );

  test('to do what is pressed, the dialog says so', async ({ page, field, step }) => {
    await openReceivers(page, field);

    await step('to give the values of a receiver, it says so beside the choice', async () => {
      await visitBatch(page, field, ['Crest', 'Gully']);
      const calls = await HeldCalls.at(page, '/receivers/configs?*');
      await dialog(page)
        .getByRole('button', { name: /Pull values from/ })
        .click();
      await page.getByRole('option', { name: 'Gully' }).click();
      await press(page, 'Pull');
      await calls.cut();
      await expect(dialog(page)).toContainText('An error occurred pulling this receivers values, try refreshing');
      await page.unroute('**/receivers/configs?*');
      await press(page, 'Cancel');
    });

    await step('to apply, the dialog stays open and can apply again; nothing was pretended', async () => {
      await visitBatch(page, field, ['Crest', 'Gully']);
      await dialog(page).getByLabel('Squelch (dBm)').fill('-90');
      await press(page, 'Review changes');
      const calls = await HeldCalls.at(page, '/receivers/batchUpdate');
      await press(page, 'Apply');
      await expect(dialog(page).getByRole('button', { name: 'Applying…' })).toBeDisabled();
      await calls.cut();
      await expect(dialog(page).getByRole('alert')).toContainText(
        'The host did not answer. The receivers may or may not be changed',
      );
      await press(page, 'Apply');
      await calls.letGo();
      await expect(messageOf(page).filter({ hasText: '2 receivers are set' })).toBeVisible();
    });
  });
});
