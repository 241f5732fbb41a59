import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { smallArchive } from '../support/small-archive.ts';
import { smallTile } from '../support/small-tile.ts';
import { thorough } from '../support/thorough.ts';
import { type Field, makeField } from './support/field.ts';
import { expect, test as plain, watchForProblems } from './support/fixtures.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import { openOperator } from './support/operator.ts';
import { OwnProduct } from './support/own-product.ts';
import { kindColours, StyleServer } from './support/style-server.ts';

/** Inland, where the map shows land even without an archive. */
const [longitude, latitude] = [-113, 45.3];
const inland = `?at=${latitude.toFixed(5)},${longitude.toFixed(5)},9`;
const styled = '#7a4bd0';

/** Each product ends even when a test fails: a remaining host would slow all later tests. */
const test = plain.extend<{
  product: OwnProduct;
  /** A person of that product. */
  owner: Field;
  archive: string;
  server: StyleServer;
  everyKind: StyleServer;
}>({
  product: async ({}, use) => {
    const product = await OwnProduct.start({ SIMULATOR: 'off' });
    await use(product);
    await product.discard();
  },
  owner: async ({ product }, use) => {
    const operator = await openOperator(product.dataDir);
    const field = await makeField(operator, product.place.url);
    await placeReceivers(operator, field);
    await operator.close();
    await use(field);
  },
  archive: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'map-archive-'));
    const file = join(folder, 'region.pmtiles');
    await writeFile(file, smallArchive(smallTile('water')));
    await use(file);
    await rm(folder, { recursive: true });
  },
  server: async ({}, use) => {
    const server = await StyleServer.start(styled);
    await use(server);
    await server.stop();
  },
  everyKind: async ({}, use) => {
    const server = await StyleServer.startOfEveryKind([longitude, latitude]);
    await use(server);
    await server.stop();
  },
});

test.setTimeout(840_000);
// Without a graphics card, beside other pages, drawing a map takes up to a minute.
const slowly = { timeout: 90_000 };
const [land, water] = ['#1c2320', '#0c1418'];
const landFile = '**/50m-*.json';

const shows = (map: MapPage, colour: string, isIt = true) => expect.poll(() => map.showsInTheMiddle(colour), slowly).toBe(isIt);

/** The browser reports the line that is cut when the host is killed. */
const others = (problems: readonly string[]) => problems.filter((text) => !text.startsWith('WebSocket connection'));

test('an archive and a style that are set later lie under the pins, and what does not come is said (LAY-7, LAY-8, LAY-10)', async ({
  browser,
  product,
  owner,
  archive,
  server,
}) => {
  const context = await browser.newContext({ baseURL: product.place.url });
  const problems = await watchForProblems(context);
  const map = await MapPage.open(await context.newPage(), owner, inland);
  const { page } = map;
  const restart = async (env: Record<string, string>): Promise<void> => {
    await product.kill();
    await product.startAgain(env);
    await page.reload();
    await map.expectMap('webgl');
  };
  const lost = page.getByText("Could not load this console's base map");

  await test.step('nothing is set: land', async () => {
    await map.expectMap('webgl');
    await shows(map, land);
    await expect(page.getByText('Natural Earth')).not.toContainText('OpenStreetMap');
  });
  await test.step('an archive, in a browser that had the map before', async () => {
    await restart({ MAP_PMTILES: archive });
    await shows(map, water);
    await expect(page.getByText('Protomaps © OpenStreetMap, Natural Earth')).toBeVisible();
  });
  await test.step('a style, which stands in its place', async () => {
    await restart({ MAP_STYLE_URL: server.url });
    await shows(map, styled);
    await expect(page.getByText('Weir Maps, Natural Earth')).toBeVisible();
  });
  expect(others(problems), 'nothing was refused by the policy').toEqual([]);
  await test.step('its server goes away: the archive, and a word', async () => {
    await server.stop();
    await page.reload();
    await map.expectMap('webgl');
    await expect(lost).toBeVisible();
    await shows(map, water);
  });
  await test.step('it comes back, which Retry finds', async () => {
    await server.startAgain();
    await page.getByRole('button', { name: 'Retry' }).click();
    await shows(map, styled);
    await expect(lost).toHaveCount(0);
    await expect(page.getByText('Weir Maps, Natural Earth')).toBeVisible();
  });
  await context.close();
});

test.describe('all kinds of parts of a style', () => {
  let context: BrowserContext;
  test.afterEach(() => context.close());

  thorough(test)(
    'are drawn, by themselves where the land does not come (LAY-8, LAY-10)',
    async ({ browser, product, owner, everyKind }) => {
      await product.kill();
      await product.startAgain({ MAP_STYLE_URL: everyKind.url });
      // The test decides whether the host serves the archive's files.
      context = await browser.newContext({ baseURL: product.place.url });
      const problems = await watchForProblems(context);
      const map = await MapPage.open(await context.newPage(), owner, inland);
      const { page } = map;
      await map.expectMap('webgl');
      await shows(map, kindColours.raster);
      await shows(map, kindColours.picture);
      await shows(map, kindColours.letter);
      await shows(map, kindColours.packed, false);
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await shows(map, kindColours.packed);
      await shows(map, kindColours.picture);
      await shows(map, kindColours.letter);
      await expect(page.getByText('Weir Photos, Natural Earth')).toBeVisible();
      expect(others(problems), 'nothing was refused by the policy').toEqual([]);

      await page.route(landFile, (route) => route.abort('connectionrefused'));
      await page.reload();
      await map.expectMap('webgl', '10 km', '5 km');
      await shows(map, kindColours.packed);
      await shows(map, kindColours.letter);
      await expect(page.getByText('could not be loaded'), 'nothing is missing that would be seen').toHaveCount(0);

      await page.route(everyKind.url, (route) => route.abort('connectionrefused'));
      await page.reload();
      await expect(page.getByText('Could not load the base map, or land and countries')).toBeVisible(slowly);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry' }).click();
      await shows(map, kindColours.packed);
      await expect(page.getByText('could be loaded')).toHaveCount(0);
    },
  );
});
