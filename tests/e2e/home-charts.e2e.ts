import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { thorough } from '../support/thorough.ts';
import { planted } from '../support/planted.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { placeReceivers } from './support/map-page.ts';
import {
  expectAccessible,
  expectFineEverywhere,
  expectNoSidewaysScroll,
  expectTouchTargets,
  phone,
} from './support/page-checks.ts';
import { visitAnew } from './support/steps.ts';

const thoroughTest = thorough(test);

/** The list of problems, the charts of Home (CHART-1, CHART-2, CHART-3, CHART-4), and the filled gauge. */

const charts = (page: Page) => page.getByRole('region', { name: 'Charts', exact: true });
const drawn = (page: Page) => charts(page).getByRole('application');
const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' }).getByRole('list');
/** The card loads last. */
const expectDrawn = (page: Page, name: RegExp) => expect(drawn(page)).toHaveAccessibleName(name, { timeout: 90_000 });
const minute = 60_000;

async function saved(page: Page, format: 'CSV' | 'PNG' | 'SVG'): Promise<{ name: string; content: Buffer }> {
  await charts(page).getByRole('button', { name: 'Save' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Adds animals with tags, and the time at which Marsh last detected each. */
async function tagAnimals(
  operator: Operator,
  { mitasId, receivers }: Field,
  lastContacted: readonly (Date | null)[],
): Promise<void> {
  const db = planted(operator.database);
  for (const [at, last_contacted] of lastContacted.entries()) {
    const of = { system_id: mitasId };
    const animal = { ...of, species: 'Steelhead', alias: `Fish ${at}`, gender: 0, weight_g: 900, age_days: 700 };
    const { id: animal_id } = await db.insertInto('animals').values(animal).returning('id').executeTakeFirstOrThrow();
    const transmitter = { ...of, serial_number: `TX-000${at}`, model_number: 'NTF', protocol_id: 7, frequency_hz: 150_000_000 };
    const { id: transmitter_id } = await db
      .insertInto('transmitters')
      .values({ ...transmitter, code_number: null, emit_interval_ms: 5_000 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tag = { ...of, animal_id, transmitter_id, release_time: new Date(0) };
    const { id: tag_id } = await db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow();
    if (last_contacted === null) continue;
    const rx_id = receivers['Marsh'] ?? 0;
    const powers = { mean_power: -80, power_deviation: 0, max_power: -80 };
    const times = { hour: new Date(last_contacted.getTime() - (last_contacted.getTime() % 3_600_000)), first_ts: last_contacted };
    // From a receiver without contacts, so that following an hour does not remove the detection.
    await db
      .insertInto('detections')
      .values({
        ...of,
        ...powers,
        ...times,
        rx_id,
        ant: 1,
        transmitter_id,
        hits: 2,
        mean_interval_ms: 5_000,
        interval_deviation_ms: 0,
        last_ts: last_contacted,
        is_ambiguous: false,
        has_rhythm: true,
        config_version: 1,
      })
      .execute();
    await db.insertInto('tag_contacts').values({ tag_id, last_contacted, rx_id }).execute();
  }
}

test('chart, table and file say what the database counts; keys and pointer reach each mark', async ({
  page,
  field,
  operator,
}) => {
  const now = Date.now();
  const heard = (receiver: string, ant: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ receiver, ant, ts: now - (at + 1) * 20 * minute }));
  await field.hear(...heard('Crest', 1, 12), ...heard('Crest', 3, 5), ...heard('Hollow', 2, 7));
  const { rows: counts } = await operator.database.pool.query<{ alias: string; count: number }>(
    `select alias, count(*)::integer as count from contacts join receivers on receivers.id = rx_id
      where contacts.system_id = $1 and ts >= now() - interval '1 day' group by 1 order by 2 desc`,
    [field.mitasId],
  );
  expect(counts).toEqual([
    { alias: 'Crest', count: 17 },
    { alias: 'Hollow', count: 7 },
  ]);
  await enter(page, field.person);
  await expectDrawn(page, /^Contacts per receiver, past day: 24 contacts\. Most: Crest at North ridge: 17 contacts; Hollow/);
  await drawn(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(charts(page)).toContainText('Crest at North ridge: 17 contacts');
  await page.keyboard.press('ArrowDown');
  await expect(charts(page)).toContainText('Hollow at South creek: 7 contacts');
  await page.keyboard.press('Escape');
  await expect(charts(page)).toContainText('Hover or use the arrow keys for details.');
  await drawn(page)
    .locator('canvas')
    .hover({ position: { x: 240, y: 18 } });
  await expect(charts(page)).toContainText('Crest at North ridge: 17 contacts');

  const svg = await saved(page, 'SVG');
  expect(svg.content.toString()).toContain('Crest');
  expect((await saved(page, 'PNG')).content.subarray(1, 4).toString()).toBe('PNG');
  await charts(page).getByRole('button', { name: 'Table' }).click();
  const rows = charts(page).getByRole('table').getByRole('row');
  await expect(rows).toHaveText([
    'ReceiverSiteContacts',
    'CrestNorth ridge17',
    'HollowSouth creek7',
    'GullyNorth ridge0',
    'MarshSouth creek0',
    'QuarrySouth creek0',
  ]);
  const csv = await saved(page, 'CSV');
  expect(csv.name).toMatch(/^Field study \d+ contacts per receiver, past day .*\.csv$/);
  expect(csv.content.toString().split('\r\n').slice(0, 3)).toEqual([
    'Receiver,Site,Contacts',
    'Crest,North ridge,17',
    'Hollow,South creek,7',
  ]);

  await charts(page).getByRole('button', { name: 'Next' }).click();
  await expectDrawn(page, /^Contacts per antenna, past 24 hours: 24 contacts/);
  await charts(page).getByRole('button', { name: 'Table' }).click();
  await expect(rows).toHaveText([
    'ReceiverAntennaContacts',
    'Crest112',
    'Crest20',
    'Crest35',
    'Hollow10',
    'Hollow27',
    'Hollow30',
  ]);
  await expectAccessible(page);
  await charts(page).getByRole('button', { name: 'Chart', exact: true }).click();
  await expect(drawn(page)).toBeVisible();
  await expectFineEverywhere(page);
});

test('what needs attention comes first, each a link to whom it is about; or that nothing does (NAV-22, RX-48)', async ({
  page,
  field,
  operator,
}) => {
  await placeReceivers(operator, field);
  await enter(page, field.person);
  await expect(attention(page).getByRole('link')).toHaveText(
    [/^2 receivers offline since \d\d:\d\d$/, 'Hollow: low memory, low voltage'],
    { timeout: 90_000 },
  );
  await expectFineEverywhere(page);
  await attention(page)
    .getByRole('link', { name: /offline/ })
    .click();
  await expect(page).toHaveURL(/\/receivers\?show=offline$/);
  await expect(page.getByRole('row').filter({ hasText: /Gully|Marsh/ })).toHaveCount(2);

  const { pool } = operator.database;
  const told = async (set: string) => {
    await pool.query(`update receiver_reports set ${set} where rx_id = any($1)`, [Object.values(field.receivers)]);
    await page.goto(`/dashboard/${field.mitasId}/dashboard`);
  };
  const warning = page.getByRole('list', { name: 'Receivers by status' }).getByRole('link', { name: /Warning/ });
  await pool.query(`update systems set kind = 'replay' where id = $1`, [field.mitasId]);
  await told(
    'status = 4, voltage = null, memory_used_mb = null, memory_total_mb = null, firmware_major = null, firmware_minor = null',
  );
  await expect(attention(page).getByRole('link')).toHaveText(['4 receivers: only replayed'], { timeout: 90_000 });
  await expect(warning).toHaveText('Warning 4');
  await warning.click();
  await expect(page.getByRole('row').filter({ hasText: 'Only replayed' })).toHaveCount(4);
  await page.goto(`/dashboard/${field.mitasId}/receivers/map?receiver=${field.receivers['Hollow']}`);
  await expect(page.getByRole('region', { name: 'Receiver Hollow' })).toContainText('Only replayed', { timeout: 90_000 });

  await told('voltage = 12, memory_used_mb = 100, memory_total_mb = 1000');
  await expect(charts(page)).toBeVisible({ timeout: 90_000 });
  await expect(attention(page)).toHaveCount(0);
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(warning).toHaveCount(0);
  await expect(charts(page), 'nothing was heard').toContainText('Nothing to show');
});

for (const [device, size, places] of [
  ['desk', { width: 1440, height: 900 }, true],
  ['desk', { width: 1440, height: 900 }, false],
  ['phone', { width: 390, height: 844 }, true],
  ['phone', { width: 390, height: 844 }, false],
] as const) {
  const where = `on a ${device}, with${places ? '' : 'out'} places`;
  test(`${where}, nothing that comes later moves what is pressed (NAV-21, NAV-22, NAV-23)`, async ({ page, field, operator }) => {
    await page.setViewportSize(size);
    if (places) await placeReceivers(operator, field);
    // Home reserves the height of one line.
    await field.report({ receiver: 'Hollow', ts: Date.now(), voltage: 12, memoryUsedMb: 100, memoryTotalMb: 1_000 });
    await field.hear(...[1, 2, 3].map((at) => ({ receiver: 'Crest', ts: Date.now() - at * minute })));
    const gate = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    await page.route(/\/assets\/(figures-views|home-figures|home-map)-.*\.js$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.route(/\/receivers\/numContacts/, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await enter(page, field.person);
    const pencil = page.getByRole('button', { name: 'Rename Crest', exact: true });
    const y = (locator: Locator) => locator.evaluate((box) => box.getBoundingClientRect().y);
    // Measured from the page's title, as the page may be scrolled.
    const top = async () => Math.round((await y(pencil)) - (await y(page.getByRole('heading', { name: 'Home', level: 1 }))));
    await expect(page.getByRole('progressbar', { name: 'Loading the map' })).toBeVisible();
    const before = await top();
    gate.resolve();
    await expect(attention(page)).toBeVisible();
    await expect(charts(page)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading the map' })).toHaveCount(0);
    expect(await top(), 'when the views come').toBe(before);
    answers.resolve();
    await expect(drawn(page).first()).toHaveAccessibleName(/3 contacts/, { timeout: 90_000 });
    expect(await top(), 'when the figures come').toBe(before);
    await charts(page).getByRole('button', { name: 'Next' }).click();
    await expectDrawn(page, /Contacts per antenna/);
    expect(await top(), 'when the carousel turns').toBe(before);
    if (device === 'phone') return;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(drawn(page), 'all charts are side by side').toHaveCount(3);
    await expect(charts(page).getByRole('button', { name: 'Next' })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

test('what Home tells of the past: what needs attention, its gauge and its charts', async ({ page, field, operator, step }) => {
  const now = Date.now();
  const hour = 60 * minute;
  await field.report(
    ...Array.from({ length: 72 }, (_, ago) => ({
      receiver: 'Crest',
      ts: now - ago * hour,
      voltage: 12,
      memoryUsedMb: 600 - (ago * 100) / 24,
      memoryTotalMb: 1_000,
      state: 4,
    })),
  );
  const ts = now - 5 * hour;
  await field.hear({ receiver: 'Crest', code: 17, ts }, { receiver: 'Crest', code: 25, ts }, { receiver: 'Crest', code: 26, ts });
  await tagAnimals(operator, field, [new Date(now), null]);
  await enter(page, field.person);
  await step('a memory that fills up is told with its days, and leads to its receiver', async () => {
    const link = attention(page).getByRole('link', { name: 'Crest: memory full in 3 days at this rate' });
    await link.click({ timeout: 90_000 });
    await expect(page).toHaveURL(new RegExp(`\\/receivers\\?receiver=${field.receivers['Crest']}$`));
  });

  await step('how many animals were heard today, with a link to their tags (NAV-37)', async () => {
    await visitAnew(page, field, 'dashboard');
    const link = page.getByRole('region', { name: 'Status' }).getByRole('link', { name: 'heard today' });
    await expect(link).toHaveText('1 of 2 heard today', { timeout: 90_000 });
    await link.click();
    await expect(page).toHaveURL(/\/animals\/tags\?sort=-lastContacted$/);
  });

  await step('the gauge is filled by what is stored of the past minute, which Home asks for (LIVE-11)', async () => {
    const [answered] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('recentUnit=minute'), { timeout: 60_000 }),
      visitAnew(page, field, 'dashboard'),
    ]);
    expect(answered.status()).toBe(200);
  });

  await step('the aggregate is put together as its dialog says, within its bounds (STAT-10)', async () => {
    await visitAnew(page, field, 'dashboard');
    await charts(page).getByRole('button', { name: 'Back' }).click({ timeout: 90_000 });
    await expect(charts(page).getByRole('heading', { level: 2 })).toHaveText('Aggregated contacts, past 3 hours');
    await expect(charts(page)).toContainText('Nothing to show');
    await charts(page).getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await expectAccessible(page, '[role=dialog]');
    const submit = dialog.getByRole('button', { name: 'Submit' });
    for (const [label, wrong, right, says] of [
      ['Group Codes By', '0', '5', 'Value must be a positive number'],
      ['Group Frequencies By (kHz)', '101', '1', 'Value must be between 1 and 100kHz'],
      ['Aggregate Over Past (hours)', '73', '6', 'Value must be between 1 and 72 hours'],
      ['Only Code', '6554', '', 'Value must be at most 6553'],
    ] as const) {
      const field = dialog.getByLabel(label);
      await field.fill(wrong);
      await expect(field, 'while it is typed').toBeFocused();
      await expect(dialog).toContainText(says);
      await expect(submit).toHaveAttribute('aria-disabled', 'true');
      await field.fill(right);
      await expect(submit).not.toHaveAttribute('aria-disabled', 'true');
    }
    await submit.click();
    await expectDrawn(page, /^Aggregated contacts, past 6 hours: 3 contacts/);
    await charts(page).getByRole('button', { name: 'Table' }).click();
    const cells = charts(page).getByRole('table').getByRole('row').getByRole('cell');
    await expect(cells.filter({ hasText: /^(17|25\.5)$/ })).toHaveText(['17', '25.5']);
    await charts(page).getByRole('button', { name: 'Filter' }).click();
    await dialog.getByLabel('Only Code').fill('17');
    await submit.click();
    await expect(charts(page).getByRole('heading', { level: 2 })).toHaveText('Aggregated contacts of code 17, past 6 hours');
    await expect(cells.filter({ hasText: /^(17|25\.5)$/ })).toHaveText(['17']);
    await charts(page).getByRole('button', { name: 'Filter' }).click();
    const antennas = dialog.getByRole('group', { name: 'Only Antennas' }).getByRole('checkbox');
    await expect(antennas).toHaveCount(8);
    await antennas.nth(7).click({ force: true });
    await submit.click();
    await expect(charts(page).getByRole('heading', { level: 2 })).toHaveText(
      'Aggregated contacts of code 17 on antenna 8, past 6 hours',
    );
    await expect(charts(page)).toContainText('Nothing to show');
  });

  await step('on a phone, and in the other scheme', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visitAnew(page, field, 'dashboard', phone);
    await expectDrawn(page, /3 contacts/);
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page);
    await page.getByRole('button', { name: 'Switch to light' }).click();
    await expectDrawn(page, /3 contacts/);
    await expectAccessible(page);
  });
});

test.describe('what does not come', () => {
  test.use({ expectErrors: ['ERR_FAILED', '500 (Internal Server Error)'] });
  const beacons = '**/transmitters/beacons/summary*';
  const counts = '**/receivers/numContacts*';
  const failed = (page: Page) => charts(page).getByRole('alert');
  const noBeacons = (page: Page) =>
    page.getByRole('region', { name: 'Status' }).getByRole('status').filter({ hasText: 'Could not be loaded' });

  test('of Home is told, and comes by Retry', async ({ page, field, step }) => {
    await enter(page, field.person, `/dashboard/${field.mitasId}/changelog`);
    await step('is told by the chart, with the Retry of all; the beacons above keep one of their own (ERR-18)', async () => {
      for (const path of [beacons, counts]) await page.route(path, (route) => route.abort());
      await visitAnew(page, field, 'dashboard');
      await expect(noBeacons(page).getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 60_000 });
      await expect(failed(page)).toContainText('The host did not answer. Retry loads everything that is missing.', {
        timeout: 60_000,
      });
      await expectFineEverywhere(page);
      await page.unroute(counts);
      const asked = page.waitForRequest(beacons);
      await failed(page).getByRole('button', { name: 'Retry' }).press('Enter');
      await expect(charts(page)).toContainText('Nothing to show');
      await asked;
    });

    await step('of the figures is an error with Retry, and takes nothing else with them', async () => {
      await page.unrouteAll();
      await page.route(counts, (route) => route.abort());
      await visitAnew(page, field, 'dashboard');
      await expect(failed(page)).toContainText('An error occured', { timeout: 90_000 });
      await charts(page).getByRole('button', { name: 'Next' }).click();
      await expect(charts(page)).toContainText('Nothing to show');
      await charts(page).getByRole('button', { name: 'Back' }).click();
      await page.unroute(counts);
      await charts(page).getByRole('button', { name: 'Retry' }).click();
      await expect(charts(page)).toContainText('Nothing to show');
    });
  });

  thoroughTest('because it was refused says so, and blames no silence of the host (ERR-18)', async ({ page, field }) => {
    await page.route(beacons, (route) => route.abort());
    const error = { code: 500, type: 'ServerError', message: 'The counts are being mended' };
    await page.route(counts, (route) => route.fulfill({ status: 500, json: { error } }));
    await enter(page, field.person);
    await expect(noBeacons(page)).toBeVisible({ timeout: 60_000 });
    await expect(failed(page)).toHaveText('An error occuredThe counts are being mendedRetry', { timeout: 60_000 });
    await page.unroute(counts);
    await failed(page).getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(charts(page)).toContainText('Nothing to show');
  });
});
