import type { Locator } from '@playwright/test';
import { loadErrorText } from '#model/contract/failure.ts';
import { chartColours, ownColour, pixelOf } from '#model/live/palette.ts';
import { insertContacts } from '../../host/platform/store/contacts/contacts-store.ts';
import { planted } from '../support/planted.ts';
import { thorough } from '../support/thorough.ts';
import { type Field, fieldReceivers, type Hearing, makeSecondField } from './support/field.ts';
import { enter, expect, productUrl, test } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/page-checks.ts';
import { retryByLoading, visit } from './support/steps.ts';
import { StreamPage } from './support/stream-page.ts';

const thoroughTest = thorough(test);

/** LIVE-1, LIVE-2, LIVE-4: contacts go from a receiver's http to the page of a person who watches. */

const colourOf = (alias: string) => ownColour(fieldReceivers.find((receiver) => receiver.alias === alias)?.color, 0, 'dark');

const lightColour = ownColour(fieldReceivers.find(({ alias }) => alias === 'Hollow')?.color, 0, 'light');

/** Contacts one second apart, old enough to show at once. */
const heard = (...hearings: Omit<Hearing, 'ts'>[]): Hearing[] =>
  hearings.map((hearing, index) => ({ ...hearing, ts: Date.now() - 12_000 + index * 1_000 }));

const mixed = () =>
  heard(
    { receiver: 'Crest', ant: 1, code: 17, freq: 150.12 },
    { receiver: 'Crest', ant: 2, code: 17, freq: 150.12 },
    { receiver: 'Crest', ant: 2, code: 23, freq: 150.34, type: 19 },
    { receiver: 'Hollow', ant: 4, code: 0, freq: 148.5, type: 7 },
  );

/** Adds three more quiet systems of the same person. */
async function threeMore(operator: Operator, { person }: Field): Promise<[Field, Field, Field]> {
  const another = () => makeSecondField(operator, productUrl(), person);
  return [await another(), await another(), await another()];
}

