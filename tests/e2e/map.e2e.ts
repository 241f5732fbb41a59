import { planted } from '../support/planted.ts';
import { expect, test } from './support/fixtures.ts';
import { Locations } from './support/locations.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import { messageOf } from './support/message.ts';

/** The map as most browsers draw it: by WebGL, here in software, which is slow. */
test.use({ actionTimeout: 45_000 });

test('receivers stand on the map, one is chosen from the list, and the link shows a colleague the same (MAP-1, MAP-3, MAP-5, MAP-7)', async ({
  page,
  field,
  operator,
}) => {
  await placeReceivers(operator, field);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const map = await MapPage.open(page, field);
  await map.expectMap('webgl');
  await map.row('Hollow').click();
  await expect(map.info('Hollow')).toContainText('Low memory, Low voltage');
  await expect(map.info('Hollow')).toContainText('44.6000° N, 113.4000° W');
  await expect(map.scale('200 m')).toBeVisible();
  expect(map.search).toBe(`?at=44.60000,-113.40000,14&receiver=${field.receivers['Hollow']}`);
  // The pin itself is in the colour of its state.
  const warning = await map.colour('--console-warning');
  await expect.poll(() => map.showsInTheMiddle(warning), { timeout: 90_000 }).toBe(true);

  await page.reload();
  await map.expectMap('webgl', '200 m');
  await expect(map.info('Hollow')).toBeVisible();
  await expect(map.scale('200 m')).toBeVisible();
  await map.info('Hollow').getByRole('button', { name: 'Close' }).click();
  await expect(map.info('Hollow')).toHaveCount(0);
  const box = (await map.drawing.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(map.info('Hollow'), 'the pin opens what it stands for').toBeVisible();
  await map.info('Hollow').getByRole('link', { name: 'Open Hollow' }).click();
  await expect(page).toHaveURL(new RegExp(`/receivers\\?receiver=${field.receivers['Hollow']}$`));
  expect([...hosts], 'nothing is asked of anybody else (MAP-4)').toEqual([new URL(page.url()).host]);
});

test('the map that WebGL draws, by Tab and by keys, in other sizes, and in the hand that draws it along', async ({
  page,
  field,
  operator,
  step,
}) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field);

  await step('by Tab it shows that it has the focus, drawn by WebGL, too (LOOK-22)', async () => {
    await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
    await page.getByRole('button', { name: 'Zoom in' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('region', { name: 'Drawn map' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Drawn map' })).toHaveCSS('outline', /\b2px$/);
  });

  await step('what brings all receivers back hands the focus on to the map (MAP-15)', async () => {
    await map.visit(field, '?at=44.75000,-113.00000,11');
    await map.expectMap('webgl', '2 km', '1 km');
    await page.getByRole('button', { name: 'Show all', exact: true }).press('Enter');
    await map.expectMap('webgl');
    const plane = map.drawing.locator('canvas[tabindex]');
    await expect(plane).toBeFocused();
    await expect(plane).toHaveAttribute('tabindex', '0');
  });

  await step('keys bring it nearer about the receiver that is chosen (MAP-14)', async () => {
    const at = { latitude: 45.2, longitude: -113.7 };
    await map.visit(field, `?at=45.20000,-113.70000,10&receiver=${field.receivers['Quarry']}`);
    await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
    // Read before the key press: a busy page may move the map and write the address before the key is up.
    const before = map.search;
    await map.drawing.locator('canvas').first().press('+');
    const search = await map.restingSearch(before);
    const [latitude, longitude, zoom] = (new URLSearchParams(search).get('at') ?? '').split(',').map(Number);
    expect(zoom).toBe(11);
    // The place halfway to that receiver, as one zoom level halves the distance.
    expect(latitude).toBeCloseTo((at.latitude + 45.3) / 2, 2);
    expect(longitude).toBeCloseTo((at.longitude - 113.6) / 2, 2);
  });

  await step('in another size all receivers are in sight again, in the middle (MAP-3)', async () => {
    await map.visit(field);
    await map.expectMap('webgl');
    const usual = page.viewportSize()!;
    try {
      for (const size of [
        { width: 1_440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        let nudge = 0;
        // No waiting here: while the map changes its size, only the next pointer move is reported.
        const middle = async (): Promise<string> => {
          const box = (await map.drawing.boundingBox())!;
          nudge = 1 - nudge;
          await page.mouse.move(box.x + box.width / 2 + nudge, box.y + box.height / 2);
          return (await page.locator('p', { hasText: /° [NS], / }).allTextContents()).join();
        };
        await expect.poll(middle, { timeout: 90_000 }).toMatch(/^44\.9[45].*113\.8[45]/);
      }
    } finally {
      await page.setViewportSize(usual);
    }
  });

  await step(
    'drawn by a processor, it is coarser in the hand that draws it along, and sharp when it rests (MAP-12)',
    async () => {
      await map.visit(field, '?at=44.60000,-113.40000,12');
      await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
      const warning = await map.colour('--console-warning');
      const canvas = map.drawing.locator('canvas');
      const fineness = () => canvas.evaluate(({ width, clientWidth }: HTMLCanvasElement) => width / clientWidth);
      await expect.poll(() => map.showsInTheMiddle(warning), { timeout: 90_000 }).toBe(true);
      expect(await fineness()).toBe(1);

      const box = (await map.drawing.boundingBox())!;
      const at = { x: box.x + 200, y: box.y + 200 };
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + 120, at.y + 60, { steps: 6 });
      await expect.poll(fineness).toBeCloseTo(0.5, 2);
      await expect.poll(() => map.showsInTheMiddle(warning), { message: 'it is still in the hand', timeout: 90_000 }).toBe(false);
      await page.mouse.move(at.x, at.y, { steps: 6 });
      await expect
        .poll(() => map.showsInTheMiddle(warning), { message: 'pins lie where they stand', timeout: 90_000 })
        .toBe(true);
      expect(await fineness(), 'and it is so for as long as the hand has it').toBeCloseTo(0.5, 2);
      await page.mouse.up();
      await expect.poll(fineness, 'it rests').toBe(1);
      await expect.poll(() => map.showsInTheMiddle(warning), { timeout: 90_000 }).toBe(true);
    },
  );

  await step('a pin is drawn along as on the plain map (MAP-8)', async () => {
    await map.visit(field, '?at=44.60000,-113.40000,12');
    const locations = new Locations(map);
    await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
    await locations.open();
    const warning = await map.colour('--console-warning');
    await expect.poll(() => map.showsInTheMiddle(warning), { timeout: 90_000 }).toBe(true);
    const box = (await map.drawing.boundingBox())!;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await locations.draw(middle, { x: middle.x - 128, y: middle.y });
    await locations.because('corrected');
    await expect(messageOf(page)).toContainText('Location of Hollow changed');
    await expect(locations.row('Hollow'), 'an eighth of a degree of 1,024 pixels to the west').toContainText(
      '44.6000° N, 113.42',
    );
    await expect.poll(() => map.showsInTheMiddle(warning), { timeout: 90_000 }).toBe(false);
    expect(map.search, 'the map has not moved').toMatch(/^\?at=44\.60000,-113\.40000,12/);
  });
});

test('the plain map stands, and is moved, until WebGL has drawn; then nothing moves (MAP-10)', async ({
  page,
  field,
  operator,
}) => {
  await placeReceivers(operator, field);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/webgl-map-.*\.js$/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  const map = await MapPage.open(page, field);
  await map.expectMap('svg');
  await asked.promise;
  await expect(map.drawing.locator('[data-look=warning]')).toHaveCount(1);
  await expect(page.getByText('The map is drawn without it'), 'it is only until the other comes').toHaveCount(0);
  await map.row('Hollow').click();
  await expect(map.scale('200 m')).toBeVisible();
  const { search } = map;

  held.resolve();
  await map.expectMap('webgl', '200 m');
  const warning = await map.colour('--console-warning');
  expect(await map.showsInTheMiddle(warning), 'what it took the place of is on it').toBe(true);
  expect(map.search).toBe(search);
  const nearer = page.getByRole('button', { name: 'Zoom in' });
  await nearer.evaluate((button: HTMLButtonElement) => [1, 2, 3].forEach(() => button.click()));
  await expect(map.scale('50 m'), 'and it goes on from there').toBeVisible();
});

test('the map that WebGL draws stays where it was brought, and looks as it should', async ({ page, field, operator, step }) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field);

  await step('drawn along, the map stays there when it is loaded again', async () => {
    await map.expectMap('webgl');
    const box = (await map.drawing.boundingBox())!;
    const at = { x: box.x + 300, y: box.y + 300 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -200);
    const wheeled = await map.restingSearch('');
    await page.mouse.down();
    await page.mouse.move(at.x + 200, at.y, { steps: 5 });
    await page.mouse.up();
    await map.restingSearch(wheeled);
    // The middle of the map is the place in the address. No waiting here: while the map has just appeared,
    // only the next pointer move is reported.
    const middle = async (): Promise<string> => {
      await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      return (await page.locator('p', { hasText: /° [NS], / }).allTextContents()).join();
    };
    await expect.poll(middle).not.toBe('');
    const [drawn, stood] = [map.search, await middle()];
    await page.reload();
    await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
    await expect.poll(middle).toBe(stood);
    expect(map.search).toBe(drawn);
    await page.getByRole('button', { name: 'Show all receivers' }).click();
    await expect.poll(() => map.search).toBe('');

    // Each press counts from the map's target, not from where it is on the way.
    const nearer = page.getByRole('button', { name: 'Zoom in' });
    await map.row('Hollow').click();
    await nearer.evaluate((button: HTMLButtonElement) => [1, 2, 3].forEach(() => button.click()));
    await expect.poll(() => map.search).toMatch(/^\?at=44\.60000,-113\.40000,17&/);
    await expect(map.scale('50 m'), 'and goes there').toBeVisible();
  });

  await step('names end in their halo: nothing around them is darker than the land (MAP-13)', async () => {
    // Away from the lines of the grid, which are darker than the land.
    const beside = { latitude: 44.6012, longitude: -113.4023 };
    const id = field.receivers['Hollow'] ?? 0;
    await planted(operator.database).updateTable('receivers').set(beside).where('id', '=', id).execute();
    await map.visit(field, '?at=44.60120,-113.40230,15');
    await map.turn('light', operator, field);
    await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
    const land = '#f8f7f3';
    await expect.poll(async () => (await map.edgesOfName(land)).lighter, { timeout: 90_000 }).toBeGreaterThan(8);
    expect((await map.edgesOfName(land)).darker).toBe(0);
  });

  await step('accessible as it is drawn by WebGL, in both schemes, on a desk and on a phone', async () => {
    await map.visit(field, `?receiver=${field.receivers['Crest']}`);
    await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl', { timeout: 90_000 });
    await map.expectFineEverywhere('Crest');
  });
});

test('taken away or refused by the browser, WebGL gives way to the plain map, and comes back when it is tried again (MAP-6)', async ({
  page,
  field,
  operator,
}) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field);
  await map.expectMap('webgl');
  await map.drawing.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await map.expectMap('svg');
  await expect(page.getByText('The browser stopped WebGL')).toBeVisible();
  await expect(map.drawing.locator('[data-look]').first()).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await map.expectMap('webgl');

  // The browser offers a context for detection but none for drawing: too many are open, or the attributes
  // differ.
  await page.addInitScript(() => {
    const canvases = HTMLCanvasElement.prototype;
    canvases.getContext = new Proxy(Reflect.get(canvases, 'getContext') as typeof canvases.getContext, {
      apply: (get, canvas, how: unknown[]) =>
        how[0] === 'webgl2' && how[1] !== undefined ? null : Reflect.apply(get, canvas, how),
    });
  });
  await page.reload();
  await map.expectMap('svg');
  await expect(page.getByText('The browser stopped WebGL')).toBeVisible();
});
