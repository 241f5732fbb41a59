import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { thorough } from '../support/thorough.ts';
import { Colleague } from './support/colleague.ts';
import { expect, test, ownContext } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { Locations, standingAt } from './support/locations.ts';
import { MapPage, placeReceivers, unplaceReceivers } from './support/map-page.ts';
import { messageOf } from './support/message.ts';
import { stopTime } from './support/stop-time.ts';

const thoroughTest = thorough(test);

/** MAP-8, MAP-9: gestures of fingers and pointers while locations are edited, and interruptions. */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

test.beforeEach(({ field, operator }) => placeReceivers(operator, field));

/** Quarry is the only pin with this look. */
const quarry = 'disabled';
const by = (point: { x: number; y: number }, x: number, y: number) => ({ x: point.x + x, y: point.y + y });

test('what a pointer means while locations are edited, and what comes between the edits', async ({
  page,
  context,
  field,
  operator,
  step,
}) => {
  // Each step that places a receiver uses another one.
  await unplaceReceivers(operator, field, 'Gully', 'Hollow', 'Marsh');
  const map = await MapPage.open(page, field, '?at=45.30000,-113.60000,9');
  const locations = new Locations(map);

  await step('a hand that trembles on the mark has not moved it; drawn, it goes as far as the pointer', async () => {
    await locations.open();
    await locations.pick('Quarry');
    const box = (await locations.mark('Quarry').boundingBox())!;
    const at = { x: box.x + box.width / 2 + 16, y: box.y + box.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 1, at.y);
    await page.mouse.up();
    await expect(locations.mark('Quarry')).toBeVisible();
    await expect(locations.drawer).not.toContainText('Quarry was');
    await locations.draw(at, by(at, 0, 60));
    await expect(locations.drawer).toContainText('Quarry was');
    await expect(locations.drawer, 'by the mark, wherever it is held').toContainText(/New.*° N, 113\.6000° W/);
  });

  await step('of a first place it is said how exact it is before it is set', async () => {
    await map.visit(field);
    await standingAt(context, { latitude: 45.2, longitude: -113.7, accuracy: 25_000 }, async () => {
      await locations.open();
      await locations.pick('Gully');
      await locations.press('Use my location');
      await expect(locations.drawer).toContainText('45.2000° N, 113.7000° W, accurate to 25000 m');
      await expect(locations.drawer, 'nothing is set yet').toContainText('No location');
      await locations.press('Set here');
      await expect(messageOf(page)).toContainText('Location of Gully changed');
      await expect(locations.row('Gully')).toContainText('45.2000° N, 113.7000° W');
    });
  });

  await step('two places of one receiver are asked for one after the other, also where the drawer was closed', async () => {
    await map.visit(field);
    const path = `/receivers/${field.receivers['Hollow']}/location`;
    const calls = await HeldCalls.at(page, path);
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith(path) ? 1 : 0));
    try {
      await locations.open();
      await locations.pick('Hollow');
      await locations.paste('45.1, -113.1');
      await expect(locations.drawer).toContainText('Waiting for the host');
      await locations.press('Close locations');
      await locations.open();
      await expect(locations.drawer).toContainText('Waiting for the host');
      await expect(locations.drawer.getByRole('button', { name: 'Place Hollow' })).toBeDisabled();
      await locations.press('Close locations');
      await calls.letGo();
      await expect(messageOf(page)).toContainText('Location of Hollow changed');
      await expect(locations.drawer, 'an answer opens no drawer').toHaveCount(0);

      await locations.open();
      await locations.pick('Hollow');
      const box = (await map.drawing.boundingBox())!;
      await page.mouse.click(box.x + 120, box.y + 120);
      await locations.because('moved');
      await locations.pick('Hollow');
      await locations.paste('45.2, -113.2');
      await locations.because('corrected');
      await expect(locations.drawer).toContainText('Waiting for the host');
      expect(asked, 'what is pasted waits for what was pressed').toBe(2);
      await calls.letGo();
      await calls.letGo();
      await expect(locations.row('Hollow')).toContainText('45.2000° N, 113.2000° W');
    } finally {
      await page.unroute(`**${path}`);
    }
  });

  await step('of a place that a colleague set meanwhile it is asked as of any other', async () => {
    const colleague = await Colleague.open(await operator.addPerson({ [field.mitasId]: 'researcher' }), field.mitasId);
    await map.visit(field);
    await locations.open();
    await locations.pick('Marsh');
    const theirs = { newLat: 45.111, newLon: -113.777, as: 'moved' };
    await colleague.call('PATCH', `/receivers/${field.receivers['Marsh']}/location`, theirs);
    await expect(locations.drawer).toContainText('45.1110° N');
    const box = (await map.drawing.boundingBox())!;
    await page.mouse.click(box.x + 120, box.y + 120);
    await expect(locations.drawer).toContainText('Marsh was');
    await locations.because('moved');
    await expect(messageOf(page)).toContainText('Location of Marsh changed');
    const places = await operator.database.db
      .selectFrom('receiver_locations')
      .select('latitude')
      .where('rx_id', '=', field.receivers['Marsh'] ?? 0)
      .execute();
    expect(
      places.map(({ latitude }) => latitude),
      'theirs is kept',
    ).toContain(45.111);
  });

  await step('an edit under way ends with the right to edit, and the map opens receivers as before', async () => {
    await map.visit(field);
    await locations.open();
    await locations.pick('Quarry');
    await expect(locations.mark('Quarry')).toBeVisible();
    await operator.admin(['systems', 'set', field.mitasId, '--expires', '2020-01-01']);
    await expect(locations.drawer).toHaveCount(0);
    await expect(locations.button).toHaveCount(0);
    const pin = await locations.pin(quarry);
    await page.mouse.click(pin.x, pin.y);
    await expect(map.info('Quarry')).toBeVisible();
  });
});

