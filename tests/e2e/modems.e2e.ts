import type { Page } from '@playwright/test';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { saidTexts } from '../support/modem-texts.ts';
import type { Field } from './support/field.ts';
import { enter, expect, ownContext, test } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { flowModem, modemDetailsOf, modemHead, modemsFlow, pick } from './support/modems-flow.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { pressAt } from './support/press-at.ts';
import { visitAnew } from './support/steps.ts';
import { drawnBy, workedMs } from './support/worked-time.ts';

/** REG-30, REG-31: the page of modems, against the real host. */

const minuteMs = 60_000;
const path = ({ mitasId }: Field, search = '') => `/dashboard/${mitasId}/modems${search}`;

/** The details of an open modem, with their labels. */
const facts = (page: Page, name: string) =>
  modemDetailsOf(page, name)
    .locator('dl > div')
    .evaluateAll((all) => all.map((fact) => [...fact.children].map((part) => part.textContent).join(': ')));

test('lists modems, says how each is, and plots what it measured over a time that a person chooses', async ({ page, field }) => {
  await enter(page, field.person, path(field));
  await expect(page.getByRole('heading', { name: 'No Modem Data' })).toBeVisible();
  await expect(page.getByText('No modems have reported data yet')).toBeVisible();

  await field.addModems(flowModem, 'Creek modem', 'Bare modem');
  const now = Date.now();
  await field.reportModems(
    ...[300, 200, 100, 1].map((ago, at) => ({
      modem: flowModem,
      ts: now - ago * minuteMs,
      ...saidTexts,
      supplyVoltage: [12.1, 12.4, 17.25, 12.3][at],
      coreTemperature: 41.2,
      rssi: -87,
    })),
    { modem: 'Creek modem', ts: now - 16 * minuteMs, rssi: -101 },
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: '3 modems' })).toBeVisible();
  const heads = page.getByRole('button').filter({ hasText: /modemO(N|FF)LINE/ });
  await expect(heads).toHaveText([
    'Bare modemOFFLINEVoltage –Temperature –Signal –',
    'Creek modemOFFLINEVoltage –Temperature –Signal −101 dBm',
    'Ridge modemONLINEVoltage 12.3 VTemperature 41.2 °CSignal −87 dBm',
  ]);
  await expect(modemHead(page, 'Bare modem'), 'the first is open on arrival').toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/\?open=\d+$/);

  await expect
    .poll(() => facts(page, 'Bare modem').then((all) => new Set(all.map((each) => each.split(': ')[1]))))
    .toEqual(new Set(['N/a']));
  await expect(modemDetailsOf(page, 'Bare modem').getByRole('heading', { name: 'Nothing to show', level: 5 })).toBeVisible();
  await modemHead(page, flowModem).click();
  await expect(modemHead(page, 'Bare modem'), 'one is open at a time').toHaveAttribute('aria-expanded', 'false');
  await expect
    .poll(() => facts(page, flowModem))
    .toEqual([
      expect.stringMatching(/^Last contacted: (\d min|\d+ s) ago \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d M[DS]T\)$/),
      'Model: RUT241',
      'Hardware Version: 1.2',
      'Firmware Version: 7.6',
      'LAN Address: 192.168.1.1',
      'WAN Address: 10.0.0.7',
      'Core Temperature: 41.2 °C',
      'Supply Voltage: 12.3 V',
      'SIM #: 893104',
      'RF Band: B20',
      'Network: LTE',
      'RSSI: −87 dBm',
    ]);

  // A value beyond the scale is shown by its mark and in the table.
  const chart = modemDetailsOf(page, flowModem).getByRole('application');
  await expect(chart).toHaveAccessibleName('Voltage of Ridge modem, past day: 12.10 to 17.25 V, latest 12.30 V.');
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const reading = modemDetailsOf(page, flowModem).getByRole('status').filter({ hasText: ' V' });
  await expect(reading).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d M[DS]T: 17\.25 V, beyond the scale, North ridge$/);
  // The pointer finds a reading from any height.
  await chart.scrollIntoViewIfNeeded();
  // The distance of the plot from the canvas's edge depends on the last label of the time axis.
  let inset = 0;
  await expect(async () => {
    inset = (inset + 6) % 60;
    const box = (await chart.locator('canvas').boundingBox())!;
    await page.mouse.move(box.x + box.width - inset, box.y + box.height / 2);
    await expect(reading).toHaveText(/: 12\.30 V, North ridge$/, { timeout: 300 });
  }).toPass({ timeout: 30_000 });
  await modemDetailsOf(page, flowModem).getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table').getByRole('row').nth(3)).toContainText('17.25');
  await modemDetailsOf(page, flowModem).getByRole('button', { name: 'Chart' }).click();
  await expectFineEverywhere(page);

  await pick(page, 'Plot', 'RSSI');
  await pick(page, 'Over Past', '6 Hours');
  await expect(chart).toHaveAccessibleName('RSSI of Ridge modem, past 6 hours: −87 to −87 dBm, latest −87 dBm.');
  await expect(page).toHaveURL(/\?open=\d+&plot=rssi&past=6$/);

  await pick(page, 'Over Past', 'Custom');
  const dialog = page.getByRole('dialog', { name: 'Choose the days to plot' });
  const submit = dialog.getByRole('button', { name: 'Submit' });
  await expect(submit).toHaveAccessibleDescription('Choose the first and the last day');
  const type = async (field_: 'First day' | 'Last day', digits: string) => {
    await dialog.getByRole('group', { name: field_ }).getByRole('spinbutton').first().focus();
    await page.keyboard.type(digits);
    await page.keyboard.press('Enter');
  };
  await type('First day', '20200101');
  await type('Last day', '20991231');
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect(submit).toHaveAccessibleDescription(/^Choose days from 1970-01-02 to 20\d\d-\d\d-\d\d$/);
  await expectFineEverywhere(page, '[role=dialog]');
  await type('Last day', '20191231');
  await expect(submit).toHaveAccessibleDescription('The first day is after the last');
  await dialog.getByRole('group', { name: 'Last day' }).getByRole('spinbutton').first().focus();
  await page.keyboard.type('20200102');
  // The press itself leaves the field, so the day counts (FORM-20).
  await pressAt(page, submit);
  await expect(page).toHaveURL(/&plot=rssi&past=custom&from=2020-01-01&to=2020-01-02$/);
  await expect(modemDetailsOf(page, flowModem)).toContainText('Nothing to show');

  await page.reload();
  await expect(
    modemDetailsOf(page, flowModem).getByRole('heading', { name: 'RSSI of Ridge modem, 2020-01-01 to 2020-01-02' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${field.mitasId}/dashboard$`));
  await page.goBack();
  await expect(modemHead(page, flowModem)).toHaveAttribute('aria-expanded', 'true');
});

test.describe('where the host fails', () => {
  test.use({ expectErrors: ['status of 500'] });

  test('the list is polled; a poll that fails keeps what is shown and says so', { tag: ownContext }, async ({ page, field }) => {
    await field.addModems(flowModem);
    await page.clock.install();
    const failing = { isOn: true };
    await page.route('**/api/**/modems', (route) =>
      failing.isOn
        ? route.fulfill({ status: 500, json: { error: { code: 500, type: 'ServerError', message: 'The disk is full' } } })
        : route.continue(),
    );
    await enter(page, field.person, path(field));
    const alert = page.getByRole('alert').filter({ hasText: 'An error occurred' });
    await expect(alert).toContainText('Could not fetch modem data. The disk is full');
    failing.isOn = false;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(modemHead(page, flowModem)).toContainText('OFFLINE');
    // Otherwise a call in progress would time out when the clock advances.
    await expect(modemDetailsOf(page, flowModem)).toContainText('Nothing to show');

    failing.isOn = true;
    const poll = page.waitForResponse('**/api/**/modems');
    await page.clock.runFor(minuteMs);
    expect((await poll).status()).toBe(500);
    await expect(page.getByText('Could not fetch modem data. Showing the last known values.')).toBeVisible();
    await expect(modemHead(page, flowModem)).toBeVisible();
    await field.reportModems({ modem: flowModem, ts: Date.now(), rssi: -80 });
    failing.isOn = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Showing the last known values')).toHaveCount(0);
    await expect(modemHead(page, flowModem)).toContainText('ONLINE');
  });
});

test.describe('of a modem that is not there', () => {
  test.use({ expectErrors: ['status of 404'] });

  test('the address is said to fit nothing', async ({ page, field }) => {
    await field.addModems(flowModem);
    await enter(page, field.person, path(field, '?open=999999999'));
    await expect(page.getByText('‘open=999999999’ is ignored: there is no modem 999999999 in this system')).toBeVisible();
    await expect(modemHead(page, flowModem)).toHaveAttribute('aria-expanded', 'false');
  });
});

test('the days that an address names are plotted', async ({ page, field, operator, step }) => {
  const { [flowModem]: id } = await field.addModems(flowModem);
  await operator.database.pool.query(
    `insert into modem_readings (system_id, modem_id, ts, voltage)
      select $1, $2, ts, 12 + sin(extract(epoch from ts) / 86400)
      from generate_series(timestamptz '2025-01-01 12:00Z', timestamptz '2025-12-31 12:00Z', interval '1 hour') as ts`,
    [field.mitasId, id],
  );
  await enter(page, field.person, path(field));

  await step('days ahead in the address fit nothing: the past day is plotted', async () => {
    await visitAnew(page, field, `modems?open=${id}&past=custom&from=2199-01-01&to=2199-01-02`);
    await expect(page.getByText('‘from=2199-01-01’ is ignored: that day is in the future')).toBeVisible();
    await expect(
      modemDetailsOf(page, flowModem).getByRole('heading', { name: 'Voltage of Ridge modem, past day' }),
    ).toBeVisible();
  });

  await step('a year of readings is drawn within 300 ms, each in its step', async () => {
    await visitAnew(page, field, `modems?open=${id}&past=custom&from=2025-01-01&to=2025-12-31`);
    const details = modemDetailsOf(page, flowModem);
    await expect(details.getByRole('application')).toHaveAccessibleName(
      /^Voltage of Ridge modem, 2025-01-01 to 2025-12-31: 11\.00 to 13\.00 V/,
    );
    await details.getByRole('button', { name: 'Table' }).click();
    await expect(details.getByRole('row').nth(300), 'more than 300 rows').toBeAttached();
    // Vega's modules are loaded already.
    const drawnMs = await workedMs(page, () => drawnBy(details.getByRole('button', { name: 'Chart' })));
    test.info().annotations.push({ type: 'a year drawn (ms)', description: String(Math.round(drawnMs)) });
    expect(drawnMs).toBeLessThanOrEqual(300);
  });
});

const paths = await drivenPaths(modemsFlow.samples, { wholeLeads: true });

test('all that may become of the page is on a path', () => assertWholeFlow(modemsFlow, paths));

for (const each of pathsToWalk(paths)) {
  test(`page: ${pathText(each)}`, async ({ page, field }) => {
    await field.addModems(flowModem);
    await field.reportModems({ modem: flowModem, ts: Date.now(), supplyVoltage: 12.1, rssi: -80 });
    await enter(page, field.person, path(field));
    // The first modem is open on arrival; one that a person closes stays closed.
    await expect(modemHead(page, flowModem)).toHaveAttribute('aria-expanded', 'true');
    await modemHead(page, flowModem).click();
    await expect(page).toHaveURL(path(field));
    await walk(modemsFlow, each, page, test.step);
  });
}
