import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import type { Operator } from './support/operator.ts';
import { expectFineEverywhere, phone } from './support/page-checks.ts';
import { plantTransmitters } from '../support/transmitter-samples.ts';
import { statsFlow } from './support/stats-flow.ts';
import { visit, visitAnew } from './support/steps.ts';

/** STAT-9, CHART-7 to CHART-11: the page of statistics, against a real host. */
const minute = 60_000;
const path = ({ mitasId }: Field, search = '') => `/dashboard/${mitasId}/receivers/stats${search}`;
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const request = (page: Page) => page.getByRole('button', { name: 'Request Stats' });
const said = (page: Page) => page.getByText(/^Statistics of /);
const chartTitles = [
  'Contacts per antenna',
  'Contacts per antenna and hour',
  'Aggregated contacts',
  'Contact codes',
  'Contacts per frequency',
  'Contact power',
];

/** Sends contacts of the past hour: two receivers, two codes, noise, a beeper. */
async function hear(field: Field): Promise<void> {
  const ts = Date.now() - 30 * minute;
  const many = (count: number, of: Parameters<Field['hear']>[0]) =>
    Array.from({ length: count }, (_, at) => ({ ...of, ts: ts + at * 1_000 }));
  await field.hear(
    ...many(12, { receiver: 'Crest', ant: 1, code: 17, power: -80 }),
    ...many(5, { receiver: 'Crest', ant: 3, code: 230, freq: 151.2, power: -95 }),
    ...many(7, { receiver: 'Hollow', ant: 2, code: 17, power: -101 }),
    ...many(3, { receiver: 'Hollow', ant: 2, type: 7, code: 0, power: -60 }),
  );
}

/** Expects these rows in a chart's table, or in what `of` makes of it. */
async function expectRows(
  chart: Locator,
  expected: readonly string[] | readonly string[][],
  of = (rows: string[][]): readonly string[] | readonly string[][] => rows,
): Promise<void> {
  await chart.getByRole('button', { name: 'Table' }).click();
  const rows = chart.getByRole('table').getByRole('row');
  const texts = () => rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  await expect.poll(async () => of((await texts()).slice(1))).toEqual(expected);
  await chart.getByRole('button', { name: 'Chart' }).click();
}

