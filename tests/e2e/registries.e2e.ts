import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from '@playwright/test';
import { expiredText } from '#model/entities/expiry.ts';
import { planted } from '../support/planted.ts';
import { thorough } from '../support/thorough.ts';
import { Colleague } from './support/colleague.ts';
import { discardBy } from './support/discard.ts';
import type { Field } from './support/field.ts';
import { enter, expect, productUrl, test, watchForProblems } from './support/fixtures.ts';
import { heldUndo, messageOf, undoOffer } from './support/message.ts';
import type { Operator, Person } from './support/operator.ts';
import { desk, expectFineEverywhere, phone } from './support/page-checks.ts';
import { RegistryPage } from './support/registry-page.ts';
import { plantTransmitters } from '../support/transmitter-samples.ts';

const thoroughTest = thorough(test);

/** Animals and transmitters (REG-1 to REG-7, REG-16 to REG-19): forms, table, undo, and other consoles. */

const sam = { alias: 'Sam', species: 'Chinook salmon', gender: 1, weight: 4_200, age: 900 };
const sue = { ...sam, alias: 'Sue' };
const samTyped = { Name: 'Sam', Species: 'Chinook salmon', 'Weight (g)': '4200', 'Age (days)': '900' };

async function plantAnimals(operator: Operator, field: Field, names: readonly string[]): Promise<void> {
  await planted(operator.database)
    .insertInto('animals')
    .values(
      names.map((alias, at) => ({
        system_id: field.mitasId,
        species: 'Steelhead',
        alias,
        gender: 0,
        weight_g: at + 1,
        age_days: 77,
      })),
    )
    .execute();
}

async function inAnotherBrowser(browser: Browser, field: Field, person: Person) {
  const context = await browser.newContext({ baseURL: productUrl() });
  const problems = await watchForProblems(context);
  const other = await RegistryPage.open(await context.newPage(), field, 'Animals', { person });
  return {
    other,
    async close() {
      await context.close();
      expect(problems, 'the other console has no error').toEqual([]);
    },
  };
}

test('an animal is created, updated and deleted, at once in another console, and taken back', async ({
  page,
  browser,
  field,
  operator,
}) => {
  const animals = await RegistryPage.open(page, field, 'Animals');
  const another = await inAnotherBrowser(browser, field, await operator.addPerson({ [field.mitasId]: 'viewer' }));
  const { other } = another;
  await expect(page.getByText('Add an animal, and it will appear here.')).toBeVisible();

  await animals.addButton.click();
  await expect(page.getByRole('dialog', { name: 'Create Animal' })).toBeVisible();
  await animals.fill(samTyped);
  await animals.choose('Gender', 'Male');
  await animals.dialog.getByLabel('Name', { exact: true }).press('Enter');
  await expect(animals.dialog).toHaveCount(0);
  await expect(messageOf(page)).toContainText('Sam is created');
  await expect(animals.row('Sam')).toContainText('Chinook salmonMale4200900');
  await expect(other.row('Sam')).toContainText('Chinook salmonMale4200900');

  await page.getByRole('button', { name: 'Edit Sam' }).click();
  await expect(page.getByRole('dialog', { name: 'Update Animal' }).getByLabel('Species')).toHaveValue('Chinook salmon');
  await animals.fill({ 'Weight (g)': '4300' });
  await animals.dialog.getByRole('button', { name: 'Update' }).click();
  await expect(animals.dialog).toHaveCount(0);
  const undoUpdate = await heldUndo(page, 'Sam is updated');
  await expect(other.row('Sam')).toContainText('4300');
  await undoUpdate.click();
  await expect(other.row('Sam')).toContainText('4200');

  await animals.check('Sam');
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete animal(s)?' });
  await expect(question).toContainText('This action will delete the selected animals permanently, continue?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(animals.row('Sam')).toHaveCount(0);
  const undoDeletion = await heldUndo(page, '1 animal deleted');
  await expect(other.row('Sam')).toHaveCount(0);
  await undoDeletion.click();
  await expect(animals.row('Sam')).toContainText('4200');
  await expect(other.row('Sam')).toContainText('4200');
  await page.goto(`/dashboard/${field.mitasId}/advanced/activity`);
  await expect(page.getByText('changed the weight of Sam from 4200 g to 4300 g').first()).toBeVisible();
  await another.close();
});

test.describe('what the host refuses', () => {
  test.use({ expectErrors: ['status of 409', 'net::ERR_'] });

  test('stands at the list and in the form', async ({ page, field, operator, step }) => {
    await enter(page, field.person);

    await step('a list that does not come has a Retry', async () => {
      await page.route('**/animals', (route) => route.abort('connectionrefused'));
      await RegistryPage.visit(page, field, 'Animals');
      await expect(page.getByRole('alert')).toContainText('An error occurred');
      await expect(page.getByRole('alert')).toContainText('The animals could not be loaded');
      await page.unroute('**/animals');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('Add an animal, and it will appear here.')).toBeVisible();
    });

    await step('what was not answered is asked again and done once', async () => {
      await page.unrouteAll();
      const animals = await RegistryPage.visit(page, field, 'Animals');
      await animals.addButton.click();
      await animals.fill(samTyped);
      // The host creates it, but its answer is lost.
      await page.route('**/animals', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      });
      await animals.dialog.getByRole('button', { name: 'Create' }).click();
      await expect(animals.dialog.getByRole('alert')).toContainText('The host did not answer');
      await page.unroute('**/animals');
      await animals.dialog.getByRole('button', { name: 'Create' }).click();
      await expect(animals.dialog).toHaveCount(0);
      await expect.poll(() => animals.names()).toEqual(['Sam']);
    });

    await step('stands in the form with what was typed: somebody else changed the same since', async () => {
      await page.unrouteAll();
      const researcher = await operator.addPerson({ [field.mitasId]: 'researcher' });
      const colleague = await Colleague.open(researcher, field.mitasId);
      const { animal } = await colleague.call<{ animal: { id: number } }>('POST', '/animals', sue);
      const animals = await RegistryPage.visit(page, field, 'Animals');
      await page.getByRole('button', { name: 'Edit Sue' }).click();
      await animals.fill({ 'Weight (g)': '4300' });
      await colleague.call('PUT', `/animals/${animal.id}`, { animalData: { ...sue, weight: 5_000, species: 'Steelhead' } });
      await expect(animals.dialog.getByLabel('Species'), 'what was not typed over follows').toHaveValue('Steelhead');
      await animals.dialog.getByRole('button', { name: 'Update' }).click();
      await expect(animals.dialog.getByRole('alert')).toContainText(/has changed the weight of 'Sue'/);
      await expect(animals.dialog.getByLabel('Weight (g)')).toHaveValue('4300');
      await animals.dialog.getByRole('button', { name: 'Update' }).click();
      await expect(animals.row('Sue'), 'who has read that may write over it').toContainText('Steelhead');
      await expect(animals.row('Sue')).toContainText('4300');
      await page.getByRole('button', { name: 'Edit Sue' }).click();
      await colleague.call('DELETE', `/animals?ids=${animal.id}`);
      await expect(animals.dialog.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
      await colleague.close();
    });
  });
});