test('contacts that come are in the chart, the legend and the table', async ({ page, field, operator, step }) => {
  // One system per step: contacts of one do not appear in the others.
  const [second, third, fourth] = await threeMore(operator, field);
  const stream = await StreamPage.open(page, field);
  await step('a contact is in the table, the legend and the chart, two seconds behind the clock', async () => {
    await stream.showLast('1 min');
    await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible();
    const ts = Date.now();
    await field.hear({ receiver: 'Gully', ant: 3, freq: 150.345, code: 123, type: 18, power: -87.4, ts });
    await expect(stream.rows).toHaveCount(1);
    expect(Date.now() - ts).toBeGreaterThanOrEqual(2_000);
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Boise', timeStyle: 'medium', hourCycle: 'h23' }).format(
      ts,
    );
    await expect(stream.rows.getByRole('cell')).toHaveText([clock, 'Gully', '3', '150.345', '123', 'Lotek 2000', '−87 dBm']);
    await stream.expectLegend(['Gully1'], '1 contact shown');

    await stream.chart.focus();
    await page.keyboard.press('End');
    await expect(stream.tooltip).toContainText('ReceiverGullyAntenna3Frequency150.345 MHzCode123TypeLotek 2000Power−87 dBm');
    await page.keyboard.press('Escape');
    await expect(stream.tooltip).toBeHidden();

    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => stream.placeOf(colourOf('Gully'))).not.toBeNull();
    await page.locator('canvas').hover({ position: (await stream.placeOf(colourOf('Gully')))! });
    await expect(stream.tooltip).toContainText('ReceiverGully');
  });
  await step('a contact sent twice is shown once', async () => {
    await stream.visit(second);
    await stream.showLast('5 mins');
    const [contact] = heard({ receiver: 'Crest', code: 7 });
    await second.hear(contact!);
    await expect(second.hear(contact!)).rejects.toThrow(/"duplicate":1/);
    await second.hear(...heard({ receiver: 'Gully', code: 8 }));
    await stream.expectLegend(['Crest1', 'Gully1'], '2 contacts shown');
  });
  await step('a switch shows the same contacts as a table, and the legend stays', async () => {
    await stream.visit(third);
    await stream.showLast('1 min');
    await third.hear(
      ...mixed(),
      ...heard(...Array.from({ length: 20 }, (_, code) => ({ receiver: 'Gully', code: 900 + code }))).slice(0, 8),
    );
    await stream.expectLegend(['Crest3', 'Gully8', 'Hollow1'], '12 contacts shown');
    await expect(stream.rows).toHaveCount(10);
    await page.getByRole('switch', { name: 'Table' }).click();
    await expect(stream.chart).toHaveCount(0);
    await expect(page.locator('canvas'), 'no chart is kept for the table').toHaveCount(0);
    await expect(stream.rows).toHaveCount(12);
    await stream.expectLegend(['Crest3', 'Gully8', 'Hollow1'], '12 contacts shown');
    const csv = (await stream.save('CSV')).content.toString('utf8');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(13);
    await third.hear(...heard({ receiver: 'Crest', code: 77 }));
    await stream.expectLegend(['Crest4', 'Gully8', 'Hollow1'], '13 contacts shown');
    await expect(stream.rows).toHaveCount(13);
    await page.getByRole('switch', { name: 'Table' }).click();
    await expect(stream.chart).toBeVisible();
    await expect(stream.rows).toHaveCount(10);
    await expect.poll(() => stream.placeOf(colourOf('Gully')), 'the chart is drawn again').not.toBeNull();
  });
  await step('on a phone the table shows all seven of each contact, in two lines (LIVE-31)', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await stream.visit(fourth);
    await stream.showLast('1 min');
    await fourth.hear(...heard({ receiver: 'Gully', ant: 3, freq: 150.345, code: -2_147_483_648, type: 18, power: -130 }));
    const table = page.getByRole('region', { name: 'Table of the latest contacts' });
    const headings = ['Time', 'Receiver', 'Antenna', 'Frequency (MHz)', 'Code', 'Type', 'Power'];
    for (const display of ['chart', 'table']) {
      if (display === 'table') await page.getByRole('switch', { name: 'Table' }).check();
      await expect(table.getByRole('columnheader')).toHaveText(headings);
      await expect(stream.rows.getByRole('cell')).toHaveText([
        /:/,
        'Gully',
        '3',
        '150.345',
        '−2147483648',
        'Lotek 2000',
        '−130 dBm',
      ]);
      for (const row of await table.getByRole('row').all()) {
        const measured = () =>
          row.locator('th, td').evaluateAll((elements) => {
            const boxes = elements.map((element) => element.getBoundingClientRect());
            const isCut = ({ scrollWidth, clientWidth }: Element, at: number) =>
              boxes[at]!.left < 0 || boxes[at]!.right > innerWidth || scrollWidth > clientWidth;
            return { cut: elements.filter(isCut).length, lines: new Set(boxes.map(({ top }) => top)).size };
          });
        await expect.poll(measured).toEqual({ cut: 0, lines: 2 });
      }
      await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await expectAccessible(page);
    }
  });
});

