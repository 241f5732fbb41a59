import { expect, productUrl, test, watchForProblems } from './support/fixtures.ts';
import { heldUndo, messageOf } from './support/message.ts';
import { expectFineEverywhere, phone } from './support/page-checks.ts';
import { pressAt } from './support/press-at.ts';
import { stock, Tags } from './support/tags-page.ts';

/** Which animal carries which transmitter (REG-8, REG-23, REG-24), against the real host. */

test('an animal is tagged, its tag retrieved, deleted and taken back, at once in another console', async ({
  page,
  browser,
  field,
  operator,
}) => {
  test.slow();
  const { colleague } = await stock(field);
  const tags = await Tags.open(page, field);
  const context = await browser.newContext({ baseURL: productUrl() });
  const problems = await watchForProblems(context);
  const seen = await Tags.open(await context.newPage(), field, await operator.addPerson({ [field.mitasId]: 'viewer' }));
  await expect(page.getByText('Assign a transmitter to an animal, and it will appear here.')).toBeVisible();
  await expectFineEverywhere(page);

  // A pointer counts only once it has moved.
  await page.mouse.move(1, 1);
  await page.getByRole('button', { name: 'Add tag' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Add tag to database' })).toBeVisible();
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(tags.dialog.getByRole('button', { name: 'Create' })).toHaveAccessibleDescription('Choose an animal');
  await tags.choose('Animal', 'Sam');
  await tags.choose('Transmitter', 'TX-0001');
  await tags.dialog.getByRole('button', { name: 'Release Location: Set location...' }).click();
  await tags.place.getByRole('textbox', { name: 'Latitude' }).fill('44.90001');
  await tags.place.getByRole('textbox', { name: 'Longitude' }).fill('-113.6');
  await expectFineEverywhere(page, '[role=dialog]:has([aria-label^="Map of"])');
  await tags.place.getByRole('textbox', { name: 'Longitude' }).press('Enter');
  await expect(tags.place).toHaveCount(0);
  await expect(tags.dialog.getByRole('button', { name: 'Release Location: (44.9000, -113.6000)' })).toBeVisible();
  await expect(tags.dialog.getByText('Retrieve Time')).toHaveCount(0);
  await tags.dialog.getByRole('button', { name: 'Create' }).click();
  await expect(messageOf(page)).toContainText('Sam with TX-0001 is created');
  await expect(seen.row('Sam')).toContainText('TX-0001');
  await expect(seen.row('Sam')).toContainText('44.9000-113.6000');
  const retrieval = page.getByRole('columnheader', { name: /^Retrieve (Time|Latitude|Longitude)$/ });
  const fold = page.getByRole('button', { name: 'Retrieved' });
  await fold.click();
  await expect(retrieval).toHaveCount(3);
  await fold.click();
  await expect(retrieval, 'folded while none is retrieved (REG-33)').toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Sam' }).click();
  await tags.dialog.getByRole('button', { name: 'Retrieve now' }).click();
  await tags.dialog.getByRole('button', { name: 'Update' }).click();
  await expect(tags.dialog).toHaveCount(0);
  await expect(messageOf(page)).toContainText('Sam with TX-0001 is updated');
  const [retrieved] = (await colleague.call<{ tags: { retrieveTime: string | null }[] }>('GET', '/tags')).tags;
  await expect(retrieval, 'all three once one is retrieved (REG-33)').toHaveCount(3);
  await expect(fold).toHaveCount(0);
  expect(retrieved?.retrieveTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  await tags.row('Sam').locator('label').first().click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete tag(s)?' });
  await expect(question).toContainText('This action will delete the selected tags permanently, continue?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toHaveCount(0);
  const undo = await heldUndo(page, '1 tag deleted');
  await expect(seen.row('Sam')).toHaveCount(0);
  await undo.click();
  await expect(seen.row('Sam')).toContainText('TX-0001');
  await page.setViewportSize(phone);
  await expect.poll(async () => (await tags.row('Sam').boundingBox())?.height ?? 0, 'a row of a few lines').toBeLessThan(150);
  await expectFineEverywhere(page);
  await page.goto(`/dashboard/${field.mitasId}/advanced/activity`);
  await expectFineEverywhere(page);
  const made = page.getByRole('link', { name: 'made the tag Sam with TX-0001' });
  await expect(made.first(), 'leads to the page of the tag (VISIT-5)').toHaveAttribute('href', /\/animals\/tags\/[1-9]\d*$/);
  await expect(page.getByText('deleted the tag Sam with TX-0001')).toBeVisible();
  await expect(page.getByRole('link', { name: /^deleted/ })).toHaveCount(0);
  await context.close();
  expect(problems).toEqual([]);
});

test.describe('what is on a tag', () => {
  test.use({ expectErrors: ['status of 409'] });

  test('cannot be chosen for another, names its partner, and is refused where somebody was quicker (REG-23)', async ({
    page,
    field,
  }) => {
    const { colleague, animals, transmitters } = await stock(field);
    const tagData = {
      AnimalId: animals[0],
      TransmitterId: transmitters[0],
      releaseTime: '2026-05-01 12:00:00',
      releaseLatitude: null,
      releaseLongitude: null,
      retrieveTime: null,
      retrieveLatitude: null,
      retrieveLongitude: null,
    };
    await colleague.call('POST', '/tags', { tagData });
    const tags = await Tags.open(page, field);
    await page.getByRole('button', { name: 'Add tag' }).click();
    await tags.dialog.getByRole('combobox', { name: 'Animal' }).fill('Sam');
    await expect(page.getByRole('option', { name: 'Sam (TX-0001)' })).toHaveAttribute('aria-disabled', 'true');
    await tags.choose('Animal', 'Lou');
    await tags.dialog.getByRole('combobox', { name: 'Transmitter' }).fill('TX-0001');
    await expect(page.getByRole('option', { name: 'TX-0001 (Sam)' })).toHaveAttribute('aria-disabled', 'true');
    await tags.dialog.getByRole('combobox', { name: 'Transmitter' }).fill('tx-0002');
    await expect(page.getByRole('option')).toHaveText(['TX-0002']);
    await page.route('**/tags', async (route) => {
      if (route.request().method() === 'POST')
        await colleague.call('POST', '/tags', { tagData: { ...tagData, AnimalId: animals[1], TransmitterId: transmitters[1] } });
      await route.fallback();
    });
    // The name was typed, not selected: the press that leaves the field submits it (FORM-20).
    await pressAt(page, tags.dialog.getByRole('button', { name: 'Create', includeHidden: true }));
    await expect(tags.dialog.getByRole('alert')).toHaveText('Lou carries TX-0002 at that time: retrieve that tag first');
    await expect(tags.dialog.getByRole('combobox', { name: 'Animal' }), 'what was chosen stays').toHaveValue(/^Lou/);
  });
});

test('what a tag says of place and time', async ({ page, context, field, step }) => {
  const { colleague, animals, transmitters } = await stock(field);
  const tags = await Tags.open(page, field);

  await step('a place is chosen where the device is, or by a press on the map, and unset (REG-24)', async () => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 45.1236, longitude: -113.98765 });
    await tags.visit(field);
    await page.getByRole('button', { name: 'Add tag' }).click();
    const location = tags.dialog.getByRole('button', { name: /^Release Location/ });
    await location.click();
    await expect(tags.place.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
    await expect(tags.place.getByRole('button', { name: 'Unset' })).toHaveAttribute('aria-disabled', 'true');
    await tags.place.getByRole('button', { name: 'Use my location' }).click();
    await expect(tags.place.getByRole('textbox', { name: 'Latitude' })).toHaveValue('45.1236');
    await tags.place.getByRole('img', { name: /^Map of/ }).click({ position: { x: 40, y: 40 } });
    await expect(tags.place.getByRole('textbox', { name: 'Latitude' })).not.toHaveValue('45.1236');
    await tags.place.getByRole('button', { name: 'Submit' }).click();
    await expect(location).toHaveText(/^\(-?\d+\.\d{4}, -?\d+\.\d{4}\)$/);
    await location.click();
    await tags.place.getByRole('button', { name: 'Unset' }).click();
    await expect(location).toHaveText('Set location...');
    await tags.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await step('animals of one name are told apart (REG-34)', async () => {
    const lou = { alias: 'Lou', species: 'Steelhead', gender: 0, weight: 900, age: 700 };
    const { animal } = await colleague.call<{ animal: { id: number } }>('POST', '/animals', lou);
    await tags.visit(field);
    await page.getByRole('button', { name: 'Add tag' }).click();
    await tags.dialog.getByRole('combobox', { name: 'Animal' }).fill('Lou');
    await expect(page.getByRole('option')).toHaveText([
      `Lou, Chinook salmon, never released, number ${animals[1]}`,
      `Lou, Steelhead, never released, number ${animal.id}`,
    ]);
    await page.keyboard.press('Escape');
    await tags.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await step('a time that clocks show twice is asked about, and one that they skip is refused (REG-24)', async () => {
    await tags.visit(field);
    await page.getByRole('button', { name: 'Add tag' }).click();
    await tags.choose('Animal', 'Sam');
    await tags.choose('Transmitter', 'TX-0001');
    await tags.type('Release Time', '2026-03-08 02:30:00');
    await expect(tags.dialog.getByRole('alert')).toContainText('Clocks in America/Boise skip 2026-03-08 02:30:00');
    const create = tags.dialog.getByRole('button', { name: 'Create' });
    await expect(create).toHaveAccessibleDescription('Choose another Release Time');
    await tags.type('Release Time', '2025-11-02 01:30:00');
    await expect(tags.dialog.getByRole('radiogroup', { name: '2025-11-02 01:30:00 occurs twice' })).toBeVisible();
    await expect(create).toHaveAccessibleDescription('Choose which Release Time you mean');
    await expectFineEverywhere(page, '[role=dialog]');
    await tags.dialog.getByRole('radio', { name: 'The second time, MST' }).click();
    await create.click();
    await expect(tags.row('Sam')).toContainText('2025-11-02 01:30:00');
    const [made] = (await colleague.call<{ tags: { releaseTime: string }[] }>('GET', '/tags')).tags;
    expect(made?.releaseTime).toBe('2025-11-02 08:30:00');
  });

  await step(
    "an open page shows a tag's last contact within seconds of the contact that completes a run (DET-14, REG-25)",
    async () => {
      const places = { releaseLatitude: null, releaseLongitude: null, retrieveLatitude: null, retrieveLongitude: null };
      const times = { releaseTime: '2026-05-01 12:00:00', retrieveTime: null };
      await colleague.call('POST', '/tags', {
        tagData: { AnimalId: animals[1], TransmitterId: transmitters[1], ...times, ...places },
      });
      await tags.visit(field);
      await expect(tags.row('Lou')).toContainText('TX-0002');
      const ts = Date.now() - 60_000;
      const burst = { receiver: 'Crest', code: 42, freq: 150.05 };
      await field.hear({ ...burst, ts }, { ...burst, ts: ts + 5_000 });
      await expect(tags.row('Lou')).toContainText('Crest', { timeout: 60_000 });
    },
  );
});

test.describe('without what tags put together', () => {
  test.use({ expectErrors: ['net::ERR_', 'status of 50'] });

  test('the table says so, and comes with Retry', async ({ page, field }) => {
    await stock(field);
    await page.route('**/animals', (route) => route.abort('connectionfailed'));
    await Tags.open(page, field);
    await expect(page.getByText('A dependancy failed to retrieve data')).toBeVisible();
    await expectFineEverywhere(page);
    await page.unroute('**/animals');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Assign a transmitter to an animal, and it will appear here.')).toBeVisible();
  });
});