test('the table of animals sorts, searches, pages and selects, all of it in the address (REG-19)', async ({
  page,
  field,
  operator,
}) => {
  await plantAnimals(operator, field, ['Tag 10', 'Tag 2', 'Tag 1', ...Array.from({ length: 9 }, (_, at) => `Whale ${at + 1}`)]);
  await enter(page, field.person);
  const animals = await RegistryPage.visit(page, field, 'Animals');
  await expect.poll(async () => (await animals.names()).slice(0, 4)).toEqual(['Tag 1', 'Tag 2', 'Tag 10', 'Whale 1']);
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => animals.names()).toEqual(['Whale 8', 'Whale 9']);
  await expect(page).toHaveURL(/\?page=2$/);
  await page.goBack();
  await animals.table.getByRole('columnheader', { name: 'Weight (g)' }).click();
  await animals.table.getByRole('columnheader', { name: 'Weight (g)' }).click();
  await expect.poll(() => animals.names()).toEqual(expect.arrayContaining(['Whale 9']));
  await expect(page).toHaveURL(/\?sort=-weight$/);
  await expect.poll(async () => (await animals.names())[0]).toBe('Whale 9');
  await page.getByRole('searchbox', { name: 'Search' }).fill('steel tag 1');
  await expect.poll(() => animals.names()).toEqual(['Tag 1', 'Tag 10']);
  await animals.table.getByRole('columnheader').locator('label').click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.reload();
  await expect.poll(() => animals.names()).toEqual(['Tag 1', 'Tag 10']);
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await animals.names()).length).toBe(10);
  await expect(page.getByRole('navigation', { name: 'Pages' }), 'all fit in the smallest page (LOOK-42)').toHaveCount(0);
  await undoOffer(page).click();
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expect(page, 'what went and came back is not selected').not.toHaveURL(/selected/);
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  // The heaviest is first, so a light one is on the second page (REG-32).
  await animals.addButton.click();
  await animals.fill({ ...samTyped, 'Weight (g)': '1' });
  await animals.dialog.getByRole('button', { name: 'Create' }).click();
  await expect(animals.newRow).toContainText('Sam');
  await expect(animals.newRow).toContainText('New');
  await expect(animals.newRow).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL(/page=2$/);
});

