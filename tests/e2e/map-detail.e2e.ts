import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallArchive } from '../support/small-archive.ts';
import { smallTile } from '../support/small-tile.ts';
import { makeField } from './support/field.ts';
import { expect, test as plain, watchForProblems } from './support/fixtures.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import { openOperator } from './support/operator.ts';
import { OwnProduct } from './support/own-product.ts';
import { StyleServer } from './support/style-server.ts';

/** Each is ended however the test goes: a host that is left runs on beside all that follow. */
const test = plain.extend<{ product: OwnProduct; archive: string; server: StyleServer }>({
  product: async ({}, use) => {
    const product = await OwnProduct.start({ SIMULATOR: 'off' });
    await use(product);
    await product.discard();
  },
  archive: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'map-archive-'));
    const file = join(folder, 'region.pmtiles');
    await writeFile(file, smallArchive(smallTile('water')));
    await use(file);
    await rm(folder, { recursive: true });
  },
  server: async ({}, use) => {
    const server = await StyleServer.start('#7a4bd0');
    await use(server);
    await server.stop();
  },
});

test.setTimeout(420_000);
const slowly = { timeout: 45_000 };
/** Inland, where without an archive there is land. */
const inland = '?at=45.30000,-113.00000,9';
const [land, water] = ['#1c2320', '#0c1418'];

test('an archive and a style that are set later lie under the pins, and what does not come is said (LAY-7, LAY-8, LAY-10)', async ({
  browser,
  product,
  archive,
  server,
}) => {
  const operator = await openOperator(product.dataDir);
  const context = await browser.newContext({ baseURL: product.place.url });
  const problems = await watchForProblems(context);
  const field = await makeField(operator, product.place.url);
  await placeReceivers(operator, field);
  await operator.close();
  const map = await MapPage.open(await context.newPage(), field, inland);
  const { page } = map;
  const shows = (colour: string) => expect.poll(() => map.showsInTheMiddle(colour), slowly).toBe(true);
  const restart = async (env: Record<string, string>): Promise<void> => {
    await product.kill();
    await product.startAgain(env);
    await page.reload();
    await map.expectMap('webgl');
  };

  await test.step('nothing is set: land', async () => {
    await map.expectMap('webgl');
    await shows(land);
    await expect(page.getByText('Natural Earth')).not.toContainText('OpenStreetMap');
  });
  await test.step('an archive, in a browser that had the map before', async () => {
    await restart({ MAP_PMTILES: archive });
    await shows(water);
    await expect(page.getByText('Protomaps © OpenStreetMap, Natural Earth')).toBeVisible();
  });
  await test.step('a style, which stands in its place', async () => {
    await restart({ MAP_STYLE_URL: server.url });
    await shows(server.colour);
    await expect(page.getByText('Weir Maps, Natural Earth')).toBeVisible();
  });
  // The line is cut where the host is killed, which the browser says.
  const others = problems.filter((text) => !text.startsWith('WebSocket connection'));
  expect(others, 'nothing was refused by the policy').toEqual([]);
  await test.step('its server goes away: the archive, and a word', async () => {
    await server.stop();
    await page.reload();
    await map.expectMap('webgl');
    await expect(page.getByText('The map that is set up for this console could not be loaded')).toBeVisible();
    await shows(water);
  });
  await context.close();
});
