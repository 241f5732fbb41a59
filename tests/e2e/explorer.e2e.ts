import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { palette, pixelOf } from '#model/live/palette.ts';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { explorerFlow } from './support/explorer-flow.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { HeldCalls } from './support/held-calls.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { visit } from './support/steps.ts';
import { StreamPage } from './support/stream-page.ts';
import { stock } from './support/tags-page.ts';

/** EXP-1, EXP-2: the contact explorer over the page of statistics, against a real host. */
const minute = 60_000;
const stats = ({ mitasId }: Field, search = '?time=recent&amount=1&unit=hour') =>
  `/dashboard/${mitasId}/receivers/stats${search}`;
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Receiver / });
const plot = (page: Page) => dialog(page).getByRole('application', { name: 'Contacts by time and power' });
const reading = (page: Page) =>
  dialog(page)
    .getByRole('status')
    .filter({ hasText: /dBm at|Point at/ });

/** Counts the pixels of the plot in the colour of the n-th group, in the page's scheme. */
async function pixelsOf(page: Page, group: number): Promise<number> {
  const colours = [palette.light[group]!, palette.dark[group]!].map(pixelOf);
  return dialog(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement, wanted) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return new Uint32Array(data.buffer).filter((pixel) => wanted.includes(pixel)).length;
    }, colours);
}

