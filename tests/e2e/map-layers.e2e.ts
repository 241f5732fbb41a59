import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { areaKml, riverGeoJson, riverGpx } from '../support/layer-files.ts';
import { thorough } from '../support/thorough.ts';
import { enter, expect, test, watchForProblems } from './support/fixtures.ts';
import { MapLayers } from './support/map-layers.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import { heldUndo, messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** LAY-9: a system's own layers under the pins, on the plain map, where each can be examined. */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

const river = { fileName: 'lemhi.geojson', text: riverGeoJson(), colour: 'Teal' };
const area = { fileName: 'area.kml', text: areaKml, colour: 'Red' };
const inMetres = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32611' } };
const entity = '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

/** Malicious or damaged files, and the message for each. */
const hostileFiles: readonly [fileName: string, text: string, words: RegExp][] = [
  [
    'entities.kml',
    areaKml.replace('<kml', `${entity}<kml`).replace('Study area', '&x;'),
    /^The file has a DOCTYPE \(character \d+\), which is not allowed\. Export it without\.$/,
  ],
  ['points.geojson', riverGeoJson(570_000), /^The file has more than 200,000 points\. Simplify its lines, or split it\.$/],
  [
    'swapped.json',
    '{"type":"Point","coordinates":[45,-113.5]}',
    /^The file is at longitude 45, latitude -113\.5, which is not on Earth: latitude and longitude seem to be in the wrong order\.$/,
  ],
  [
    'beyond.gpx',
    riverGpx.replace('lat="45.1"', 'lat="95"'),
    /^Feature 2 is at longitude -113\.9, latitude 95, which is not on Earth/,
  ],
  [
    'utm.geojson',
    JSON.stringify({ ...JSON.parse(riverGeoJson()), crs: inMetres }),
    /^The file is in the reference system ‘urn:ogc:def:crs:EPSG::32611’: export it in WGS 84 \(EPSG:4326\)\.$/,
  ],
  [
    'script.kml',
    areaKml.replace('<b>bold</b>', '<script>alert(1)</script>'),
    /^The file contains a script\. Only features are allowed/,
  ],
  [
    'cut.geojson',
    riverGeoJson().slice(0, -9),
    /^The file is not complete GeoJSON: .+ It may be damaged or cut off\. Export it again\.$/,
  ],
];
const near = '?at=45.00000,-113.50000,9';

test('layers are added, seen by a viewer at once, changed, hidden, put in order, deleted and brought back', async ({
  page,
  browser,
  field,
  operator,
}) => {
  await placeReceivers(operator, field);
  const layers = new MapLayers(await MapPage.open(page, field, near));
  const context = await browser.newContext();
  const problems = await watchForProblems(context);
  const other = await context.newPage();
  await enter(other, await operator.addPerson({ [field.mitasId]: 'viewer' }), `/dashboard/${field.mitasId}/receivers/map${near}`);
  const seen = new MapLayers({ page: other, drawing: other.locator('[data-drawing]') } as MapPage);
  await expect(other.locator('[data-drawing]')).toBeVisible({ timeout: 90_000 });
  await expect(other.getByRole('button', { name: 'Layers', exact: true })).toHaveCount(0);

  await layers.open();
  await expect(layers.dialog).toContainText('No layers yet');
  await layers.add('Lemhi', river);
  await expect(seen.legend, 'live, and by its name').toHaveText('Lemhi');
  await expect(seen.drawn('Lemhi').locator('path').first()).toHaveAttribute('d', /^M/);
  await expect(seen.drawn('Lemhi')).toHaveAttribute('stroke', '#0b7a75');
  await expect(other.locator('[data-drawing] text').filter({ hasText: /^Lemhi/ }), 'with its name (LAY-15)').toHaveCount(1);
  await layers.add('Study area', area);
  await expect(seen.legend.getByRole('listitem')).toHaveText(['Study area', 'Lemhi']);

  await layers.action('Move Study area down').click();
  await expect(seen.legend.getByRole('listitem')).toHaveText(['Lemhi', 'Study area']);
  await layers.recolour('Lemhi', 'Violet');
  await expect(seen.drawn('Lemhi')).toHaveAttribute('stroke', '#7a4bd0');
  await layers.action('Rename Lemhi').click();
  await layers.dialog.getByLabel('New name of Lemhi').fill('Lemhi River');
  await page.keyboard.press('Enter');
  await expect(seen.legend.getByRole('listitem')).toHaveText(['Lemhi River', 'Study area']);
  await layers.dialog.getByLabel('Show Study area').click();
  await expect(seen.legend).toHaveText('Lemhi River');
  await expect(seen.drawn('Study area')).toHaveCount(0);
  await layers.dialog.getByLabel('Show Study area').click();
  await expect(seen.drawn('Study area')).toHaveCount(1);
  await layers.action('Delete Lemhi River').click();
  await expect(messageOf(page)).toContainText('Lemhi River is deleted');
  await layers.close();
  const undo = await heldUndo(page, 'Lemhi River is deleted');
  await expect(seen.legend).toHaveText('Study area');
  await undo.click();
  await expect(seen.legend.getByRole('listitem')).toHaveText(['Lemhi River', 'Study area']);
  await expect(layers.drawn('Lemhi River').locator('path').first()).toHaveAttribute('d', /^M/);
  await context.close();
  expect(problems).toEqual([]);
});

