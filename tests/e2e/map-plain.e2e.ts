import type { Locator, Page } from '@playwright/test';
import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { thorough } from '../support/thorough.ts';
import { expect, test } from './support/fixtures.ts';
import { Locations } from './support/locations.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import { expectTouchTargets } from './support/page-checks.ts';

const thoroughTest = thorough(test);

/** The default size of a page. */
const usual = { width: 1280, height: 720 };

/** MAP-6: a browser without WebGL. */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

test('without WebGL the map is drawn plainly and says so, with the same receivers', async ({ page, field, operator }) => {
  await placeReceivers(operator, field);
  await page.addInitScript(() => {
    const canvases = HTMLCanvasElement.prototype;
    canvases.getContext = new Proxy(Reflect.get(canvases, 'getContext') as typeof canvases.getContext, {
      apply(get, canvas, how: unknown[]) {
        const { dataset } = document.documentElement;
        if (how[0] === 'webgl2') dataset['asked'] = String(Number(dataset['asked'] ?? 0) + 1);
        return Reflect.apply(get, canvas, how);
      },
    });
  });
  const map = await MapPage.open(page, field);
  await map.expectMap('svg');
  await expect(page.getByText('This browser has no WebGL')).toBeVisible();
  const asked = async (): Promise<number> => Number(await page.locator('html').getAttribute('data-asked'));
  const first = await asked();
  const pins = map.drawing.locator('[data-look]');
  await expect(pins).toHaveCount(4);
  await expect(map.drawing.locator('[data-look=offline][data-pins="2"]'), 'two of one site are drawn as one').toHaveCount(1);
  await expect(map.drawing.getByText('North ridge')).toBeVisible();

  await map.drawing.locator('[data-pins="2"]').click();
  await expect(map.drawing.locator('[data-look=online]'), 'the map goes where they come apart').toBeVisible();
  await map.drawing.locator('[data-look=online]').click();
  await expect(map.info('Crest')).toContainText('Online');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(asked, 'the browser is asked once more').toBeGreaterThan(first);
  await expect(map.drawing).toHaveAttribute('data-drawing', 'svg');
});

test('a link, the keys and the pointer bring the map where it is to be', async ({ page, field, operator, step }) => {
  await placeReceivers(operator, field);
  await page.setViewportSize({ width: 390, height: 500 });
  const map = await MapPage.open(page, field, `?receiver=${field.receivers['Quarry']}`);
  await step('a link to a receiver shows it where it stands, and its row in the list (MAP-5, MAP-7)', async () => {
    await map.expectMap('svg', '200 m');
    await expect(map.info('Quarry')).toBeVisible();
    await expect.poll(() => map.isRowInSight('Quarry')).toBe(true);
    await expect.poll(() => map.pinsInSight()).toBe(1);
  });
  await step('whoever closes the window of a receiver by keyboard goes on in the list (MAP-7)', async () => {
    await page.setViewportSize(usual);
    await map.visit(field);
    for (const key of ['Enter', 'Escape']) {
      await map.row('Hollow').press('Enter');
      await map.info('Hollow').getByRole('button', { name: 'Close' }).press(key);
      await expect(map.info('Hollow')).toHaveCount(0);
      await expect(map.row('Hollow')).toBeFocused();
    }
  });
  await step('keys, wheel and pointer move it, and the address keeps where it is', async () => {
    await page.setViewportSize(usual);
    await map.visit(field, '?at=45.00000,-114.00000,9');
    const plane = page.getByRole('application', { name: 'Map' });
    await expect(plane).toBeVisible();
    await plane.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => map.search).toMatch(/^\?at=45\.00000,-113\.8\d+,9$/);
    await page.keyboard.press('+');
    await expect.poll(() => map.search).toMatch(/,9\.5$/);
    const box = (await plane.boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => map.search).toMatch(/,9\.1$/);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 200, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => map.search).toMatch(/^\?at=44\.99\d+,-113\.97\d+,9\.1$/);
    await page.goBack();
    await expect(page, 'where it was moved to is no step of its own').not.toHaveURL(/receivers\/map/);
  });
  await step('where no receiver is in sight the map says so, and one press brings them back (MAP-14, MAP-15)', async () => {
    await page.setViewportSize(usual);
    await map.visit(field);
    await map.expectMap('svg');
    const nobody = page.getByText('No receivers here').locator('..');
    await expect(nobody).toHaveCount(0);
    const said = await map.drawing.locator('..').getByRole('status').elementHandle({ timeout: 5_000 });
    expect(await said?.textContent(), 'it stands before it has anything to say').toBe('');
    const nearer = page.getByRole('button', { name: 'Zoom in' });
    await expect
      .poll(async () => {
        await nearer.click();
        return map.pinsInSight();
      })
      .toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(nobody).toBeVisible();
    await expectTouchTargets(page);
    await expectClear(nobody, page);
    await page.setViewportSize(usual);
    await expectClear(nobody, page);
    await expect.poll(() => said?.textContent()).toBe('No receivers here');
    await nobody.getByRole('button', { name: 'Show all' }).press('Enter');
    await expect.poll(() => map.pinsInSight()).toBe(5);
    await expect(nobody).toHaveCount(0);
    await expect.poll(() => said?.textContent()).toBe('');
    const plane = page.getByRole('application', { name: 'Map' });
    await expect(plane, 'it has the focus now (FORM-13)').toBeFocused();
    await expect(plane).toHaveAttribute('tabindex', '0');
    await expect.poll(() => map.search).toBe('');

    await page.setViewportSize({ width: 1024, height: 768 });
    await map.visit(field, `?at=44.95000,-113.85000,13&receiver=${field.receivers['Hollow']}`);
    await expect(map.info('Hollow')).toBeVisible();
    await expectClear(nobody, page, map.info('Hollow'));
  });
});