thoroughTest('a map that is drawn out and back was not pressed', async ({ page, field, operator }) => {
  await unplaceReceivers(operator, field, 'Marsh');
  const map = await MapPage.open(page, field, '?at=45.00000,-113.80000,8');
  const locations = new Locations(map);
  await locations.open();
  await locations.pick('Marsh');
  await expect(locations.mark('Marsh')).toBeVisible();
  const box = (await map.drawing.boundingBox())!;
  const at = { x: box.x + 100, y: box.y + 100 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 150, at.y, { steps: 5 });
  await page.mouse.move(at.x + 1, at.y, { steps: 5 });
  await page.mouse.up();
  await expect(locations.drawer).toContainText('Location of Marsh');
  await page.mouse.click(at.x, at.y);
  await expect(messageOf(page), 'and one that was pressed is').toContainText('Location of Marsh changed');
});

thoroughTest('while a pin near the edge is drawn along the map stays where it is', async ({ page, field }) => {
  const map = await MapPage.open(page, field, '?at=45.30000,-113.60000,9');
  const locations = new Locations(map);
  await locations.open();
  const [box, pin] = [(await map.drawing.boundingBox())!, await locations.pin(quarry)];
  const ground = by(pin, 0, -100);
  await locations.draw(ground, by(ground, box.x + 15 - pin.x, 0));
  await expect.poll(async () => Math.round((await locations.pin(quarry)).x - box.x)).toBe(15);
  const there = await locations.pin(quarry);
  await locations.draw(there, by(there, 0, 60));
  await expect(locations.drawer).toContainText('Quarry was');
  await expect(locations.drawer).toContainText(/New.*° N, 113\.6000° W/);
});