test('what was heard is there as the stream opens: in groups, in words, and as its address says', async ({
  page,
  field,
  step,
}) => {
  await field.hear(...mixed());
  await enter(page, field.person);
  const stream = new StreamPage(page);
  await step('one that is opened from Home shows what was heard before the page, too (LIVE-25)', async () => {
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Live stream' }).first().click();
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await expect(stream.rows).toHaveCount(4);
  });
  await step('contacts are grouped by receiver, antenna, type, frequency and code, each group with its count', async () => {
    await stream.visit(field);
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    const groupings: [kind: string, groups: string[]][] = [
      ['Antenna', ['Antenna 11', 'Antenna 22', 'Antenna 41']],
      ['Type', ['Beeper1', 'Lotek 20002', 'Lotek 20031']],
      ['Frequency', ['148.500 MHz1', '150.120 MHz2', '150.340 MHz1']],
      ['Code', ['Code 172', 'Code 231', 'N/a1']],
      ['Receiver', ['Crest3', 'Hollow1']],
    ];
    for (const [kind, groups] of groupings) {
      await stream.groupBy(kind);
      await expect.poll(async () => (await stream.legend.getByRole('listitem').allTextContents()).toSorted()).toEqual(groups);
    }
    await expect(stream.rows.filter({ hasText: 'Hollow' }).getByRole('cell').nth(4)).toHaveText('N/a');
  });
  await step('the chart is told in words to those who do not see it', async () => {
    await stream.visit(field);
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await expect(page.getByTestId('live-chart-summary')).toHaveText(
      /^4 contacts in 2 groups from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d M[DS]T\. Most: Crest 3, Hollow 1\.( Not received: before [\d:]+ \(M[DS]T\))?$/,
      { timeout: 30_000 },
    );
  });
  await step('of an address that cannot be read the page says what was left out, and shows the rest', async () => {
    await stream.visit(field, '?groupBy=ant&timeLimit=2min&ant=1,nine');
    await expect(stream.legend).toHaveAccessibleName('Contacts by antenna');
    await expect(page.getByText('‘timeLimit=2min’ is ignored: timeLimit must be 30s, 1min or 5min')).toBeVisible();
    await expect(page.getByText('‘ant=nine’ is ignored: ant must be numbers from 1 to 8')).toBeVisible();
    await expect(page.getByRole('radio', { name: '30 sec' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    await expectAccessible(page);
    await stream.showLast('1 min');
    await expect(page.getByText('is ignored')).toHaveCount(0);
    // An id that is valid but unknown is also reported, and kept (NAV-20).
    const known = field.receivers['Crest'];
    await stream.visit(field, `?rxId=${known},2147483647`);
    await expect(page.getByText('is ignored')).toHaveText(
      '‘rxId=2147483647’ is ignored: there is no receiver 2147483647 in this system',
    );
    await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
  });
  await step(
    'a press on a group draws it alone, a second leaves it out, a third draws all, by keyboard too (LIVE-28)',
    async () => {
      await stream.visit(field);
      await stream.showLast('5 mins');
      const groups = ['Crest3', 'Hollow1'];
      await stream.expectLegend(groups, '4 contacts shown');
      const crest = stream.legend.getByRole('button', { name: 'Crest 3' });
      // LIVE-38: only the group under the pointer keeps its colour; the other is faded and still counts.
      await expect.poll(() => stream.placeOf(colourOf('Hollow'))).not.toBeNull();
      await crest.hover();
      await expect.poll(() => stream.placeOf(colourOf('Hollow'))).toBeNull();
      expect(await stream.placeOf(colourOf('Crest'))).not.toBeNull();
      await stream.expectLegend(groups, '4 contacts shown');
      await page.mouse.move(0, 0);
      await expect.poll(() => stream.placeOf(colourOf('Hollow'))).not.toBeNull();
      await crest.click();
      await stream.expectLegend(groups, '3 contacts shown · 1 in groups that are not drawn');
      await expect(crest).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByText('Only Crest is shown', { exact: true })).toBeAttached();
      await expect(stream.rows).toHaveCount(3);
      await expect.poll(() => stream.placeOf(colourOf('Hollow'))).toBeNull();
      await expect(page).toHaveURL((url) => url.searchParams.get('only') === String(field.receivers['Crest']));
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await stream.expectLegend(groups, '1 contact shown · 3 in groups that are not drawn');
      await expect(crest).toHaveAttribute('aria-pressed', 'false');
      await expect(page.getByText('Crest is hidden', { exact: true })).toBeAttached();
      await page.keyboard.press('Enter');
      await stream.expectLegend(groups, '4 contacts shown');
      await crest.click();
      await stream.groupBy('Antenna');
      await stream.expectLegend(['Antenna 11', 'Antenna 22', 'Antenna 41'], '4 contacts shown');
    },
  );
});

test('it opens with what was heard before, each contact once, and so does a reload (LIVE-25)', async ({ page, field }) => {
  await field.hear(...mixed());
  const stream = await StreamPage.open(page, field);
  await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
  await stream.showLast('5 mins');
  await expect.poll(() => stream.placeOf(colourOf('Hollow'))).not.toBeNull();
  await expect(page.getByText(/^Not received/), 'nothing of it is missing').toHaveCount(0);
  await stream.groupBy('Antenna');
  await field.hear({ receiver: 'Gully', ant: 2, code: 99 });
  const antennas = ['Antenna 11', 'Antenna 23', 'Antenna 41'];
  await stream.expectLegend(antennas, '5 contacts shown');
  await page.reload();
  await stream.expectLegend(antennas, '5 contacts shown');
  await expect(page.getByRole('radio', { name: '5 mins' })).toBeChecked();
  await expect(stream.rows).toHaveCount(5);
});

test('the time that is chosen and a pause say what is shown of the past', async ({ page, field, operator, step }) => {
  // One system per step: contacts of one do not appear in the others.
  const [second, third, fourth] = await threeMore(operator, field);
  const stream = await StreamPage.open(page, field);
  await step('30 sec, 1 min and 5 mins show so much of the past', async () => {
    await expect(page.getByRole('radio', { name: '30 sec' })).toBeChecked();
    const ago = (seconds: number): Hearing => ({ receiver: 'Crest', code: seconds, ts: Date.now() - seconds * 1_000 });
    // As recent as each range allows, so that each contact shows long enough for these checks.
    await field.hear(ago(3), ago(33), ago(63));
    await stream.expectLegend(['Crest1'], '1 contact shown');
    await stream.showLast('1 min');
    await stream.expectLegend(['Crest2'], '2 contacts shown');
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3'], '3 contacts shown');
    await stream.showLast('30 sec');
    await stream.expectLegend(['Crest1'], '1 contact shown');
  });
  await step('paused, another time can be chosen, and shows the past as it was', async () => {
    await stream.visit(second);
    const ago = (seconds: number): Hearing => ({ receiver: 'Crest', code: seconds, ts: Date.now() - seconds * 1_000 });
    await second.hear(ago(5), ago(45), ago(200));
    await stream.expectLegend(['Crest1'], '1 contact shown');
    await page.getByRole('button', { name: 'Pause' }).click();
    await second.hear({ receiver: 'Gully' });
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3'], '3 contacts shown');
    await expect(stream.waiting).toHaveText('Paused, 1 contact waiting');
  });
  await step('paused, the view stands and counts what waits; nothing of it is lost on resume', async () => {
    await stream.visit(third);
    await stream.showLast('1 min');
    await third.hear(...mixed());
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(stream.waiting).toHaveText('Paused, 0 contacts waiting');
    await expect(page.getByText('Streaming', { exact: true }), 'one word for how it is').toHaveCount(0);
    const still = await stream.placeAtRest(colourOf('Hollow'));
    const now = Date.now();
    await third.hear(
      ...Array.from({ length: 25 }, (_, code): Hearing => ({ receiver: 'Gully', code: 500 + code, ts: now + code })),
    );
    await expect(stream.waiting).toHaveText('Paused, 25 contacts waiting');
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await expect(stream.rows).toHaveCount(4);
    expect(await stream.placeOf(colourOf('Hollow'))).toEqual(still);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(stream.waiting).toHaveCount(0);
    await stream.expectLegend(['Crest3', 'Gully25', 'Hollow1'], '29 contacts shown');
    await expect(stream.rows.first()).toContainText('524');
  });
  await step('a pause ends when the page is left: whoever comes back sees the present', async () => {
    await stream.visit(fourth);
    await stream.showLast('5 mins');
    await fourth.hear(...mixed());
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await page.getByRole('button', { name: 'Pause' }).click();
    await fourth.hear({ receiver: 'Gully', code: 1 }, { receiver: 'Gully', code: 2 });
    await expect(stream.waiting).toHaveText('Paused, 2 contacts waiting');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await page.goBack();
    await stream.expectLegend(['Crest3', 'Gully2', 'Hollow1'], '6 contacts shown');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(stream.waiting).toHaveCount(0);
  });
});

test('what is shown is saved, narrowed by filters, and shared by a link', async ({ page, field, step }) => {
  const stream = await StreamPage.open(page, field);
  await field.hear(...mixed());
  await step('what is shown is saved as CSV, PNG and SVG, pictures light and 1600 pixels wide (LIVE-29)', async () => {
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await page.getByRole('button', { name: 'Pause' }).click();

    const csv = await stream.save('CSV');
    expect(csv.name).toMatch(/^Field study \d+ contacts \d{4}-\d\d-\d\d \d{6}\.csv$/);
    const [header, ...rows] = csv.content.toString('utf8').trimEnd().split('\r\n');
    expect(header).toMatch(
      /^contactId,decodeTimeUTC-0[67]:00,ReceiverId,antenna,frequency,codeNumber,protocol,power,receiverName$/,
    );
    const { Crest: crest, Hollow: hollow } = field.receivers;
    expect(rows.map((row) => row.split(',').toSpliced(1, 1).join(','))).toEqual([
      `1,${crest},1,150.12,17,Lotek 2000,-80,Crest`,
      `2,${crest},2,150.12,17,Lotek 2000,-80,Crest`,
      `3,${crest},2,150.34,23,Lotek 2003,-80,Crest`,
      `4,${hollow},4,148.5,0,Beeper,-80,Hollow`,
    ]);

    const svg = (await stream.save('SVG')).content.toString('utf8');
    const paths = [...svg.matchAll(/<path fill="[^"]+" d="([^"]+)"/g)].map(([, marks]) => marks).join('');
    expect(paths.match(/z/g), 'a mark for each contact').toHaveLength(4);
    expect(svg).toContain('4 contacts shown');

    const png = (await stream.save('PNG')).content;
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20) > 720], 'the chart with its heading and its legend').toEqual([
      1_600,
      true,
    ]);
    // Dark like the page, and paused (LIVE-29).
    expect(svg).toContain(`width="1600"`);
    expect(svg).toContain(`fill="${chartColours.light.plot}"`);
    expect(svg).not.toMatch(/>(now|paused)</);
    const drawn = await page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        context.drawImage(image, 0, 0);
        return [...new Set(new Uint32Array(context.getImageData(0, 40, 1_600, 720).data.buffer))];
      },
      [...png],
    );
    expect(drawn).toContain(pixelOf(chartColours.light.plot));
    expect(drawn).toContain(pixelOf(lightColour));
  });
  await step('filters hide contacts and count them; any value of a kind lets through, every kind must', async () => {
    await stream.visit(field);
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    const dialog = await stream.openFilters();
    await expect(dialog.getByRole('group', { name: 'Antenna' }).getByRole('checkbox'), 'heard or not').toHaveCount(8);
    await dialog.getByRole('checkbox', { name: 'Crest', exact: true }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await stream.expectLegend(['Crest3'], '3 contacts shown · 1 hidden by filters');
    await expect(stream.rows.filter({ hasText: 'Hollow' })).toHaveCount(0);
    await expect(stream.rows).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();

    await stream.openFilters();
    await dialog.getByRole('checkbox', { name: 'Code 23', exact: true }).check();
    await dialog.getByRole('checkbox', { name: 'Hollow', exact: true }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await stream.expectLegend(['Crest1'], '1 contact shown · 3 hidden by filters');

    await stream.openFilters();
    await dialog.getByRole('checkbox', { name: 'Antenna 1', exact: true }).check();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await stream.expectLegend(['Crest1'], '1 contact shown · 3 hidden by filters');

    await stream.openFilters();
    await dialog.getByRole('button', { name: 'Clear all' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
  });
  await step('where the filters hide all contacts the page says so, and clears them at once (LIVE-22)', async () => {
    await stream.visit(field);
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await visit(page, `${page.url()}&rxId=2000000000`);
    await stream.isStreaming();
    const none = page.getByRole('heading', { name: 'The filters hide every contact' });
    await expect(none).toBeVisible();
    await expect(page.getByText('4 contacts were heard in this time.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No contacts yet' })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Table' }).click();
    await expect(none).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await expect(page).toHaveURL((url) => url.search === '?timeLimit=5min&display=table');
  });
  await step('filters are set by the keyboard alone', async () => {
    await stream.visit(field);
    await stream.showLast('5 mins');
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' });
    await dialog.getByRole('checkbox', { name: 'Hollow' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Enter');
    await stream.expectLegend(['Hollow1'], '1 contact shown · 3 hidden by filters');
  });
  await step('whoever gets the link sees the same; Back takes the filters back', async () => {
    await stream.visit(field);
    await stream.groupBy('Code');
    await stream.showLast('5 mins');
    const dialog = await stream.openFilters();
    await dialog.getByRole('checkbox', { name: 'Antenna 2', exact: true }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('switch', { name: 'Table' }).click();
    await stream.expectLegend(['Code 171', 'Code 231'], '2 contacts shown · 2 hidden by filters');
    await expect(page).toHaveURL((url) => url.search === '?groupBy=code&timeLimit=5min&display=table&ant=2');

    const colleague = new StreamPage(await page.context().newPage());
    await colleague.page.goto(page.url());
    await colleague.isStreaming();
    await expect(colleague.legend).toHaveAccessibleName('Contacts by code');
    await expect(colleague.page.getByRole('radio', { name: '5 mins' })).toBeChecked();
    await expect(colleague.page.getByRole('switch', { name: 'Table' })).toBeChecked();
    await expect(colleague.page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    await colleague.page.close();

    await page.goBack();
    await expect(page).toHaveURL((url) => url.search === '?groupBy=code&timeLimit=5min');
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: '5 mins' })).toBeChecked();
  });
  await step('the filter dialog says that there is more below the fold, until its end is reached (LIVE-32)', async () => {
    await page.setViewportSize({ width: 390, height: 640 });
    await stream.visit(field);
    await stream.showLast('5 mins');
    await expect(stream.rows).toHaveCount(4);
    const dialog = await stream.openFilters();
    const cue = dialog.getByText('More below');
    await expect(cue).toBeInViewport();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    for (let pressed = 0; pressed < 40 && (await cue.count()) > 0; pressed++) {
      const isUnder = () =>
        dialog.evaluate((element) => {
          const { bottom } = document.activeElement!.closest('label, button')!.getBoundingClientRect();
          const word = [...element.querySelectorAll('[aria-hidden] span')].find(
            ({ textContent }) => textContent === 'More below',
          );
          return (
            word !== undefined && bottom > word.getBoundingClientRect().top + 1 && bottom <= word.getBoundingClientRect().bottom
          );
        });
      await expect.poll(isUnder, 'what the keyboard comes to is not under the cue').toBe(false);
      await page.keyboard.press('Tab');
    }
    await expect(cue).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 1200 });
    await expect(dialog.getByRole('checkbox').last()).toBeInViewport();
    await expect(cue).toHaveCount(0);
  });
});

thoroughTest('on a phone the numbers of the table end where their headings do (LOOK-27)', async ({ page, field }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const stream = await StreamPage.open(page, field);
  await stream.showLast('1 min');
  await field.hear(...heard({ receiver: 'Gully', ant: 3, freq: 150.345, code: 60, type: 18, power: -87 }));
  await expect(stream.rows.getByRole('cell')).toHaveCount(7);
  const table = page.getByRole('region', { name: 'Table of the latest contacts' });
  const edges = (row: Locator): Promise<number[]> =>
    row.locator('th, td').evaluateAll((elements) =>
      elements.map((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return Math.round(text.getBoundingClientRect().right);
      }),
    );
  const numbers = [2, 3, 4, 6];
  const [above, below] = [await edges(table.getByRole('row').first()), await edges(stream.rows.first())];
  expect(numbers.map((at) => below[at])).toEqual(numbers.map((at) => above[at]));
});

thoroughTest(
  'the Filter button covers no cell and no group of the legend, wherever the page is scrolled to (LIVE-19)',
  async ({ page, field }) => {
    const stream = await StreamPage.open(page, field);
    await stream.showLast('1 min');
    await field.hear(...heard(...Array.from({ length: 10 }, (_, code) => ({ receiver: 'Gully', code: 900 + code }))));
    await expect(stream.rows).toHaveCount(10);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 700 });
      for (let step = 0; step < 20; step++) {
        await page.mouse.move(width / 2, 300);
        await page.mouse.wheel(0, 60);
        const covered = await page.evaluate(() => {
          const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Filter'))!;
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const line = (y: number) => document.elementFromPoint(40, y)?.closest('main :is(td, th, li)');
          // At the button's height no cell of a row may be visible.
          return (
            [top + 1, (top + bottom) / 2, bottom - 1].some(
              (y) => line(y) || document.elementFromPoint(left - 20, y)?.closest('main :is(td, th, li)'),
            ) || right > innerWidth
          );
        });
        expect(covered, `${width} px wide, ${step * 60} px down`).toBe(false);
      }
    }
  },
);