test('the form of a transmitter, and what the table says of those in use', async ({ page, field, operator, step }) => {
  await plantTransmitters(operator.database, field.mitasId, [
    { serial_number: 'TX-000001', code_number: 42 },
    { serial_number: 'TX-000002', code_number: 42 },
    { serial_number: 'TX-000003', code_number: 43 },
  ]);
  await enter(page, field.person);

  await step('transmitters in use that receivers cannot tell apart name each other, and are not refused (REG-20)', async () => {
    const transmitters = await RegistryPage.visit(page, field, 'Transmitters');
    const row = (serialNumber: string) => transmitters.table.getByRole('row').filter({ hasText: new RegExp(`^${serialNumber}`) });
    await expect(row('TX-000001')).toContainText('Same signal as TX-000002');
    await expect(row('TX-000002')).toContainText('Same signal as TX-000001');
    await expect(row('TX-000003')).not.toContainText('Same signal');
    const heights = () =>
      transmitters.table.getByRole('row').evaluateAll((rows) => rows.slice(1).map((each) => each.clientHeight));
    await expect.poll(heights, 'all rows are as high').toEqual([40, 40, 40]);

    await page.getByRole('button', { name: 'Edit TX-000003' }).click();
    await expect(transmitters.dialog.getByRole('status')).toHaveCount(0);
    await transmitters.fill({ 'Code Number': '42' });
    await expect(transmitters.dialog.getByRole('status')).toContainText(
      'Receivers cannot distinguish it from TX-000001 and TX-000002',
    );
    await transmitters.dialog.getByRole('button', { name: 'Update' }).click();
    await expect(row('TX-000001')).toContainText('Same signal as TX-000002 and TX-000003');
    await page.getByRole('button', { name: 'Edit TX-000003' }).click();
    await transmitters.choose('Purpose', 'Tag');
    await transmitters.dialog.getByRole('button', { name: 'Update' }).click();
    await expect(row('TX-000001'), 'one that is on no animal is not in use').not.toContainText('TX-000003');
  });

  await step(
    'a transmitter takes a new model by its number, and a code only where its protocol has one (REG-4, REG-17)',
    async () => {
      const transmitters = await RegistryPage.visit(page, field, 'Transmitters');
      await transmitters.addButton.click();
      await expect(page.getByRole('dialog', { name: 'Create Transmitter' })).toBeVisible();
      await transmitters.fill({
        'Serial Number': 'TX-1',
        'Model Number': 'NTF-6-2',
        'Frequency (MHz)': '150.05',
        '± (kHz)': '1.5',
      });
      await expect(transmitters.dialog.getByText('Value must be between 6 and 15 characters in length').first()).toBeVisible();
      const code = transmitters.dialog.getByRole('textbox', { name: 'Code Number' });
      await code.fill('522');
      await expect(code, 'while the interval is still missing (REG-4)').toHaveAccessibleDescription(
        /^Codes are 1 to 521 with Lotek 2000/,
      );
      await transmitters.fill({
        'Serial Number': 'TX-100001',
        'Code Number': '5',
        'Emit interval (ms)': '5000',
        '± (ms)': '10',
      });
      await transmitters.dialog.getByRole('button', { name: 'Create' }).click();
      await expect(transmitters.row('TX-100001')).toContainText('NTF-6-2Lotek 2000150.050 MHz +/- 1.5 kHz55000 +/- 10Tag');

      await page.getByRole('button', { name: 'Edit TX-100001' }).click();
      await transmitters.choose('Protocol', 'Lotek 2003');
      await expect(code, 'at once, by the protocol alone').toHaveAccessibleDescription(/10 to 999999 with Lotek 2003/);
      await transmitters.choose('Protocol', 'Beeper');
      await expect(transmitters.dialog.getByLabel('Code Number')).toHaveCount(0);
      await transmitters.choose('Purpose', 'Beacon');
      await transmitters.dialog.getByRole('button', { name: 'Update' }).click();
      await expect(transmitters.row('TX-100001')).toContainText('Beeper');
      await expect(transmitters.row('TX-100001')).toContainText('N/a');

      await transmitters.addButton.click();
      const model = transmitters.dialog.getByRole('combobox', { name: 'Model Number' });
      await model.click();
      await page.getByRole('option', { name: 'NTF-6-2' }).click();
      await expect(model).toHaveValue('NTF-6-2');
      await discardBy(page, () => page.keyboard.press('Escape'));
    },
  );
});