thoroughTest(
  'a finger that rests on a pin takes it along; one that moves at once does not',
  { tag: ownContext },
  async ({ page, field }) => {
    await page.clock.install();
    const map = await MapPage.open(page, field);
    const locations = new Locations(map);
    await locations.open();
    let stood = await locations.pin(quarry);
    await stopTime(page);
    const screen = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', stood);
    await touch('touchMove', by(stood, 40, 40));
    await touch('touchEnd');
    await expect(locations.drawer).toContainText('choose a receiver here');
    await expect
      .poll(async () => Math.round((await locations.pin(quarry)).x - stood.x), 'the map is drawn along')
      .toBeGreaterThan(20);
    stood = await locations.pin(quarry);

    await touch('touchStart', stood);
    await page.clock.fastForward(400);
    await page.clock.resume();
    await expect(locations.drawer).toContainText('Location of Quarry');
    await touch('touchMove', by(stood, -50, 30));
    await touch('touchMove', by(stood, -100, 60));
    await touch('touchEnd');
    await locations.because('moved');
    await expect.poll(async () => Math.round((await locations.pin(quarry)).x - stood.x)).toBe(-100);
  },
);

thoroughTest('two fingers of which one lies on a pin zoom the map, and draw no pin along', async ({ page, field }) => {
  const map = await MapPage.open(page, field, '?at=45.30000,-113.60000,9');
  const locations = new Locations(map);
  await locations.open();
  const pin = await locations.pin(quarry);
  const screen = await page.context().newCDPSession(page);
  const fingers = (type: 'touchStart' | 'touchMove', apart: number) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [
        { ...by(pin, -apart, 0), id: 0 },
        { ...by(pin, 40 + apart, 0), id: 1 },
      ],
    });
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ ...pin, id: 0 }] });
  await fingers('touchStart', 0);
  for (let apart = 10; apart <= 100; apart += 10) await fingers('touchMove', apart);
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => Number(map.search.split(',')[2])).toBeGreaterThan(9.5);
  await expect(locations.drawer).toContainText('choose a receiver here');
});

thoroughTest(
  'what is pasted out of sight comes into sight, also a first place, and a map that was moved says so',
  async ({ page, field, operator }) => {
    await unplaceReceivers(operator, field, 'Marsh');
    const map = await MapPage.open(page, field, '?at=45.30000,-113.60000,12');
    const locations = new Locations(map);
    await locations.open();
    await locations.pick('Marsh');
    await locations.paste('44.1, -112.2');
    await expect(messageOf(page)).toContainText('Location of Marsh changed');
    await expect.poll(() => map.pinsInSight()).toBe(1);
    await expect.poll(() => map.search).toBe('?at=44.10000,-112.20000,12');
    await locations.pick('Quarry');
    await expect.poll(() => map.search).toBe('?at=45.30000,-113.60000,12');
    await locations.paste('44.1, -112.2');
    await expect(locations.drawer).toContainText('Quarry was');
    await expect.poll(() => map.search).toBe('?at=44.10000,-112.20000,12');
  },
);

test.describe('refused meanwhile', () => {
  test.use({ expectErrors: ['status of 409'] });

  test('what the host is still asked for when the right ends is said, and the drawer does not come back', async ({
    page,
    field,
    operator,
  }) => {
    await unplaceReceivers(operator, field, 'Marsh');
    const map = await MapPage.open(page, field);
    const locations = new Locations(map);
    const calls = await HeldCalls.at(page, `/receivers/${field.receivers['Marsh']}/location`);
    await locations.open();
    await locations.pick('Marsh');
    await locations.paste('45.1, -113.1');
    await expect(locations.drawer).toContainText('Waiting for the host');
    await operator.admin(['systems', 'set', field.mitasId, '--expires', '2020-01-01']);
    await expect(locations.drawer).toHaveCount(0);
    await calls.letGo();
    await expect(messageOf(page)).toContainText('This system has expired');
    await operator.admin(['systems', 'set', field.mitasId, '--expires', 'never']);
    await expect(locations.button).toBeVisible();
    await expect(locations.drawer).toHaveCount(0);
  });
});