test('of thousands of codes the dialog shows some, which are those of its opening; a search finds the others', async ({
  page,
  field,
}) => {
  const stream = await StreamPage.open(page, field);
  await stream.showLast('5 mins');
  const ts = Date.now() - 12_000;
  const noise = Array.from({ length: 3_000 }, (_, index): Hearing => ({ receiver: 'Crest', code: index + 1, ts: ts + index }));
  await field.hear(...noise);
  await stream.expectLegend(['Crest3000'], '3000 contacts shown');
  const dialog = await stream.openFilters();
  const codes = dialog.getByRole('group', { name: 'Code' });
  const code = (value: number) => codes.getByRole('checkbox', { name: `Code ${value}`, exact: true });
  await expect(codes.getByRole('checkbox')).toHaveCount(200);
  await expect(codes.getByText('and 2800 more: search to find them')).toBeVisible();
  await expect(dialog.getByRole('searchbox')).toHaveCount(1);

  const search = codes.getByRole('searchbox', { name: 'Search code' });
  await search.fill('code 2999');
  await expect(codes.getByRole('checkbox')).toHaveCount(1);
  await expect(codes.getByText(/more: search/)).toHaveCount(0);
  await code(2_999).check();
  await search.fill('nothing of that name');
  await expect(codes.getByRole('checkbox')).toHaveCount(1);
  await code(2_999).uncheck();
  await expect(code(2_999)).toBeFocused();
  await code(2_999).check();

  await field.hear({ receiver: 'Gully', code: 0, ts: Date.now() - 12_000 });
  await expect(page.getByText('3001 contacts shown')).toBeVisible();
  await search.fill('');
  await expect(code(1)).toBeVisible();
  await expect(code(0)).toHaveCount(0);
  await expect(dialog.getByRole('checkbox', { name: 'Gully' }), 'receivers can be chosen before they are heard').toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await stream.expectLegend(['Crest1'], '1 contact shown · 3000 hidden by filters');
  await stream.openFilters();
  await expect(code(2_999)).toBeChecked();
  await expect(code(0)).toBeVisible();
});