test('filters, groups, reads and saves what the database has; a link shows it to a colleague (EXP-1, EXP-2)', async ({
  page,
  field,
  operator,
}) => {
  const ts = Date.now() - 30 * minute;
  const crest = { receiver: 'Crest', ant: 1, type: 18 };
  await field.hear(
    ...Array.from({ length: 12 }, (_, at) => ({ ...crest, code: 17, freq: 150.1, power: -80 - at, ts: ts + at * minute })),
    ...Array.from({ length: 5 }, (_, at) => ({ ...crest, code: 17, freq: 166.38, power: -95, ts: ts + at * minute + 500 })),
    { ...crest, code: 230, freq: 150.1, power: -70, ts: ts + 100 },
    { ...crest, ant: 3, code: 230, freq: 150.1, power: -70, ts: ts + 200 },
  );
  await enter(page, field.person, stats(field));
  await page.getByRole('button', { name: 'Explore contacts of Crest, antenna 1' }).click();
  await expect(dialog(page)).toHaveAccessibleName(
    /^Receiver Crest contacts on antenna 1 from \d{4}-\d\d-\d\d .* M[DS]T to \d{4}-/,
  );
  const { rows } = await operator.database.pool.query<{ count: string }>(
    'select count(*) from contacts where rx_id = $1 and ant = 1',
    [field.receivers['Crest']],
  );
  await expect(dialog(page).getByText(`(${rows[0]?.count}/18 contacts shown)`)).toBeVisible();
  const groups = dialog(page).getByRole('list', { name: 'Groups' }).getByRole('listitem');
  await expect(groups).toHaveText(['Code 1717', 'Code 2301']);
  await dialog(page)
    .getByRole('button', { name: /Group by$/ })
    .click();
  await page.getByRole('option', { name: 'Code and frequency' }).click();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(groups).toHaveText(['Code 17, 150.100 MHz12', 'Code 17, 166.380 MHz5', 'Code 230, 150.100 MHz1']);
  await dialog(page)
    .getByRole('group', { name: 'Frequency' })
    .getByRole('checkbox', { name: '166.380 MHz' })
    .click({ force: true });
  await expect(dialog(page).getByText('(5/18 contacts shown)')).toBeVisible();
  const antennas = dialog(page).getByRole('group', { name: 'Antenna' }).getByRole('checkbox');
  await expect(antennas).toHaveCount(8);
  await antennas.nth(1).click({ force: true });
  await expect(dialog(page).getByText('(0/18 contacts shown)'), 'none of antenna 2').toBeVisible();
  await antennas.nth(0).click({ force: true });
  await expect(dialog(page).getByText('(5/18 contacts shown)')).toBeVisible();
  await antennas.nth(1).click({ force: true });

  await plot(page).focus();
  await page.keyboard.press('Home');
  await expect(reading(page)).toHaveText(
    /^Code 17, 166\.380 MHz, Lotek 2000, antenna 1: −95 dBm at \d\d:\d\d:\d\d\.\d{3} M[DS]T$/,
  );
  const first = await reading(page).textContent();
  await page.keyboard.press('ArrowRight');
  await expect(reading(page)).not.toHaveText(first ?? '');
  const picture = () =>
    plot(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const whole = await picture();
  await dialog(page).getByRole('button', { name: 'Zoom in' }).click();
  expect(await picture()).not.toBe(whole);
  await plot(page).hover();
  const closer = await picture();
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 4 });
  await page.mouse.up();
  expect(await picture(), 'dragged').not.toBe(closer);
  await dialog(page).getByRole('button', { name: 'Show all' }).click();
  const opacity = await dialog(page).evaluate((element) => getComputedStyle(element.parentElement!).opacity);
  expect(opacity, 'otherwise each frame mixes dialog and page').toBe('1');
  const selected = dialog(page).getByRole('region', { name: 'Selected contacts' });
  await dialog(page).getByRole('button', { name: 'List contacts in view' }).click();
  await expect(selected.getByRole('heading')).toHaveText('5 contacts selected');
  await expect(selected.getByRole('listitem').first()).toContainText('166.380 MHz');
  // From the middle of the plot to its right end: the five contacts are in the first minutes after the
  // middle.
  const box = (await plot(page).boundingBox())!;
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + box.width * 0.98, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height - 60, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(selected.getByRole('heading'), 'nothing lies there').toHaveText('0 contacts selected');
  await dialog(page).getByRole('switch', { name: 'Drag to select' }).click({ force: true });
  await page.mouse.move(box.x + 70, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height - 50, { steps: 4 });
  await page.mouse.up();
  await expect(selected.getByRole('heading'), 'a box around all of them').toHaveText('5 contacts selected');
  await dialog(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(selected).toHaveCount(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Save CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('Receiver,Time,Zone,Antenna,Frequency (MHz),Code,Type,Power (dBm)');
  expect(lines).toHaveLength(6);
  expect(lines[1]).toMatch(/^Crest,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3},M[DS]T,1,166\.38,17,Lotek 2000,-95$/);

  const link = page.url();
  expect(link).toMatch(/&explore=\d+&antennas=1&start=.*&group=codeFreq&filteredAnts=1&freqs=166\.38$/);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(link);
  await expect(dialog(page).getByText('(5/18 contacts shown)')).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const codes = page.getByRole('region', { name: 'Contact codes' });
  await codes.getByRole('application').focus();
  await page.keyboard.press('End');
  await expect(codes.getByRole('status')).toContainText('Code 230, Crest: 2 contacts');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('(2/19 contacts shown)'), 'what the bar counts').toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await codes.locator('canvas').click({ position: { x: 150, y: 200 } });
  await expect(dialog(page).getByText('(17/19 contacts shown)'), 'what is pressed').toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  for (const [title, shown] of [
    ['Contacts per antenna', '18/18'],
    // As many as were heard in the first hour.
    ['Contacts per antenna and hour', String.raw`(\d+)/\1`],
    ['Aggregated contacts', '12/19'],
    ['Contacts per frequency', '14/19'],
    ['Contact power', '19/19'],
  ] as const) {
    await page.getByRole('region', { name: title, exact: true }).getByRole('application').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText(new RegExp(String.raw`\(${shown} contacts shown\)`)), title).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('the explorer opens from where contacts are seen, and warns of very many', async ({ page, field, step }) => {
  const ts = Date.now() - 30 * minute;
  for (let part = 0; part < 2; part += 1)
    await field.hear(
      ...Array.from({ length: 5_001 }, (_, at) => ({
        receiver: 'Gully',
        ant: 1,
        ts: ts + (part * 5_001 + at) * 100,
        power: -60 - (at % 60),
      })),
    );
  await StreamPage.open(page, field);
  await step('a receiver and the live stream lead to it (EXP-1)', async () => {
    await field.hear({ receiver: 'Crest', ant: 2, ts: Date.now() - 2_000 });
    await expect(page.getByRole('list', { name: 'Contacts by receiver' }).getByRole('button', { name: /^Crest/ })).toBeVisible();
    await page.getByRole('button', { name: 'Explore' }).click();
    await page.getByRole('menuitem', { name: 'Crest' }).click();
    await expect(dialog(page)).toHaveAccessibleName(/^Receiver Crest contacts on antenna 1, 2, 3/);
    await expect(dialog(page).getByText('(1/1 contacts shown)')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Statistics of the past hour, 1 receiver')).toBeVisible();

    await visit(page, `/dashboard/${field.mitasId}/receivers?receiver=${field.receivers['Crest']}`);
    await page.getByRole('link', { name: 'Explore the past day' }).click();
    await expect(dialog(page).getByText('(1/1 contacts shown)')).toBeVisible();
  });
  await step('a code has a shape, the animal that wore it, and stands out where it is pointed at (EXP-4 to EXP-7)', async () => {
    const { colleague, animals, transmitters } = await stock(field);
    const places = { releaseLatitude: null, releaseLongitude: null, retrieveLatitude: null, retrieveLongitude: null };
    const tagData = { AnimalId: animals[0], TransmitterId: transmitters[0], releaseTime: null, retrieveTime: null, ...places };
    await colleague.call('POST', '/tags', { tagData });
    const hollow = { receiver: 'Hollow', ant: 1, type: 18, freq: 150.05 };
    await field.hear(
      ...[41, 41, 230, 230].map((code, at) => ({ ...hollow, code, power: -60 - at * 10, ts: ts + at * 2 * minute })),
    );
    await visit(page, `/dashboard/${field.mitasId}/changelog`);
    await visit(page, stats(field));
    await page.getByRole('button', { name: 'Explore contacts of Hollow, antenna 1' }).click();
    const groups = dialog(page).getByRole('list', { name: 'Groups' });
    await expect(groups.getByRole('listitem')).toHaveText(['Code 41 (Sam)2', 'Code 2302']);
    const shapes = await groups.locator('svg path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(shapes[0], 'not by colour alone').not.toBe(shapes[1]);
    await expect(dialog(page).getByRole('checkbox', { name: 'Code 41 (Sam)' })).toBeVisible();
    const { width } = page.viewportSize() ?? { width: 0 };
    expect((await dialog(page).boundingBox())?.width, 'as wide as the screen').toBeCloseTo(width - 48, -1);

    const [first, second] = [0, 1].map((at) => () => pixelsOf(page, at)) as [() => Promise<number>, () => Promise<number>];
    await expect.poll(second).toBeGreaterThan(0);
    await groups.getByRole('button', { name: 'Code 41 (Sam) 2' }).hover();
    await expect.poll(second, 'the others fade').toBe(0);
    expect(await first()).toBeGreaterThan(0);
    await page.mouse.move(0, 0);
    await expect.poll(second).toBeGreaterThan(0);
    await plot(page).focus();
    await page.keyboard.press('Home');
    await expect(reading(page)).toHaveText(/^Code 41 \(Sam\), 150\.050 MHz/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(groups.getByRole('button', { name: 'Code 230 2' })).toBeFocused();
    await expect.poll(first, 'as the keyboard comes to one').toBe(0);
    await page.keyboard.press('Enter');
    await plot(page).focus();
    expect(await first(), 'a press keeps it so').toBe(0);
    await expectFineEverywhere(page, '[role=dialog]');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
  });
  await step('more than 10,000 contacts are warned of before they are read', async () => {
    // Leaves anything that the previous step may have left open.
    await visit(page, `/dashboard/${field.mitasId}/changelog`);
    const reads = await HeldCalls.at(page, '/contacts?*');
    await visit(page, stats(field));
    await page.getByRole('button', { name: 'Explore contacts of Gully, antenna 1' }).click();
    await expect(
      dialog(page).getByText(
        'Large dataset detected (10,002 contacts). Consider narrowing the time range for better performance.',
      ),
    ).toBeVisible();
    await expect(dialog(page).getByRole('status', { name: 'Loading contacts' })).toBeVisible();
    await reads.letGo();
    await expect(dialog(page).getByText('(10,002/10,002 contacts shown)')).toBeVisible();
    await plot(page)
      .locator('canvas')
      .hover({ position: { x: 400, y: 150 } });
  });
});

test.describe('its paths', () => {
  test.use({ expectErrors: ['net::ERR_'] });
  const paths = drivenPaths(explorerFlow.samples, { wholeLeads: true });

  test('all that may become of the explorer is on a path', async () => assertWholeFlow(explorerFlow, await paths));

  test('each is walked', async ({ page, field }) => {
    const ts = Date.now() - 30 * minute;
    await field.hear({ receiver: 'Crest', ant: 1, ts }, { receiver: 'Crest', ant: 1, ts: ts + minute });
    for (const each of pathsToWalk(await paths)) {
      await test.step(pathText(each), async () => {
        await page.unrouteAll();
        await enter(page, field.person, stats(field));
        await expect(page.getByRole('button', { name: 'Explore contacts of Crest, antenna 1' })).toBeVisible();
        const asked = await HeldCalls.at(page, '/contacts?*', '/lastContacts?*');
        await walk(explorerFlow, each, { page, asked }, test.step);
      });
    }
  });
});