const counted = async ({ database }: Operator, what: string, mitasId: string): Promise<string[][]> => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select ${what}, count(*)::integer as count from contacts join receivers on receivers.id = rx_id
      where contacts.system_id = $1 and ts >= now() - interval '1 day' group by 1, 2 order by 1, 2`,
    [mitasId],
  );
  return rows.map((row) => Object.values(row).map(String));
};

test('what was heard, on the page of statistics', async ({ page, field, operator, step }) => {
  await hear(field);
  await operator.database.db
    .insertInto('receiver_state_events')
    .values({ system_id: field.mitasId, rx_id: field.receivers['Crest'] ?? 0, at: new Date(Date.now() - 60 * minute), status: 4 })
    .execute();
  // In use and no beacon: the contacts of Hollow and of one antenna of Crest match it, and all others are
  // noise. Its interval is too long for a run, so that nothing is detected, however early the host runs.
  await plantTransmitters(operator.database, field.mitasId, [
    { serial_number: 'VOLTAGE-1', frequency_hz: 150_120_000, purpose: 2, emit_interval_ms: 600_000 },
  ]);
  await enter(page, field.person, path(field));
  await step('each chart and table says what the database counts, and saves it (STAT-9, CHART-8 to CHART-11)', async () => {
    await expect(said(page)).toHaveText('Statistics of the past day, all receivers');
    await expect(page).toHaveURL(/\?time=recent&amount=1&unit=day$/);
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^(Receiver & Antenna|Telemetry)/ })).toHaveText([
      'Receiver & Antenna Health',
      'Telemetry Analytics',
    ]);

    const antennas = page.getByRole('grid', { name: 'Antenna status' }).getByRole('row');
    await expect(antennas.filter({ hasText: 'Crest' }).first()).toContainText(/North ridge.*ONLINE.*Antenna 1.*12/);
    const grid = page.getByRole('grid', { name: 'Antenna status' });
    await expect(grid.getByRole('columnheader')).toContainText(['Contacts', 'Detections', 'Noise share', 'Last hour heard']);
    await grid.getByRole('columnheader', { name: 'Noise share' }).click();
    await expect(antennas.nth(1)).toContainText(/Crest.*Antenna 3.*5.*0.*100 %.*\d\d:00 /);
    await expect(antennas.nth(2)).toContainText(/Hollow.*Antenna 2.*10.*0.*30 %/);
    await expect(antennas.nth(3)).toContainText(/Crest.*Antenna 1.*12.*0.*0 %/);
    await expect(antennas.filter({ hasText: 'Marsh' })).toContainText('OPEN');
    await expect(antennas.filter({ hasText: 'Gully' })).toContainText('OFFLINE');
    await expect(antennas.filter({ hasText: 'Quarry' })).toContainText('DISABLED');
    await expect(card(page, 'Beacon status')).toContainText('No beacon data available.');

    const inOrder = (rows: string[][]) => rows.map((row) => row.join('|')).toSorted();
    const codes = await counted(operator, `case when type = 7 then 'Beeper' else code::text end, alias`, field.mitasId);
    await expectRows(card(page, 'Contact codes'), inOrder(codes), inOrder);
    const frequencies = await counted(operator, `to_char(freq_hz / 1e6, 'FM999.000'), alias`, field.mitasId);
    await expectRows(card(page, 'Contacts per frequency'), inOrder(frequencies), inOrder);
    await expectRows(card(page, 'Contact power'), [
      ['−101', 'Hollow', '7'],
      ['−95', 'Crest', '5'],
      ['−80', 'Crest', '12'],
      ['≥ −60', 'Hollow', '3'],
    ]);
    const aggregated = [
      ['Crest', '150.120', '−80', '12'],
      ['Crest', '151.200', '−95', '5'],
      // Codes in groups of 20; beepers, which send none, are a group of their own (CON-5).
      ['Hollow', '150.120', '−101', '7'],
      ['Hollow', '150.120', '−60', '3'],
    ];
    const shortened = (rows: string[][]) => rows.map((row) => [0, 2, 4, 7].map((at) => row[at] ?? ''));
    await expectRows(card(page, 'Aggregated contacts'), aggregated, shortened);

    const power = card(page, 'Contact power');
    await power.getByRole('application').focus();
    await page.keyboard.press('End');
    await expect(power.getByRole('status')).toHaveText('Power (dBm) ≥ −60, Hollow: 3 contacts');
    await power.getByRole('button', { name: 'Save' }).click();
    const save = async (item: string): Promise<string> => {
      const chosen = page.getByRole('menuitem', { name: item, exact: true });
      const [download] = await Promise.all([page.waitForEvent('download'), chosen.click()]);
      return readFile(await download.path(), 'utf8');
    };
    expect(await save('CSV')).toMatch(/^[^\uFEFF].*\r\n(.*\r\n)*≥ −60,Hollow,3/);

    // FILE-17: once chosen, it adds a byte order mark to all CSV files of the person.
    await power.getByRole('button', { name: 'Save' }).click();
    const kept = page.waitForResponse('**/api/app/client/csv-for-excel');
    expect(await save('CSV for Excel')).toMatch(/^\uFEFF.*\r\n(.*\r\n)*≥ −60,Hollow,3/);
    expect((await kept).request().postDataJSON()).toEqual({ csvForExcel: true });
    const table = card(page, 'Antenna status');
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      table.getByRole('button', { name: 'Export CSV for Excel' }).click(),
    ]);
    expect(await readFile(await exported.path(), 'utf8')).toMatch(/^\uFEFF/);

    const hours = card(page, 'Contacts per antenna and hour');
    await expectRows(
      hours,
      [
        ['Crest', '1', '12'],
        ['Crest', '3', '5'],
        ['Hollow', '2', '10'],
      ],
      // The half hour may span two hours, so hours are summed.
      (rows) => {
        const sums = Map.groupBy(rows, (row) => row.slice(0, 2).join('|'));
        return [...sums].map(([key, all]) => [...key.split('|'), String(all.reduce((sum, row) => sum + Number(row[4]), 0))]);
      },
    );

    const timeline = card(page, 'Receiver status timeline');
    await expect(timeline.getByRole('application')).toHaveAccessibleName(/^Receiver status timeline: 1 receiver, 1 state\.$/);
  });

  await step(
    'the page is accessible before, with and without answers, in both schemes, on a desk and on a phone (LOOK-11, LOOK-12)',
    async () => {
      await visitAnew(page, field, 'receivers/stats?time=range');
      await expect(page.getByText('Select receivers and request stats to view antenna status.')).toBeVisible();
      await expect(page.getByText('Select receivers and request stats to view beacon status.')).toBeVisible();
      await expect(page.getByText(/^The request in the address is incomplete/)).toBeVisible();
      await expectFineEverywhere(page);
      await request(page).click();
      for (const title of chartTitles) await expect(card(page, title).getByRole('application')).toBeVisible();
      await expectFineEverywhere(page);
      await page.setViewportSize(phone);
      await page.getByRole('button', { name: 'All receivers (5)' }).click();
      await expectFineEverywhere(page, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  );

  await step(
    'by site, of some receivers and of days: all of it in the address, for Back, reload and whoever gets the link',
    async () => {
      await visitAnew(page, field, 'receivers/stats');
      await page.getByRole('button', { name: 'All receivers (5)' }).click();
      const dialog = page.getByRole('dialog', { name: 'Receivers' });
      await dialog.getByRole('button', { name: 'Select none' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(request(page)).toHaveAttribute('aria-disabled', 'true');
      await expect(request(page)).toHaveAccessibleDescription('Select at least one receiver');
      await page.getByRole('button', { name: '0 of 5 receivers' }).click();
      await dialog.getByRole('checkbox', { name: 'South creek' }).click({ force: true });
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByLabel('Amount').fill('');
      await expect(request(page)).toHaveAccessibleDescription('Enter how far back to look');
      await page.getByLabel('Amount').fill('-2');
      await expect(page.getByLabel('Amount'), 'the absolute value').toHaveValue('2');
      await page.getByRole('button', { name: /Unit$/ }).click();
      await page.getByRole('option', { name: 'Hours' }).click();
      await request(page).click();
      await expect(said(page)).toHaveText('Statistics of the past 2 hours, 3 receivers');
      const codes = card(page, 'Contact codes');
      await expectRows(codes, [
        ['17', 'Hollow', '7'],
        ['Beeper', 'Hollow', '3'],
      ]);
      await page.getByRole('button', { name: /Colour by$/ }).click();
      await page.getByRole('option', { name: 'Site' }).click();
      await expect(page).toHaveURL(/time=recent&amount=2&unit=hour&receivers=\d+,\d+,\d+&color=site$/);
      await expectRows(codes, ['17', 'South creek', '7'], (rows) => rows[0] ?? []);

      await page.getByRole('checkbox', { name: 'Exclude noise' }).click({ force: true });
      await request(page).click();
      await expect(said(page)).toHaveText('Statistics of the past 2 hours, 3 receivers, without noise');
      await expect(page).toHaveURL(/&noise=without&color=site$/);
      await page.goBack();
      await expect(said(page)).toHaveText('Statistics of the past 2 hours, 3 receivers');
      await expect(page.getByRole('checkbox', { name: 'Exclude noise' })).not.toBeChecked();

      await page.getByRole('radio', { name: 'Range' }).click({ force: true });
      await expect(request(page)).toHaveAccessibleDescription('Choose the first and the last day');
      const shared = page.url();
      await page.goto(`${shared.split('?')[0]}?time=range&from=2020-01-01&to=2020-01-02`);
      await expect(said(page)).toHaveText('Statistics of 2020-01-01 to 2020-01-02, all receivers');
      for (const title of chartTitles) await expect(card(page, title)).toContainText('Nothing to show');
      await page.goto(`${shared.split('?')[0]}?time=recent&amount=1&unit=day&receivers=${field.receivers['Crest'] ?? 0},999999`);
      await expect(page.getByText('‘receivers=999999’ is ignored: there is no receiver 999999 in this system')).toBeVisible();
      await expect(page.getByRole('grid', { name: 'Antenna status' }).getByRole('rowheader')).toHaveText(['Crest', 'Crest']);
      await page.goto(shared);
      await expect(said(page)).toHaveText('Statistics of the past 2 hours, 3 receivers');
      await expectRows(codes, ['17', 'South creek', '7'], (rows) => rows[0] ?? []);
    },
  );
});

test('the past day is asked by itself once in a visit, and cancelled where that is left (STAT-18)', async ({ page, field }) => {
  await hear(field);
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers`);
  const statistics = page.getByRole('link', { name: 'Statistics', exact: true });
  await statistics.click();
  await expect(said(page)).toHaveText('Statistics of the past day, all receivers');
  await statistics.click();
  await expect(page.getByText('Select receivers and request stats to view antenna status.')).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  await page.goBack();
  await expect(said(page), 'what the address holds is asked again').toHaveText('Statistics of the past day, all receivers');
  await page.goBack();
  await expect(page, 'the default is no step of its own').toHaveURL(/\/receivers$/);

  await page.route('**/receivers/histogram/codes?*', () => {});
  await Promise.all([page.waitForRequest(/\/histogram\/codes\?/), statistics.click()]);
  await expect(card(page, 'Contact codes').getByLabel('Loading the chart')).toBeVisible();
  await Promise.all([
    page.waitForEvent('requestfailed', (failed) => /\/histogram\/codes\?/.test(failed.url())),
    visit(page, `/dashboard/${field.mitasId}/receivers`),
  ]);
  await page.unroute('**/receivers/histogram/codes?*');
});

