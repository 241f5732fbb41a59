import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { expiredText } from '#model/entities/expiry.ts';
import { planted } from '../support/planted.ts';
import { AilingHost } from './support/ailing-host.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { Locations, standingAt } from './support/locations.ts';
import { MapPage, placeReceivers, unplaceReceivers } from './support/map-page.ts';
import { heldUndo, messageOf } from './support/message.ts';
import { expectFineEverywhere, phone } from './support/page-checks.ts';

/** MAP-8, MAP-9: the locations of receivers are edited on the map, here the plain one. */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

test.beforeEach(({ field, operator }) => placeReceivers(operator, field));

/** Quarry is the only pin with this look. */
const quarry = 'disabled';
const by = (point: { x: number; y: number }, x: number, y: number) => ({ x: point.x + x, y: point.y + y });

test('a pin that is drawn along moves here and there, and an undo brings it back in both', async ({
  page,
  browser,
  field,
  operator,
}) => {
  const map = await MapPage.open(page, field);
  const locations = new Locations(map);
  const other = await (await browser.newContext()).newPage();
  const there = await MapPage.open(other, { ...field, person: await operator.addPerson({ [field.mitasId]: 'viewer' }) });
  await there.row('Quarry').click();
  await expect(there.info('Quarry')).toContainText('45.3000° N, 113.6000° W');

  await locations.open();
  const stood = await locations.pin(quarry);
  await locations.draw(stood, by(stood, -120, 60));
  await expect(locations.drawer).toContainText('Quarry was');
  await expect(locations.mark('Quarry')).toBeVisible();
  expect(await locations.pin(quarry), 'it stands where it stood until it is said why').toEqual(stood);
  await locations.because('moved');
  await expect(locations.mark('Quarry')).toHaveCount(0);
  const undo = await heldUndo(page, 'Location of Quarry changed');
  await expect.poll(async () => Math.round((await locations.pin(quarry)).x - stood.x), 'and the map has not moved').toBe(-120);
  await expect(locations.row('Quarry')).not.toContainText('45.3000° N');
  const told = ((await locations.row('Quarry').textContent()) ?? '').match(/\d+\.\d{4}° N, \d+\.\d{4}° W/)?.[0] ?? 'no place';
  await expect(there.info('Quarry')).toContainText(told);
  const places = await operator.database.db
    .selectFrom('receiver_locations')
    .select('latitude')
    .where('rx_id', '=', field.receivers['Quarry'] ?? 0)
    .orderBy('id')
    .execute();
  const latitudes = places.slice(-2).map(({ latitude }) => latitude?.toFixed(4));
  expect(latitudes, 'moved: where it stood before is kept').toEqual(['45.3000', told.split('°')[0]]);

  await undo.click();
  await expect(locations.row('Quarry')).toContainText('45.3000° N, 113.6000° W');
  await expect(there.info('Quarry')).toContainText('45.3000° N, 113.6000° W');
  await expect.poll(() => locations.pin(quarry)).toEqual(stood);
  expect(map.search, 'nobody asked for the place where the map was fitted to').toBe('');
  await other.context().close();
});