test.describe('a file that is none', () => {
  test.use({ expectErrors: [/400 \(Bad Request\)/] });

  test('is refused before it is sent or by the host, and nothing of it is kept', async ({ page, field, operator, step }) => {
    await placeReceivers(operator, field);
    const map = await MapPage.open(page, field, near);
    const layers = new MapLayers(map);

    await step('is refused in words, before it is sent or by the host, which go with it (LAY-9, LAY-11)', async () => {
      await layers.open();
      const add = layers.dialog.getByRole('button', { name: 'Add layer' });
      await layers.choose('roads.shp', 'x');
      await expect(layers.dialog.getByRole('alert')).toContainText('Shapefiles and archives are not supported');
      await expect(add).toBeDisabled();
      await layers.chooseLarge('roads.json', 10.5 * 1024 * 1024);
      await expect(layers.dialog.getByRole('alert')).toContainText('has 10.5 MB; at most 10 are allowed');
      await expect(add).toBeDisabled();
      await layers.choose('metres.json', '{"type":"Point","coordinates":[271000,4990000]}');
      const name = layers.dialog.getByLabel('Name', { exact: true });
      await expect(name, 'it is called as its own file until somebody calls it otherwise').toHaveValue('metres');
      await name.fill('Roads');
      await add.click();
      await expect(layers.dialog.getByRole('alert')).toContainText('not on Earth');
      await layers.choose('roads.shp', 'x');
      await expect(layers.dialog.getByRole('alert')).toHaveText(/Shapefiles and archives are not supported/);
      await expect(name, 'what was typed is not lost').toHaveValue('Roads');
    });

    await step(
      'is refused with what is wrong and what to do, each in its own words, and nothing of it is kept (LAY-3, LAY-11)',
      async () => {
        await map.visit(field, near);
        await layers.open();
        const said = layers.dialog.getByRole('alert');
        const add = layers.dialog.getByRole('button', { name: 'Add layer' });
        for (const [fileName, text, words] of hostileFiles) {
          await layers.choose(fileName, text);
          await expect(said, `${fileName} is not judged by the words about the file before`).toHaveCount(0);
          await layers.dialog.getByLabel('Name', { exact: true }).fill('Study area');
          await add.click();
          await expect(said, fileName).toHaveText(words, { timeout: 40_000 });
          await expect(said, `${fileName}: the words are in sight`).toBeInViewport();
          await expect(layers.dialog.getByLabel('Name', { exact: true })).toHaveValue('Study area');
          await expect(layers.dialog.getByText(fileName, { exact: true })).toBeVisible();
          await expect(add, 'it can be tried again').toBeEnabled();
        }
        await expect(layers.dialog).toContainText('No layers yet');
        const kept = operator.database.db.selectFrom('map_layer_contents').where('system_id', '=', field.mitasId);
        expect(await kept.select('hash').execute(), 'the host keeps nothing of a file that it refused').toEqual([]);

        await layers.add('Study area', area);
        await expect(said).toHaveCount(0);
        await expect(layers.legend).toHaveText('Study area');
      },
    );
  });
});