thoroughTest(
  'it comes nearer about the receiver that is chosen, by button and by key (MAP-14)',
  async ({ page, field, operator }) => {
    await placeReceivers(operator, field);
    const map = await MapPage.open(page, field, `?at=45.20000,-113.70000,10&receiver=${field.receivers['Quarry']}`);
    await expect(map.info('Quarry')).toBeVisible();
    const pin = map.drawing.locator('[data-look=disabled]');
    const before = await pin.boundingBox();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('application', { name: 'Map' }).press('+');
    await expect.poll(() => map.search).toMatch(/,11\.5&/);
    const after = await pin.boundingBox();
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 0);
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
  },
);

thoroughTest('a name stands only where its pin is in sight (LOOK-32)', async ({ page, field, operator }) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field);
  await map.expectMap('svg');
  const names = map.drawing.locator('svg').getByText(/^(North ridge|Hollow|Marsh|Quarry)$/);
  await expect(names).toHaveText(['North ridge', 'Hollow', 'Marsh', 'Quarry']);
  const box = (await map.drawing.boundingBox())!;
  const quarry = (await map.drawing.locator('[data-look=disabled]').boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.down();
  // The pin's centre is 10 pixels beyond the upper edge.
  await page.mouse.move(box.x + 200, box.y + 100 + box.y - quarry.y - quarry.height / 2 - 10, { steps: 4 });
  await expect(names).toHaveText(['North ridge', 'Hollow', 'Marsh']);
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.up();
  await expect(names).toHaveText(['North ridge', 'Hollow', 'Marsh', 'Quarry']);
});

thoroughTest(
  'once locations are edited no more the map is fitted as before, where nobody moved it (MAP-3, MAP-8)',
  async ({ page, field, operator }) => {
    await placeReceivers(operator, field);
    const map = await MapPage.open(page, field);
    await map.expectMap('svg');
    const locations = new Locations(map);
    await locations.open();
    await locations.pick('Quarry');
    await expect(locations.mark('Quarry')).toBeVisible();
    await locations.press('Cancel');
    await locations.drawer.getByRole('button', { name: 'Close locations' }).click();
    await expect(locations.drawer).toHaveCount(0);
    await page.setViewportSize({ width: 500, height: 500 });
    await expect.poll(() => map.pinsInSight()).toBe(5);
    await page.setViewportSize({ width: 360, height: 500 });
    await expect.poll(() => map.pinsInSight()).toBe(5);
    expect(map.search).toBe('');
  },
);

thoroughTest(
  'all receivers come into sight again in a smaller window, at once and by the button (MAP-3)',
  async ({ page, field, operator }) => {
    await placeReceivers(operator, field);
    const map = await MapPage.open(page, field);
    await map.expectMap('svg');
    await page.setViewportSize({ width: 500, height: 500 });
    await expect.poll(() => map.pinsInSight(), 'fitted again while nobody moved it').toBe(5);
    await page.getByRole('application', { name: 'Map' }).press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => map.pinsInSight()).toBeLessThan(5);
    await page.getByRole('button', { name: 'Show all receivers' }).click();
    await expect.poll(() => map.pinsInSight()).toBe(5);
    await expect.poll(() => map.search).toBe('');
  },
);

