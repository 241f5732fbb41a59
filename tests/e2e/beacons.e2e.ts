import type { Locator } from '@playwright/test';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { beaconDetections, beaconHead, beaconsFlow, flowBeacons } from './support/beacons-flow.ts';
import { Colleague } from './support/colleague.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { countDetections } from './support/reprocessing-stage.ts';
import { visit } from './support/steps.ts';
import { drawnBy, workedMs } from './support/worked-time.ts';

/** REG-26, REG-27: the page of beacons, against the real host. */

const path = ({ mitasId }: Field) => `/dashboard/${mitasId}/transmitters/beacons`;

const heard = { code: 77, freq: 150.5, type: 18 };

/** Creates a beacon and returns its id. */
async function addBeacon(field: Field, serialNumber: string, codeNumber = heard.code): Promise<number> {
  const colleague = await Colleague.open(field.person, field.mitasId);
  const sent = { modelNumber: 'M1', protocolId: 18, frequencyVariance: 1, emitInterval: 30_000, emitIntervalVariance: 100 };
  const txData = { ...sent, serialNumber, frequency: heard.freq, codeNumber, purpose: 1 };
  const { id } = await colleague.call<{ id: number }>('POST', '/transmitters', { txData });
  await colleague.close();
  return id;
}

/** Returns the position of a cell with the most hits, below the legend. */
async function fullCell(chart: Locator): Promise<{ x: number; y: number }> {
  return chart.locator('canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const box = canvas.getBoundingClientRect();
    const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const below = Math.round(60 * (width / box.width)) * width;
    for (let at = below; at < width * height; at++) {
      const colour = [0, 1, 2].map((part) => pixels[at * 4 + part]).join();
      if (colour !== '15,90,53' && colour !== '143,240,189') continue;
      const scale = box.width / width;
      return { x: Math.round(box.left + (at % width) * scale) + 3, y: Math.round(box.top + Math.floor(at / width) * scale) + 3 };
    }
    throw new Error('No cell is drawn');
  });
}

test('says how well each antenna hears each beacon, and opens the contacts of an hour', async ({ page, field, operator }) => {
  await enter(page, field.person, path(field));
  await expect(page.getByRole('heading', { name: 'No beacons to show' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: "its transmitter is designated 'Beacon'" })).toBeVisible();

  await addBeacon(field, 'BEACON-1');
  const now = Date.now();
  await field.hear(
    ...[0, 1, 2].map((at) => ({ ...heard, receiver: 'Crest', ant: 1, ts: now - 120_000 + at * 30_000, power: -80 - at })),
    ...[0, 1].map((at) => ({ ...heard, receiver: 'Gully', ant: 2, ts: now - 26 * 3_600_000 + at * 30_000 })),
  );
  await page.reload();
  const head = beaconHead(page, 'BEACON-1');
  const detections = beaconDetections(page, 'BEACON-1');
  await expect(head).toContainText('3 hits across 1 receiver(s) and 1 antenna(s) in the past hour');
  await expect(head, 'the first is open on arrival').toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/\?open=\d+$/);
  const detected = () => countDetections(operator, field);
  await expect.poll(detected, { message: 'the host detects it', timeout: 90_000 }).toBeGreaterThanOrEqual(2);
  // The live line reports it, at most once in 30 s.
  await expect(detections.getByText('Last heard recently')).toBeVisible({ timeout: 90_000 });
  await expect(head).toContainText('Heard recently');
  await expect(head.getByText('BEACON-1')).toHaveAttribute('data-highlighted', 'true');
  await expect(detections.getByRole('list', { name: 'Last heard' }).getByRole('listitem')).toHaveCount(2);
  await expect(detections.getByRole('list', { name: 'Last heard' })).toContainText('(1 day ago)');
  const chart = detections.getByRole('application');
  await expectFineEverywhere(page);
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(detections.getByRole('status').filter({ hasText: /Hits [123],/ })).toContainText(
    /Crest, antenna 1, .*: Hits [123], Average Power −8\d/,
  );
  const tooltip = detections.getByTestId('chart-tooltip');
  await expect(tooltip, 'keys are read below').toBeHidden();
  const cell = await fullCell(chart);
  await page.mouse.move(cell.x, cell.y);
  await expect(tooltip).toContainText(/Hits[123]Average Power/);
  const stands = await tooltip.boundingBox();
  const asides = [(stands?.x ?? 0) - cell.x, cell.x - (stands?.x ?? 0) - (stands?.width ?? 0)];
  expect(Math.round(Math.max(...asides)), 'beside the pointer').toBe(14);
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const explorer = page.getByRole('dialog', { name: /^Receiver Crest contacts on antenna 1 from / });
  await expect(explorer.getByText(/\([123]\/[123] contacts shown\)/)).toBeVisible();
  await expect(page).toHaveURL(/\/transmitters\/beacons\?open=\d+&explore=/);

  // Close and Back return to the same cell of the same beacon, at the same scroll position.
  const scrolled = await page.evaluate(() => document.scrollingElement?.scrollTop);
  const cellIsBack = async (): Promise<void> => {
    await expect(explorer).toBeHidden();
    await expect(page).toHaveURL(/\/transmitters\/beacons\?open=\d+$/);
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    await expect(chart).toBeFocused();
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(scrolled);
    await page.keyboard.press('Enter');
    await expect(explorer).toBeVisible();
  };
  await explorer.getByRole('button', { name: 'Close' }).click();
  await cellIsBack();
  await page.goBack();
  await cellIsBack();
  await page.keyboard.press('Escape');
  await expect(explorer).toBeHidden();

  // A link with the explorer open also loads the page below it.
  await expect(chart).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(explorer).toBeVisible();
  await page.reload();
  await expect(explorer.getByText(/\([123]\/[123] contacts shown\)/)).toBeVisible();
  await explorer.getByRole('button', { name: 'Close' }).click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await head.click();
  await expect(page).toHaveURL(path(field));
});