test.describe('a file that is not answered', () => {
  test.use({ expectErrors: [/Failed to load resource/] });

  test('says so, and is given up by Cancel', async ({ page, field, operator }) => {
    await placeReceivers(operator, field);
    const layers = new MapLayers(await MapPage.open(page, field, near));
    await layers.open();
    await page.route('**/map/layers?*', () => undefined);
    await layers.choose(river.fileName, river.text);
    await layers.dialog.getByRole('button', { name: 'Add layer' }).click();
    await expect(layers.dialog.getByText('Uploading and reading the file')).toBeVisible();
    await layers.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(layers.dialog.getByText('Uploading and reading the file')).toHaveCount(0);
    await page.unroute('**/map/layers?*');
    await layers.dialog.getByRole('button', { name: 'Add layer' }).click();
    await expect(layers.row('lemhi')).toBeVisible();

    await page.route('**/content', (route) => route.abort());
    await layers.add('Study area', area);
    await layers.close();
    await expect(page.getByText('Not all layers could be loaded.')).toBeVisible();
    await page.unroute('**/content');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(layers.drawn('Study area')).toHaveCount(1);
  });
});

test.describe('the dialog of layers', () => {
  test.use({ expectErrors: [/Failed to load resource/] });

  test('accessible empty, refused, at work and with layers, in both schemes, on a desk and on a phone', async ({
    page,
    field,
    operator,
  }) => {
    await placeReceivers(operator, field);
    const layers = new MapLayers(await MapPage.open(page, field, near));
    await layers.open();
    const add = layers.dialog.getByRole('button', { name: 'Add layer' });
    await expect(layers.dialog).toContainText('No layers yet');
    await expectFineEverywhere(page);

    await layers.choose('roads.shp', 'x');
    await expect(layers.dialog.getByRole('alert')).toContainText('Shapefiles and archives');
    await expectFineEverywhere(page);
    await layers.choose('metres.json', '{"type":"Point","coordinates":[271000,4990000]}');
    await add.click();
    await expect(layers.dialog.getByRole('alert')).toContainText('not on Earth');
    await expectFineEverywhere(page);

    await page.route('**/map/layers?*', () => undefined);
    await layers.choose(river.fileName, river.text);
    await add.click();
    await expect(layers.dialog.getByText('Uploading and reading the file')).toBeVisible();
    await expectFineEverywhere(page);
    await layers.dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/map/layers?*');

    await layers.add('Lemhi', river);
    await layers.add('Study area', area);
    await expectFineEverywhere(page);
    await layers.action('Rename Lemhi').click();
    await expect(layers.dialog.getByLabel('New name of Lemhi')).toBeVisible();
    await expectFineEverywhere(page);
  });
});

thorough(test)(
  'accessible with many layers and long names, in both schemes, on a desk and on a phone',
  async ({ page, field, operator }) => {
    await placeReceivers(operator, field);
    const layers = new MapLayers(await MapPage.open(page, field, `${near}&receiver=${field.receivers['Crest']}`));
    await layers.open();
    for (let i = 0; i < 4; i++) await layers.add(`Layer ${i} ${'of a very long name '.repeat(3).trim()}`.slice(0, 60), river);
    await expectFineEverywhere(page);
    await layers.close();
    await expectFineEverywhere(page);
  },
);