test.describe('where the host fails', () => {
  test.use({ expectErrors: ['status of 500'] });

  test('each of eight questions is asked, shown and failed by itself (STAT-9)', async ({ page, field }) => {
    await hear(field);
    const failing = { codes: true, timeline: true };
    const answer = async (pattern: string, of: keyof typeof failing) =>
      page.route(pattern, (route) =>
        failing[of]
          ? route.fulfill({ status: 500, json: { error: { code: 500, type: 'ServerError', message: 'The disk is full' } } })
          : route.continue(),
      );
    await answer('**/receivers/histogram/codes?*', 'codes');
    await answer('**/receivers/states/timeline?*', 'timeline');
    await enter(page, field.person, path(field, '?time=recent&amount=1&unit=hour'));
    const codes = card(page, 'Contact codes');
    await expect(codes).toContainText('An error occured');
    await expect(codes).toContainText('The disk is full');
    await expect(card(page, 'Receiver status timeline')).toContainText('Oops, something went wrong!');
    for (const title of chartTitles.filter((each) => each !== 'Contact codes'))
      await expect(card(page, title).getByRole('application')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Antenna status' })).toContainText('Crest');
    failing.codes = false;
    await codes.getByRole('button', { name: 'Retry' }).click();
    await expect(codes.getByRole('application')).toHaveAccessibleName(/^Contact codes: 27 contacts\./);
    await expect(card(page, 'Receiver status timeline')).toContainText('Oops, something went wrong!');
  });
});

const paths = await drivenPaths(statsFlow.samples, { wholeLeads: true });

test('all that may become of the question is on a path', () => assertWholeFlow(statsFlow, paths));

for (const each of pathsToWalk(paths)) {
  test(`question: ${pathText(each)}`, async ({ page, field }) => {
    await hear(field);
    await enter(page, field.person, path(field));
    await expect(request(page)).toBeVisible();
    await walk(statsFlow, each, page, test.step);
  });
}