test.describe('filters that cannot be loaded', () => {
  test.use({ expectErrors: ['net::ERR_', 'Failed to fetch dynamically imported module'] });
  test('leave the stream as it is, with a message above it that has Retry and can be closed', async ({ page, field }) => {
    await page.route('**/assets/filter-dialog-*.js', (route) => route.abort('connectionrefused'));
    const stream = await StreamPage.open(page, field);
    await stream.showLast('5 mins');
    await field.hear(...mixed());
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await page.getByRole('button', { name: 'Filter' }).click();
    const error = page.getByRole('heading', { name: loadErrorText, level: 2 });
    await expect(error).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeInViewport();
    await stream.expectLegend(['Crest3', 'Hollow1'], '4 contacts shown');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(error).toHaveCount(0);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.unroute('**/assets/filter-dialog-*.js');
    await retryByLoading(page, page.getByRole('button', { name: 'Retry' }));
    await stream.isStreaming();
    await stream.openFilters();
  });
});

thoroughTest('the chart takes the height that there is (LIVE-24)', async ({ page, field }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await StreamPage.open(page, field);
  const height = async () => (await page.locator('canvas').first().boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThanOrEqual(480);
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect.poll(height, 'no more than that of a low window').toBeLessThan(300);
  await expectNoSidewaysScroll(page);
});

thoroughTest('on a phone a menu comes from below and is as high as its lines (LOOK-19)', async ({ page, field }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect(items).toHaveText(['CSV', 'PNG', 'SVG']);
  // It extends below the page by the page's height, so that no gap shows while it is dragged up.
  const height = async () => ((await page.getByTestId('tray').boundingBox())?.height ?? Infinity) - 844;
  await expect.poll(height, 'three lines of 44 px and their edges').toBeLessThan(3 * 44 + 40);
  await expect(items.last(), 'it lies in sight').toBeInViewport({ ratio: 1 });
});

test('a replay says when what it shows was recorded, running and paused (LIVE-33)', async ({ page, field, operator }) => {
  const recorded = Date.UTC(2018, 9, 2, 18);
  const contacts = Array.from({ length: 3_600 }, (_, second) => ({
    rxId: field.receivers['Gully'] ?? 0,
    ant: 1,
    freq: 150.05,
    code: second % 40,
    type: 8,
    power: -80,
    ts: recorded + second * 1_000,
  }));
  await insertContacts(operator.database.pool, field.mitasId, contacts);
  const replay = JSON.stringify({ speed: 1, from: new Date(recorded).toISOString() });
  await planted(operator.database)
    .updateTable('systems')
    .set({ kind: 'replay', replay })
    .where('id', '=', field.mitasId)
    .execute();
  const stream = await StreamPage.open(page, field);
  const told = page.getByText(/^Replay of 2018-10-02 12:0\d:\d\d MDT$/);
  await expect(told).toBeVisible({ timeout: 60_000 });
  const at = async () => Date.parse(`${(await told.textContent())!.slice(10, 29).replace(' ', 'T')}-06:00`);
  const first = await at();
  expect(first).toBeGreaterThanOrEqual(recorded);
  await expect.poll(at).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(stream.waiting).toHaveText(/[1-9]\d* contacts? waiting/);
  const paused = await at();
  await expect(stream.waiting).toHaveText(/[5-9] contacts waiting|\d\d contacts waiting/);
  expect(await at()).toBe(paused);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(told).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