test('locations are edited by a pin, by keys, by what is typed, and by where this device stands', async ({
  page,
  context,
  field,
  operator,
  step,
}) => {
  // Each step edits another receiver.
  await unplaceReceivers(operator, field, 'Gully', 'Marsh');
  const map = await MapPage.open(page, field);
  const locations = new Locations(map);

  await step('a press on a pin opens it still, and the map is drawn along beside the pins', async () => {
    await locations.open();
    const pin = await locations.pin(quarry);
    await page.mouse.click(pin.x, pin.y);
    await expect.poll(() => map.search).toContain(`receiver=${field.receivers['Quarry']}`);
    await locations.draw(by(pin, -60, 60), by(pin, -20, 90));
    await expect.poll(async () => Math.round((await locations.pin(quarry)).x - pin.x)).toBe(40);
    await expect(locations.drawer).toContainText('choose a receiver here');
    await locations.drawer.getByRole('button', { name: 'Close locations' }).press('Escape');
    await expect(locations.drawer).toHaveCount(0);
    await expect(locations.button).toBeFocused();
    await expect(map.info('Quarry')).toBeVisible();
    await locations.draw(await locations.pin(quarry), by(pin, 90, 30));
    await expect(page.getByText('Quarry was'), 'with the drawer closed pins are not drawn along').toHaveCount(0);
  });

  await step('who sets a first place by a button goes on at its row, though the button is gone (FORM-13)', async () => {
    await map.visit(field);
    await locations.open();
    await locations.drawer.getByRole('button', { name: 'Place Gully' }).press('Enter');
    await locations.drawer.getByLabel('Coordinates').fill('45.1, -113.9');
    await locations.drawer.getByRole('button', { name: 'Use these' }).press('Enter');
    await expect(messageOf(page)).toContainText('Location of Gully changed');
    await expect(locations.drawer.getByRole('button', { name: 'Move Gully', exact: true })).toBeFocused();
  });

  await step('where this device stands, and why that is not known', async () => {
    await map.visit(field);
    await locations.open();
    await locations.pick('Hollow');
    const typed = locations.drawer.getByLabel('Coordinates');
    await typed.fill('45.1');
    await locations.press('Use my location');
    await expect(locations.drawer.getByRole('alert')).toContainText('The browser blocks location for this page');
    await expect(typed, 'what was typed is not lost').toHaveValue('45.1');
    await standingAt(context, { latitude: 45.2, longitude: -113.7, accuracy: 11.2 }, async () => {
      await locations.press('Use my location');
      await expect(locations.drawer).toContainText('45.2000° N, 113.7000° W, accurate to 12 m');
      await locations.because('corrected');
      await expect(messageOf(page)).toContainText('Location of Hollow changed');
      await expect(locations.row('Hollow')).toContainText('45.2000° N, 113.7000° W');
    });
  });

  await step('by keys alone a receiver is moved, and one without a location gets one', async () => {
    await map.visit(field, '?at=45.00000,-113.80000,8');
    await locations.button.press('Enter');
    await locations.drawer.getByRole('button', { name: 'Move Quarry' }).press('Enter');
    const mark = locations.mark('Quarry');
    await expect(mark).toBeFocused();
    const before = (await mark.boundingBox())!;
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await expect.poll(async () => ((await mark.boundingBox())!.x - before.x).toFixed(0)).toBe('-20');
    await expect.poll(async () => ((await mark.boundingBox())!.y - before.y).toFixed(0)).toBe('1');
    await page.keyboard.press('Enter');
    await expect(locations.drawer.getByRole('button', { name: /^moved:/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(messageOf(page)).toContainText('Location of Quarry changed');
    await expect(locations.row('Quarry')).not.toContainText('45.3000° N');

    await locations.drawer.getByRole('button', { name: 'Place Marsh' }).press('Enter');
    await expect(locations.mark('Marsh')).toBeFocused();
    await page.keyboard.press('Escape');
    // Enter held down counts once: it selects the receiver and sets nothing.
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(locations.mark('Marsh')).toBeFocused();
    await expect(locations.drawer).toContainText('Location of Marsh');
    await page.keyboard.press('Enter');
    await expect(messageOf(page)).toContainText('Location of Marsh changed');
    await expect(locations.row('Marsh'), 'the middle of the map, and nothing is asked of a first place').toContainText(
      '45.0000° N, 113.8000° W',
    );
    const offered = (alias: string) => locations.drawer.getByRole('button', { name: `Move ${alias}`, exact: true });
    await expect(offered('Marsh'), 'who sets it goes on at its row').toBeFocused();

    await offered('Quarry').press('Enter');
    await expect(mark).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(offered('Quarry'), 'and so does who gives it up').toBeFocused();
    await page.keyboard.press('Escape');
    await expect(locations.button).toBeFocused();
  });
});

test.describe('a host that refuses', () => {
  test.use({ expectErrors: [/status of 500/] });

  test('has the pin go back, and says why', async ({ page, field, operator }) => {
    const map = await MapPage.open(page, field);
    const locations = new Locations(map);
    await locations.open();
    const stood = await locations.pin(quarry);
    await new AilingHost(operator.database, field.mitasId).failing(async () => {
      await locations.draw(stood, by(stood, -80, 40));
      await locations.because('corrected');
      await expect(messageOf(page)).toContainText('An error occurred');
      await expect.poll(() => locations.pin(quarry)).toEqual(stood);
    });
    await expect(locations.row('Quarry')).toContainText('45.3000° N, 113.6000° W');
  });
});

test('a map of a system of which no receiver has a location', async ({ page, field, operator, step }) => {
  await planted(operator.database)
    .updateTable('receivers')
    .set({ latitude: null, longitude: null })
    .where('system_id', '=', field.mitasId)
    .execute();
  const map = await MapPage.open(page, field, `?receiver=${field.receivers['Marsh']}`);

  await step('without any location the page says what to do, and its receivers are in the list (MAP-3, MAP-7)', async () => {
    await expect(page.getByRole('heading', { name: 'No locations to display' })).toBeVisible();
    await expect(page.getByText('Assign some locations to your receivers to see a map!')).toBeVisible();
    await expect(map.info('Marsh')).toContainText('No location');
    await map.row('Hollow').click();
    await expect(map.info('Hollow')).toContainText('No location');
  });

  await step('a map without any location takes the first one as it is pasted', async () => {
    await map.visit(field);
    const locations = new Locations(map);
    await expect(page.getByRole('heading', { name: 'No locations to display' })).toBeVisible();
    await locations.open();
    const move = locations.drawer.getByRole('button', { name: 'Place Crest', exact: true });
    await move.press('Enter');
    const coordinates = locations.drawer.getByLabel('Coordinates');
    await expect(coordinates, 'where no map is drawn it is typed').toBeFocused();
    await page.keyboard.press('Escape');
    await expect(move).toBeFocused();
    await move.press('Enter');
    await coordinates.fill('-113.9876, 45.1234');
    await coordinates.press('Enter');
    await expect(locations.drawer.getByRole('alert')).toHaveText('Latitude comes first and is at most 90°. Swap the two');
    await coordinates.fill(`45° 7' 24.24" N, 113° 59' 15.36" W`);
    // By the button, which disappears with the form.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(messageOf(page)).toContainText('Location of Crest changed');
    await expect(locations.drawer.getByRole('button', { name: 'Move Crest', exact: true })).toBeFocused();
    await expect(map.drawing).toBeVisible();
    await expect(locations.row('Crest')).toContainText('45.1234° N, 113.9876° W');
  });
});

test('a Viewer is offered none of it, nor anybody in a system that has expired (SYS-15)', async ({ page, field, operator }) => {
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  const map = await MapPage.open(page, { ...field, person: viewer });
  await map.expectMap('svg');
  const locations = new Locations(map);
  await expect(locations.button).toHaveCount(0);
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/map`);
  await locations.open();
  const expiry = new Date(Date.now() - 86_400_000);
  await planted(operator.database).updateTable('systems').set({ expiry }).where('id', '=', field.mitasId).execute();
  await page.reload();
  await map.expectMap('svg');
  await expect(page.getByRole('status').filter({ hasText: expiredText })).toBeVisible();
  await expect(locations.button).toHaveCount(0);
});

test('the drawer and its dialog are accessible, in both schemes, on a desk and on a phone', async ({ page, field }) => {
  const map = await MapPage.open(page, field);
  const locations = new Locations(map);
  await page.setViewportSize(phone);
  await locations.open();
  await locations.expectMapBeside();
  await expectFineEverywhere(page);

  await page.setViewportSize(phone);
  await locations.expectMapBeside();
  await locations.pick('Hollow');
  await expect(locations.mark('Hollow')).toBeInViewport({ ratio: 1 });
  await locations.paste('north');
  await expect(locations.drawer.getByRole('alert'), 'seen without scrolling').toBeInViewport({ ratio: 1 });
  await expectFineEverywhere(page);
  await expect(locations.mark('Hollow')).toBeInViewport({ ratio: 1 });

  await page.setViewportSize(phone);
  await locations.paste('44.7, -113.5');
  await expect(locations.drawer).toContainText('Hollow was');
  await expectFineEverywhere(page);
  await locations.press('Cancel');
  await expect(locations.drawer).toContainText('choose a receiver here');

  await locations.press('Edit location of Hollow');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Latitude').fill('99');
  await expectFineEverywhere(page);
});