test('what is told of a receiver whose window is open', async ({ page, field, operator, step }) => {
  await placeReceivers(operator, field);
  await field.hear({ receiver: 'Hollow', code: 15 }, { receiver: 'Hollow', code: 16 });
  const map = await MapPage.open(page, field, `?at=45.00000,-113.80000,8&receiver=${field.receivers['Hollow']}`);
  await step(
    'what is being heard beats at its receiver and is told in the list; with less motion it is a count (MAP-1)',
    async () => {
      await expect(map.info('Hollow'), 'what was stored before it opened (MAP-16)').toContainText(
        /Contacts\s*2 contacts in 5 min/,
      );
      await expect(map.info('Hollow')).toContainText(/Last heard\s*(just now|\d+ s ago)/);
      await expect(map.pulses).toHaveCount(1);
      await field.hear(...[17, 18, 19].map((code) => ({ receiver: 'Hollow', code })));
      await expect(map.row('Hollow')).toContainText('5 contacts in 5 min');
      await expect(map.info('Hollow')).toContainText('5 contacts in 5 min');
      await expect(map.row('Crest')).not.toContainText('contact');
      await expect(map.pulses).toHaveCount(1);
      const animations = () => map.drawing.evaluate((drawing) => drawing.getAnimations({ subtree: true }).length);
      // Animations that move pins end by themselves; pulses do not.
      const beating = () =>
        map.drawing.evaluate((drawing) => {
          const all = drawing.getAnimations({ subtree: true });
          return all.filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).length;
        });
      const ofOne = await beating();
      await field.hear({ receiver: 'Crest' }, { receiver: 'Quarry' }, { receiver: 'Marsh' });
      await expect(map.row('Marsh')).toContainText('1 contact in 5 min');
      await expect(map.pulses, 'all beat alike').toHaveAttribute('data-pins', '3');
      expect(await beating(), 'hundreds of them would take all of a processor').toBe(ofOne);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      try {
        await expect(map.pulses.getByText('5', { exact: true })).toBeVisible();
        await expect.poll(animations, 'and nothing moves').toBe(0);
      } finally {
        await page.emulateMedia({ reducedMotion: null });
      }
    },
  );
  await step('accessible as it is drawn plainly, in both schemes, on a desk and on a phone', async () => {
    await map.visit(field, `?receiver=${field.receivers['Crest']}`);
    await map.expectFineEverywhere('Crest');
  });
});

test.describe('fingers', () => {
  test.use({ hasTouch: true });

  thoroughTest(
    'two of them, four times as far apart, bring the map two zooms nearer, and along',
    async ({ page, field, operator }) => {
      await placeReceivers(operator, field);
      const map = await MapPage.open(page, field, '?at=45.00000,-114.00000,8');
      const box = (await page.getByRole('application', { name: 'Map' }).boundingBox())!;
      const touch = await page.context().newCDPSession(page);
      const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart = 0, along = 0) => {
        const [x, y] = [box.x + box.width / 2 + along, box.y + box.height / 2];
        const touchPoints = type === 'touchEnd' ? [] : [-apart, apart].map((off, id) => ({ x: x + off, y, id }));
        await touch.send('Input.dispatchTouchEvent', { type, touchPoints });
      };
      await fingers('touchStart', 40);
      for (let apart = 50; apart <= 160; apart += 10) await fingers('touchMove', apart);
      await expect.poll(() => Number(map.search.split(',')[2])).toBeGreaterThan(9.9);
      const before = Number(map.search.split(',')[1]);
      for (let along = 10; along <= 100; along += 10) await fingers('touchMove', 160, along);
      await fingers('touchEnd');
      await expect
        .poll(() => Number(map.search.split(',')[1]), 'drawn to the right, it shows what is west')
        .toBeLessThan(before - 0.05);
    },
  );
});

/** Expects that the note covers no button or text of the map. */
async function expectClear(note: Locator, page: Page, ...more: Locator[]): Promise<void> {
  const buttons = ['Past', 'Locations', 'Zoom in', 'Show all receivers'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  const others = [...buttons, page.getByRole('img', { name: /^Scale/ }), page.getByText('Natural Earth'), ...more];
  // After a change of size the page redraws a moment later.
  await expect(async () => {
    const own = (await note.boundingBox())!;
    for (const other of others) {
      const box = (await other.boundingBox())!;
      const isApart =
        box.x >= own.x + own.width || own.x >= box.x + box.width || box.y >= own.y + own.height || own.y >= box.y + box.height;
      expect(isApart, JSON.stringify({ own, box })).toBe(true);
    }
  }).toPass({ timeout: 30_000 });
}
