import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';
import { placeReceivers } from './support/map-page.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { visitAnew } from './support/steps.ts';

/** NAV-21: the map on Home. */

const card = (page: Page) => page.getByRole('region', { name: 'Map', exact: true });
/** The card loads last. */
const expectPins = (page: Page) => expect(card(page).locator('[data-look]')).toHaveCount(4, { timeout: 90_000 });
const pin = (page: Page, look: string) => card(page).locator(`[data-look=${look}]`);
const row = (page: Page, alias: string) =>
  page
    .getByRole('region', { name: 'Receivers', exact: true })
    .getByRole('button', { name: new RegExp(`^${alias}`), pressed: true });

test('the map on Home, first without any location', async ({ page, field, operator, step }) => {
  await enter(page, field.person);
  await step('without any location it says what to do and leads to the map, which does not lead to itself', async () => {
    await expect(card(page).getByRole('heading', { name: 'No locations to display', level: 3 })).toBeVisible();
    await expect(card(page)).toContainText('Assign some locations to your receivers to see a map!');
    await card(page).getByRole('link', { name: 'Open the map' }).click();
    await expect(page).toHaveURL(/\/receivers\/map$/);
    await expect(page.getByRole('heading', { name: 'No locations to display' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the map' })).toHaveCount(0);
  });

  await placeReceivers(operator, field);

  await step('a pin that is chosen selects its receiver in the list, and the other way round', async () => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.goto(`/dashboard/${field.mitasId}/dashboard`);
    await expectPins(page);
    await pin(page, 'warning').click();
    await expect(row(page, 'Hollow')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`\\?receiver=${field.receivers['Hollow']}$`));
    await page.getByRole('button', { name: /^Marsh(?! enabled)/ }).click();
    await expect(pin(page, 'open').locator('circle'), 'its pin is ringed').toHaveCount(1);
    await expect(pin(page, 'warning').locator('circle')).toHaveCount(0);

    await card(page).locator('[data-pins="2"]').click();
    await expect(pin(page, 'online'), 'two that are drawn as one come apart').toBeVisible();
    await expect(row(page, 'Marsh'), 'which selects nobody else').toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?receiver=${field.receivers['Marsh']}$`));
    await card(page).getByRole('button', { name: 'Show all receivers' }).click();
    await expect(card(page).locator('[data-pins="2"]')).toBeVisible();
    expect(
      files.filter((path) => /webgl|maplibre/.test(path)),
      'the large libraries stay where they are',
    ).toEqual([]);
  });

  await step('the wheel scrolls the page over the map, and brings the map nearer with Ctrl', async () => {
    await visitAnew(page, field, 'dashboard');
    await expectPins(page);
    const scale = card(page).getByRole('img', { name: /^Scale/ });
    const before = await scale.textContent();
    await card(page).getByRole('application', { name: 'Map' }).hover();
    const top = async (): Promise<number> => (await card(page).boundingBox())?.y ?? 0;
    const was = await top();
    await page.mouse.wheel(0, 60);
    await expect.poll(top).toBeLessThan(was);
    await expect(scale).toHaveText(before ?? '');
    await page.keyboard.down('Control');
    // Two notches: after one, the bar may have half the length and show the same distance.
    for (let notch = 0; notch < 2; notch++) await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await expect(scale, 'half as far, twice').not.toHaveText(before ?? '');
  });

  await step('accessible, in both schemes, on a desk and on a phone', async () => {
    await visitAnew(page, field, 'dashboard');
    await expectPins(page);
    await expectFineEverywhere(page);
  });
});

test.describe('fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('one that goes up scrolls the page; two draw the map along, and the page stays', async ({ page, field, operator }) => {
    await placeReceivers(operator, field);
    await enter(page, field.person);
    await expectPins(page);
    await card(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const plane = card(page).getByRole('application', { name: 'Map' });
    const box = (await plane.boundingBox())!;
    const top = async (): Promise<number> => Math.round((await plane.boundingBox())!.y);
    const pinTop = async (): Promise<number> => Math.round((await pin(page, 'warning').boundingBox())!.y) - (await top());
    const [was, stood] = [await top(), await pinTop()];
    const screen = await page.context().newCDPSession(page);
    const draw = async (...across: number[]): Promise<void> => {
      const fingers = (up: number) => across.map((x, id) => ({ x: box.x + box.width * x, y: box.y + box.height * 0.7 - up, id }));
      await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(0) });
      for (let up = 10; up <= 80; up += 10)
        await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(up) });
      await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    // This browser itself keeps a page still under two fingers; others do so when the page asks them to.
    await card(page).evaluate((element) => {
      const note = (event: Event): void => {
        element.dataset[`fingers${(event as TouchEvent).touches.length}`] = String(event.defaultPrevented);
      };
      for (const type of ['touchstart', 'touchmove']) element.addEventListener(type, note);
    });
    await draw(0.3, 0.7);
    await expect(card(page), 'two fingers are asked for').toHaveAttribute('data-fingers2', 'true');
    await expect.poll(pinTop, 'the map went along').toBeLessThan(stood - 50);
    expect(await top(), 'and the page did not').toBe(was);
    await draw(0.5);
    await expect.poll(top).toBeLessThan(was - 30);
    await expect(card(page), 'one is left to the page').toHaveAttribute('data-fingers1', 'false');
  });
});

test('nothing of the map is fetched before Home is drawn; then a spinner stands until it is there', async ({
  page,
  field,
  operator,
}) => {
  await placeReceivers(operator, field);
  await enter(page, field.person);
  let drawn: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (drawn = resolve));
  let wasDrawn: boolean | undefined;
  await page.route(/\/assets\/home-map-.*\.js$/, async (route) => {
    wasDrawn = await page.getByRole('region', { name: 'Status' }).isVisible();
    await held;
    await route.continue();
  });
  await page.reload();
  const spinner = page.getByRole('progressbar', { name: 'Loading the map' });
  await expect(spinner).toBeVisible();
  const ring = () => spinner.evaluate((box) => getComputedStyle(box, '::after').borderTopWidth);
  await expect.poll(ring, 'it is seen').toBe('4px');
  await expect.poll(() => wasDrawn).toBe(true);
  drawn?.();
  await expectPins(page);
});

test.describe('parts that do not come', () => {
  test.use({ expectErrors: ['net::ERR_CONNECTION_REFUSED', 'Failed to fetch dynamically imported module'] });

  test('parts of the map on Home that do not come leave the others', async ({ page, field, operator, step }) => {
    await placeReceivers(operator, field);
    await page.route('**/50m-*.json', (route) => route.abort('connectionrefused'));
    await enter(page, field.person);
    await step('without the land the pins stand, and Retry brings it', async () => {
      const note = card(page).getByText('Could not load land and countries');
      await expect(note).toBeVisible();
      await expectPins(page);
      await page.unrouteAll();
      await card(page).getByRole('button', { name: 'Retry' }).click();
      await expect(note).toHaveCount(0);
    });

    await step('a map that cannot be fetched leaves all else of Home as it is', async () => {
      await page.unrouteAll();
      await page.route(/\/assets\/home-map-.*\.js$/, (route) => route.abort('connectionrefused'));
      await page.goto(`/dashboard/${field.mitasId}/dashboard`);
      await expect(page.getByRole('alert')).toContainText('An error occurred loading an app component');
      await expect(page.getByRole('button', { name: /^Crest/ }).first()).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expectPins(page);
    });
  });
});