test('what a viewer may do with the animals', async ({ page, field, operator, step }) => {
  await plantAnimals(operator, field, ['=Sam', ...Array.from({ length: 11 }, (_, at) => `Whale ${at + 1}`), 'Sam']);
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  await enter(page, viewer, `/dashboard/${field.mitasId}/dashboard`);

  await step('a viewer reads them and is offered nothing else', async () => {
    const animals = await RegistryPage.visit(page, field, 'Animals');
    await expect(animals.row('Sam')).toBeVisible();
    await expect(animals.addButton).toHaveCount(0);
    await expect(animals.table.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  });

  await step('what the table shows is exported, by a viewer too (REG-21)', async () => {
    const animals = await RegistryPage.visit(page, field, 'Animals', '?search=whale&sort=-weight');
    await expect(animals.row('Whale 11')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/ animals \d{4}-\d{2}-\d{2} \d{6}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['Name,Species,Gender,Weight (g),Age (days),Tagged', 'Whale 11,Steelhead,Female,12,77,no']);
    expect(lines, 'all pages').toHaveLength(13);
  });
});

thoroughTest('on a phone a page is selected as a whole, and the second line has its units', async ({ page, field, operator }) => {
  await plantAnimals(operator, field, ['Sam', 'Sue']);
  await page.setViewportSize(phone);
  const animals = await RegistryPage.open(page, field, 'Animals');
  await expect(animals.row('Sam')).toContainText('Steelhead');
  await expect(animals.row('Sam')).toContainText('1 g');
  await expect(animals.row('Sam')).toContainText('77 days');
  const all = animals.table.getByText('Select all');
  await all.click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await all.click();
  await expect(page.getByText(/selected$/)).toHaveCount(0);
});

test('of a system that expires they are read and exported, and nothing of them is changed (SYS-15)', async ({
  page,
  field,
  operator,
}) => {
  const expires = (time: string) => operator.admin(['systems', 'set', field.mitasId, '--expires', time]);
  await plantAnimals(operator, field, ['Sam']);
  const animals = await RegistryPage.open(page, field, 'Animals');
  const expectRefusing = async (button: Locator): Promise<void> => {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(expiredText);
  };
  await animals.check('Sam');
  await animals.addButton.click();
  await animals.fill({ ...samTyped, Name: 'Sue' });
  await expires('2020-01-01');
  const create = animals.dialog.getByRole('button', { name: 'Create' });
  await expectRefusing(create);
  await animals.dialog.getByLabel('Name', { exact: true }).press('Enter');
  await expect(animals.dialog.getByLabel('Species'), 'what was typed stays').toHaveValue(samTyped.Species);
  await discardBy(page, () => animals.dialog.getByRole('button', { name: 'Cancel' }).click());

  const edit = page.getByRole('button', { name: 'Edit Sam' });
  // The grid moves a focus from outside to the row's checkbox, where Enter selects; so Edit comes last.
  for (const button of [animals.addButton, page.getByRole('toolbar').getByRole('button', { name: 'Delete' }), edit]) {
    await expectRefusing(button);
    await button.press('Enter');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Sam,Steelhead');
  expect(await animals.names()).toEqual(['Sam']);
  await expires('never');
  await edit.click();
  await expect(page.getByRole('dialog', { name: 'Update Animal' })).toBeVisible();
});

test('the registries: empty, full, chosen and written, in both schemes, on a desk and on a phone', async ({
  page,
  field,
  operator,
  step,
}) => {
  await enter(page, field.person);
  for (const label of ['Animals', 'Transmitters'] as const)
    await step(`${label}: empty, full, chosen and written, in both schemes, on a desk and on a phone`, async () => {
      await page.setViewportSize(desk);
      const registry = await RegistryPage.visit(page, field, label);
      await expect(registry.addButton).toBeVisible();
      await expectFineEverywhere(page);
      const { mitasId: system_id } = field;
      if (label === 'Animals')
        await plantAnimals(
          operator,
          field,
          Array.from({ length: 30 }, (_, at) => `Animal ${at + 1}`),
        );
      else
        await plantTransmitters(
          operator.database,
          system_id,
          Array.from({ length: 30 }, (_, at) => ({
            serial_number: `TX-${1_000 + at}`,
            frequency_hz: 150_000_000 + at * 1_000,
            code_number: at + 1,
            purpose: 0,
          })),
        );
      await page.reload();
      await registry.check(label === 'Animals' ? 'Animal 1' : 'TX-1000');
      await expectFineEverywhere(page);
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
      await expectFineEverywhere(page, '[role=alertdialog]');
      await page.keyboard.press('Escape');
      await page.setViewportSize(phone);
      await registry.addButton.click();
      await expectFineEverywhere(page, '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.setViewportSize(desk);
    });
});