/** Twelve antennas of three receivers, each with hits in every hour of the past 7 days. */
test('an open beacon of twelve antennas is drawn within 500 ms', async ({ page, field, operator }) => {
  const id = await addBeacon(field, 'BEACON-1');
  await field.hear({ ...heard, receiver: 'Crest', ts: Date.now() - 120_000 });
  await operator.database.pool.query(
    `insert into detections (system_id, rx_id, ant, hour, transmitter_id, hits, mean_power, power_deviation, max_power,
        first_ts, last_ts, is_ambiguous, has_rhythm, config_version)
      select $1, rx_id, ant, hour, $2, 1 + (extract(hour from hour)::integer * ant) % 120, -80, 2, -75, hour, hour, false, true, 1
      from unnest($3::integer[]) as rx_id, generate_series(1, 4) as ant,
        generate_series(date_trunc('hour', now()) - interval '6 days 23 hours', now() - interval '1 hour', '1 hour') as hour
      on conflict do nothing`,
    [field.mitasId, id, ['Crest', 'Gully', 'Hollow'].map((alias) => field.receivers[alias])],
  );
  await enter(page, field.person, path(field));
  const head = beaconHead(page, 'BEACON-1');
  // The beacon is open on arrival. From the second drawing on, Vega's modules are loaded.
  await expect(beaconDetections(page, 'BEACON-1').getByRole('application')).toHaveAccessibleName(/12 antennas/);
  await head.click();
  const drawnMs = await workedMs(page, () => drawnBy(head));
  test.info().annotations.push({ type: 'twelve antennas drawn (ms)', description: String(Math.round(drawnMs)) });
  expect(drawnMs).toBeLessThanOrEqual(500);

  // Its interval differs from the registered one: the cells, the beacon and the list of transmitters report
  // it (DET-22).
  await operator.database.pool.query(
    'update detections set measured_interval_ms = 15000, registered_interval_ms = 30000 where system_id = $1',
    [field.mitasId],
  );
  await page.reload();
  const wrong = 'measured 15 s, registered 30 s';
  await expect(beaconDetections(page, 'BEACON-1').getByText(wrong, { exact: true }).first()).toBeVisible();
  await visit(page, `/dashboard/${field.mitasId}/transmitters/database`);
  await expect(page.getByRole('row', { name: /BEACON-1/ })).toContainText(wrong);
});

const paths = await drivenPaths(beaconsFlow.samples, { wholeLeads: true });

test('all that may become of the page is on a path', () => assertWholeFlow(beaconsFlow, paths));

for (const each of pathsToWalk(paths)) {
  test(`page: ${pathText(each)}`, async ({ page, field }) => {
    const ts = Date.now() - 120_000;
    for (const [at, name] of Object.values(flowBeacons).entries()) {
      await addBeacon(field, name, heard.code + at);
      await field.hear(...[0, 30_000].map((after) => ({ ...heard, code: heard.code + at, receiver: 'Crest', ts: ts + after })));
    }
    await enter(page, field.person, path(field));
    // The first beacon is open on arrival; one that a person closes stays closed.
    await expect(beaconHead(page, 'BEACON-1')).toHaveAttribute('aria-expanded', 'true');
    await beaconHead(page, 'BEACON-1').click();
    await expect(page).toHaveURL(path(field));
    await walk(beaconsFlow, each, page, test.step);
  });
}
